import type { AddedSystems } from '../../connectors/loan-systems/added/added-systems.js';
import { serviceOf, withService } from '../../runtime/assembly/command-services.js';
import { withAddedSystems } from '../../runtime/assembly/loan-systems-for-command.js';
import { KEEPS_SECRETS, type Session } from '../../runtime/command-session.js';
import type { RunningPass } from '../../subgraphs/servicing/loan-systems/sync/pass.store.js';
import type { SyncOutcome, SyncRequest } from '../../subgraphs/servicing/loan-systems/sync/sync-loan-system.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { members, withAnswer } from '../command-result-as-json-or-text.js';
import { operand, option } from '../options.js';
import { warningsOf } from './loan-system-status-reports.js';

/** One connection for each loan written at a time, and one for the lease. */
const CONNECTIONS = 9;

export const syncLoanSystem = withAnswer(
  'copy a loan system’s accounts and transactions to Tributary; resumes after an interruption',
  [
    operand('<code>', 'the loan system’s code'),
    option('--full', 'read every loan, which also finds deleted ones; the first sync always does'),
  ],
  async ({ code, full }) => {
    const mode = full ? 'full' : 'incremental';
    const problems = new Set<string>();
    const { outcome, warnings } = await withService(
      'loanSystems',
      async (service, session) => {
        const synced = await sync(session, {
          code,
          mode,
          onProgress: progress(),
          onProblem: (problem) => problems.add(problem),
        });
        return { outcome: synced, warnings: warningsOf(code, await service.sightings(commandLinePrincipal(), code)) };
      },
      { poolSize: CONNECTIONS, ...KEEPS_SECRETS },
    );
    const pass = passOf(code, outcome);
    const all = [...problems, ...warnings];
    const numbers = members(pass, 'mode heads loans_read transactions loans_failed');
    return {
      document: { code, outcome: outcome.kind, ...numbers, warnings: all },
      text: `Synced ${code}: ${pass.heads} loans checked, ${pass.loansRead} read with ${pass.transactions} transactions, ${pass.loansFailed} failed.${all.map((sentence) => `\nWarning: ${sentence}`).join('')}`,
    };
  },
);

/** Runs in this process, without a worker. */
function sync(session: Session, request: SyncRequest): Promise<SyncOutcome> {
  const { code } = request;
  const work = async (added: AddedSystems) => {
    const outcome = await (await serviceOf('loanSystemSync', session, added)).run(request);
    if (outcome.kind === 'unavailable' && added.get(code) === undefined) throw new CommandError(notSetUp(code));
    return outcome;
  };
  return withAddedSystems(session, work, code);
}

function notSetUp(code: string): string {
  return `${code} cannot be set up here; see the log: usually the variable with its secret is not set in this shell`;
}

/** Progress on standard error; standard output is for the result. Pages without changes print no line. */
function progress(): (pass: RunningPass) => void {
  let said = '';
  return ({ mode, heads, loansRead, transactions }) => {
    const line = `tributary: ${mode} sync: ${heads} loans checked, ${loansRead} read, ${transactions} transactions\n`;
    if (line !== said) process.stderr.write(line);
    said = line;
  };
}

function passOf(code: string, outcome: SyncOutcome): RunningPass {
  switch (outcome.kind) {
    case 'finished':
    case 'paused':
      return outcome.pass;
    case 'busy':
      throw new CommandError(`another process is syncing ${code}`);
    case 'not_remote':
      throw new CommandError(`no remote loan system ${code} is in use`);
    case 'unavailable':
      throw new CommandError(`${code} does not answer. Try again later: the sync resumes where it stopped`);
    case 'stopped':
      throw new CommandError(outcome.reason);
  }
}
