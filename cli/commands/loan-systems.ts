import { InvalidArgumentError } from 'commander';
import type { ConnectionStatusRow } from '../../connectors/loan-systems/added/connection-status.store.js';
import { LOAN_SYSTEM_KINDS } from '../../connectors/loan-systems/kinds.js';
import { isBuiltInKind, LEDGER_KIND } from '../../loan-model/ledger-kind.js';
import { withService } from '../../runtime/assembly/command-services.js';
import type { ShownLoanSystem } from '../../subgraphs/servicing/loan-systems/loan-system/shown-loan-system.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { group, listed, members, withAnswer } from '../command-result-as-json-or-text.js';
import { ownName } from '../how-user-invokes-the-program.js';
import { operand, option } from '../options.js';
import { organizationOption } from '../shared-options.js';
import {
  currentReports,
  firstStatusReports,
  stateOf,
  statusDocument,
  statusTable,
  warningsOf,
} from './loan-system-status-reports.js';
import { syncLoanSystem } from './loan-systems-sync.js';

export const loanSystemsCommands = group('loan management systems: add, list, remove, sync', {
  add: withAnswer(
    'add a ledger or a remote loan system of an organization, or restore a removed one; `sync` copies a remote system’s accounts',
    [
      option('--code <code>', 'the code that accounts refer to', { required: true }),
      option('--kind <kind>', 'the kind of system', {
        choices: [LEDGER_KIND, ...Object.keys(LOAN_SYSTEM_KINDS)],
        required: true,
      }),
      option(
        '--base-url <url>',
        'its address, for example https://host/fineract-provider/api/v1; required for every kind except a ledger',
      ),
      organizationOption('the organization that owns its accounts'),
      option('--setting <name=value>', 'a setting of this kind of system (docs/loan-systems.md); may be repeated', {
        as: 'settings',
        parse: pair(),
      }),
      option(
        '--secret <name=VARIABLE>',
        'the environment variable that holds a secret, both here and where the product runs: password-env=FINERACT_PASSWORD; may be repeated',
        { as: 'secretEnv', parse: pair(/-env$/) },
      ),
      option('--no-check', 'do not test whether it answers, nor wait for the status of the running parts'),
    ],
    async ({ check, settings = {}, secretEnv = {}, ...asked }) => {
      const { code, kind } = asked;
      const by = commandLinePrincipal();
      const { change, sightings } = await withService('loanSystems', async (service) => {
        const added = await service.add(by, { ...asked, settings, secretEnv }, check);
        const isReported = added.outcome === 'done' && check && !isBuiltInKind(kind);
        return {
          change: added,
          sightings: isReported ? await firstStatusReports(() => service.sightings(by, code)) : undefined,
        };
      });
      if (change.outcome === 'refused') throw new CommandError(change.problems.join('; '));
      const { warnings: missing = [] } = change;
      const warnings = [
        ...missing,
        ...(sightings === undefined ? [] : [...unseen(code, secretEnv, sightings), ...warningsOf(code, sightings)]),
      ];
      const shown = { ...change.loanSystem, sightings: sightings ?? [] };
      const next = `Added ${code}. Now: ${ownName()} ${nextStep(shown)}`;
      return {
        document: { ...document(shown), warnings },
        text: [next, ...warnings.map((sentence) => `Warning: ${sentence}`)].join('\n'),
      };
    },
  ),
  list: withAnswer(
    'list loan systems: their status in the running parts, number of accounts, state of the sync, and data they do not provide',
    [],
    async () => {
      const found = await withService('loanSystems', (service) => service.list(commandLinePrincipal()));
      const answer = listed(
        'loan_systems',
        found,
        {
          CODE: 'code',
          KIND: 'kind',
          STATE: ({ isActive, kind, sightings }) =>
            isActive ? (isBuiltInKind(kind) ? 'active' : stateOf(sightings ?? [])) : 'removed',
          ACCOUNTS: ({ accounts }) => String(accounts),
          'LAST SYNC': 'finishedAt',
          LAG: ({ lagSeconds }) => (lagSeconds === null ? '' : `${lagSeconds} s`),
          MISSED: ({ followsChanges, changesMissed }) => (followsChanges ? String(changesMissed) : ''),
          'NOT PROVIDED': ({ notTold }) => notTold.join(', '),
          'LAST ERROR': 'lastError',
          ADDRESS: 'baseUrl',
        },
        { as: document },
      );
      const sightings = found.flatMap((row) => row.sightings ?? []);
      const seen = sightings.length > 0 ? `\n\n${statusTable(sightings)}` : '';
      return { ...answer, text: `${answer.text}${seen}` };
    },
  ),
  sync: syncLoanSystem,
  remove: withAnswer(
    'stop using a loan system; its accounts stay readable, and payments on them get 503',
    [operand('<code>', 'the loan system’s code'), option('--force', 'even if it holds accounts')],
    async ({ code, force = false }) => {
      const change = await withService('loanSystems', (service) => service.remove(commandLinePrincipal(), code, force));
      if (change.outcome === 'refused') {
        const isHolding = !force && change.problems.some((problem) => problem.includes('holds'));
        throw new CommandError(`${change.problems.join('; ')}${isHolding ? ' (use --force to remove it anyway)' : ''}`);
      }
      return { document: document(change.loanSystem), text: `Removed ${code}.` };
    },
  ),
});

function nextStep({ kind, code, organizationId }: ShownLoanSystem): string {
  return isBuiltInKind(kind) ? `ledger book --organization ${organizationId} --help` : `loan-systems sync ${code}`;
}

/** A server that is not running yet will also need the secret once it starts. */
function unseen(code: string, secret: object, sightings: readonly ConnectionStatusRow[]): readonly string[] {
  if (currentReports(sightings).length > 0) return [];
  const variables = Object.values(secret).join(', ');
  return [
    `no running part has reported on ${code}: set ${variables} where the product runs, and restart processes that started without it`,
  ];
}

/** Collects `name=value`; a match of `suffix` is cut off the name. */
function pair(suffix?: RegExp) {
  return (text: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => {
    const at = text.indexOf('=');
    if (at < 1) throw new InvalidArgumentError('It must be name=value.');
    const name = text.slice(0, at);
    return { ...before, [suffix === undefined ? name : name.replace(suffix, '')]: text.slice(at + 1) };
  };
}

function document(row: ShownLoanSystem) {
  const progress =
    'mode is_running started_at finished_at synced_through lag_seconds heads loans_read transactions loans_failed loans_odd last_error follows_changes changes_missed';
  return {
    ...members(row, 'code kind base_url organization_id is_active accounts settings secret_env not_told'),
    seen_by: row.sightings?.map(statusDocument) ?? null,
    sync: isBuiltInKind(row.kind) ? null : members(row, progress),
  };
}
