import type { Command } from 'commander';
import type { AddedSystems } from '../../connectors/loan-systems/added/added-systems.js';
import { loanSystemsOf } from '../../runtime/assembly/services/loan-systems.js';
import { systemSyncOf } from '../../runtime/assembly/services/sync.js';
import { withAddedSystems } from '../../runtime/assembly/session-systems.js';
import { type Session, withSession } from '../../runtime/session.js';
import type { RunningPass } from '../../subgraphs/servicing/loan-systems/sync/pass.store.js';
import type { SyncOutcome, SyncRequest } from '../../subgraphs/servicing/loan-systems/sync/system-sync.js';
import { atCommandLine } from '../actor.js';
import { answering } from '../answer.js';
import { CommandError } from '../command-error.js';
import { warningsOf } from './loan-system-sightings.js';

/** As many as loans that are written at a time, and one for the lease. */
const CONNECTIONS = 9;

export function registerSync(loanSystems: Command): void {
  const command = loanSystems
    .command('sync')
    .argument('<code>', 'the loan system')
    .description('bring what a loan system holds up to date here; after an interruption it goes on where it was')
    .option('--full', 'go through every loan, also for what the system deleted; the first sync always does');
  answering(command, async (code = '') => {
    const { full = false } = command.opts<{ full?: boolean }>();
    const mode = full ? 'full' : 'incremental';
    const { outcome, warnings } = await withSession(
      async (session) => {
        const synced = await sync(session, { code, mode, onProgress: saying() });
        const sightings = await loanSystemsOf(session).loanSystems.sightings(atCommandLine(), code);
        return { outcome: synced, warnings: warningsOf(code, sightings) };
      },
      { poolSize: CONNECTIONS, use: { keepsSecrets: true } },
    );
    const pass = passOf(code, outcome);
    return {
      document: { code, outcome: outcome.kind, ...documentOf(pass), warnings },
      text: `Synced ${code}: ${pass.heads} loans looked at, ${pass.loansRead} read with ${pass.transactions} transactions, ${pass.loansFailed} failed.${warnings.map((sentence) => `\nWarning: ${sentence}`).join('')}`,
    };
  });
}

/** In this process: it needs no worker. */
function sync(session: Session, request: SyncRequest): Promise<SyncOutcome> {
  const { code } = request;
  const work = async (added: AddedSystems) => {
    const outcome = await systemSyncOf(session, added).run(request);
    if (outcome.kind === 'unavailable' && added.get(code) === undefined) throw new CommandError(notSetUp(code));
    return outcome;
  };
  return withAddedSystems(session, work, code);
}

function notSetUp(code: string): string {
  return `${code} cannot be set up here; the log says why: most often the variable of its secret is not set in this shell`;
}

/** For who waits; standard output is for the answer. A page that brought nothing is not worth a line. */
function saying(): (pass: RunningPass) => void {
  let said = '';
  return ({ mode, heads, loansRead, transactions }) => {
    const line = `tributary: ${mode} sync: ${heads} loans looked at, ${loansRead} read, ${transactions} transactions\n`;
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
      throw new CommandError(`another process syncs ${code} just now`);
    case 'not_remote':
      throw new CommandError(`there is no remote loan system ${code} in use`);
    case 'unavailable':
      throw new CommandError(`${code} does not answer now. Try again: it goes on where it was`);
    case 'stopped':
      throw new CommandError(outcome.reason);
  }
}

function documentOf(pass: RunningPass) {
  return {
    mode: pass.mode,
    heads: pass.heads,
    loans_read: pass.loansRead,
    transactions: pass.transactions,
    loans_failed: pass.loansFailed,
  };
}
