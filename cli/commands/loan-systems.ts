import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ConnectionStatusRow } from '../../connectors/loan-systems/added/connection-status.store.js';
import { LOAN_SYSTEM_KINDS } from '../../connectors/loan-systems/kinds.js';
import { isBuiltInKind, LEDGER_KIND } from '../../loan-model/ledger-kind.js';
import { loanSystemsOf } from '../../runtime/assembly/services/loan-systems.js';
import { withSession } from '../../runtime/command-session.js';
import type { ShownLoanSystem } from '../../subgraphs/servicing/loan-systems/loan-system/loan-system.service.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { table, withAnswer } from '../command-result-as-json-or-text.js';
import { ownName } from '../how-user-invokes-the-program.js';
import {
  currentReports,
  firstStatusReports,
  stateOf,
  statusDocument,
  statusTable,
  warningsOf,
} from './loan-system-status-reports.js';
import { registerSync } from './loan-systems-sync.js';

export function registerLoanSystems(program: Command): void {
  const loanSystems = program.command('loan-systems').description('loan management systems: add, list, remove, sync');
  registerAdd(loanSystems);
  registerList(loanSystems);
  registerSync(loanSystems);
  registerRemove(loanSystems);
}

interface AddOptions {
  readonly code: string;
  readonly kind: string;
  readonly baseUrl?: string;
  readonly organization: string;
  readonly setting?: Readonly<Record<string, string>>;
  readonly secret?: Readonly<Record<string, string>>;
  readonly check: boolean;
}

function registerAdd(loanSystems: Command): void {
  const command = loanSystems
    .command('add')
    .description(
      'add a ledger or a remote loan system of an organization, or restore a removed one; `sync` copies a remote system’s accounts',
    )
    .requiredOption('--code <code>', 'the code that accounts refer to')
    .addOption(
      new Option('--kind <kind>', 'the kind of system')
        .choices([LEDGER_KIND, ...Object.keys(LOAN_SYSTEM_KINDS)])
        .makeOptionMandatory(),
    )
    .option(
      '--base-url <url>',
      'its address, for example https://host/fineract-provider/api/v1; required for every kind except a ledger',
    )
    .requiredOption('--organization <id>', 'the organization that owns its accounts')
    .option(
      '--setting <name=value>',
      'a setting of this kind of system (docs/loan-systems.md); may be repeated',
      pair(),
    )
    .option(
      '--secret <name=VARIABLE>',
      'the environment variable that holds a secret, both here and where the product runs: password-env=FINERACT_PASSWORD; may be repeated',
      pair(/-env$/),
    )
    .option('--no-check', 'do not test whether it answers, nor wait for the status of the running parts');
  withAnswer(command, async () => {
    const { code, kind, baseUrl, organization, setting = {}, secret = {}, check } = command.opts<AddOptions>();
    const address = baseUrl === undefined ? {} : { baseUrl };
    const request = { code, kind, ...address, organizationId: organization, settings: setting, secretEnv: secret };
    const { change, sightings } = await withSession(async (session) => {
      const { loanSystems } = loanSystemsOf(session);
      const added = await loanSystems.add(commandLinePrincipal(), request, check);
      if (added.outcome === 'refused' || !check || isBuiltInKind(kind)) return { change: added, sightings: undefined };
      return {
        change: added,
        sightings: await firstStatusReports(() => loanSystems.sightings(commandLinePrincipal(), code)),
      };
    });
    if (change.outcome === 'refused') throw new CommandError(change.problems.join('; '));
    const warnings =
      sightings === undefined ? [] : [...unseen(code, secret, sightings), ...warningsOf(code, sightings)];
    const shown = { ...change.loanSystem, sightings: sightings ?? [] };
    return {
      document: { ...document(shown), warnings },
      text: [`Added ${code}. Now: ${ownName()} ${nextStep(shown)}`, ...warnings.map(asWarning)].join('\n'),
    };
  });
}

function registerList(loanSystems: Command): void {
  const command = loanSystems
    .command('list')
    .description(
      'list loan systems: their status in the running parts, number of accounts, state of the sync, and data they do not provide',
    );
  withAnswer(command, async () => {
    const found = await withSession((session) => loanSystemsOf(session).loanSystems.list(commandLinePrincipal()));
    const rows = found.map((row) => [
      row.code,
      row.kind,
      row.isActive ? (isBuiltInKind(row.kind) ? 'active' : stateOf(row.sightings ?? [])) : 'removed',
      String(row.accounts),
      row.finishedAt ?? '',
      row.lagSeconds === null ? '' : `${row.lagSeconds} s`,
      row.notTold.join(', '),
      row.lastError ?? '',
      row.baseUrl ?? '',
    ]);
    const heads = ['CODE', 'KIND', 'STATE', 'ACCOUNTS', 'LAST SYNC', 'LAG', 'NOT PROVIDED', 'LAST ERROR', 'ADDRESS'];
    const sightings = found.flatMap((row) => row.sightings ?? []);
    const seen = sightings.length > 0 ? `\n\n${statusTable(sightings)}` : '';
    return { document: { loan_systems: found.map(document) }, text: `${table(heads, rows)}${seen}` };
  });
}

function registerRemove(loanSystems: Command): void {
  const command = loanSystems
    .command('remove')
    .argument('<code>', 'the loan system’s code')
    .description('stop using a loan system; its accounts stay readable, and payments on them get 503')
    .option('--force', 'even if it holds accounts');
  withAnswer(command, async (code = '') => {
    const { force = false } = command.opts<{ force?: boolean }>();
    const change = await withSession((session) =>
      loanSystemsOf(session).loanSystems.remove(commandLinePrincipal(), code, force),
    );
    if (change.outcome === 'refused') {
      const hint =
        force || !change.problems.some((problem) => problem.includes('holds'))
          ? ''
          : ' (use --force to remove it anyway)';
      throw new CommandError(`${change.problems.join('; ')}${hint}`);
    }
    return { document: document(change.loanSystem), text: `Removed ${code}.` };
  });
}

function nextStep({ kind, code, organizationId }: ShownLoanSystem): string {
  return isBuiltInKind(kind) ? `ledger book --organization ${organizationId} --help` : `loan-systems sync ${code}`;
}

function asWarning(sentence: string): string {
  return `Warning: ${sentence}`;
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
  const { organizationId } = row;
  return {
    code: row.code,
    kind: row.kind,
    base_url: row.baseUrl,
    organization_id: organizationId,
    is_active: row.isActive,
    accounts: row.accounts,
    settings: row.settings,
    secret_env: row.secretEnv,
    not_told: row.notTold,
    seen_by: row.sightings?.map(statusDocument) ?? null,
    sync: isBuiltInKind(row.kind) ? null : syncDocument(row),
  };
}

function syncDocument(row: ShownLoanSystem) {
  return {
    mode: row.mode,
    is_running: row.isRunning,
    started_at: row.startedAt,
    finished_at: row.finishedAt,
    synced_through: row.syncedThrough,
    lag_seconds: row.lagSeconds,
    heads: row.heads,
    loans_read: row.loansRead,
    transactions: row.transactions,
    loans_failed: row.loansFailed,
    loans_odd: row.loansOdd,
    last_error: row.lastError,
  };
}
