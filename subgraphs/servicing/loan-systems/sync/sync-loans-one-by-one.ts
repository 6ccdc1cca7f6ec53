import type { ServiceParts } from '../../../../core/service-parts.js';
import type { LoanSystem } from '../../../../loan-model/port.js';
import { mapWithLimit } from '../../accounts/account/map-with-limited-concurrency.js';
import { noteFailure } from './pass.store.js';
import { forgetUnread, type HeadToRead, noteUnread } from './pass-loans.store.js';
import type { LoanOutcome } from './sync-one-loan.js';
import { SYNC, type SyncedSystem } from './write-loan.js';

export interface ReadingParts extends Pick<ServiceParts, 'db' | 'logger'> {
  readonly system: LoanSystem;
  readonly owner: SyncedSystem;
  readonly shallPause: () => boolean;
}

export interface ReadCounts {
  readonly loansRead: number;
  readonly transactions: number;
  readonly loansFailed: number;
}

/**
 * `paused`: some loans were not started. `unavailable`: the system did not answer, so nothing is known about the loans.
 */
export type LoansRead =
  | { readonly kind: 'read'; readonly counts: ReadCounts }
  | { readonly kind: 'paused'; readonly counts: ReadCounts }
  | { readonly kind: 'unavailable' };

const LOANS_AT_A_TIME = 8;

export const NOTHING_READ: ReadCounts = { loansRead: 0, transactions: 0, loansFailed: 0 };

/** Reads loans one by one and records those that could not be stored. One failing loan does not stop the others. */
export async function readLoans(
  parts: ReadingParts,
  loans: readonly HeadToRead[],
  work: (externalId: string) => Promise<LoanOutcome>,
): Promise<LoansRead> {
  const each = new Map(loans.map((loan) => [loan.externalId, loan]));
  const tried = await mapWithLimit([...each.values()], LOANS_AT_A_TIME, async (loan): Promise<Tried> => {
    const left = parts.shallPause();
    return { ...loan, outcome: left ? { kind: 'left' } : await careful(parts, loan.externalId, work) };
  });
  if (await isAway(parts, tried)) return { kind: 'unavailable' };
  await remember(parts, tried);
  return { kind: those(tried, 'left').length > 0 ? 'paused' : 'read', counts: count(tried) };
}

type Outcome = LoanOutcome | { readonly kind: 'failed' | 'left' };
type Tried = HeadToRead & { readonly outcome: Outcome };

const those = (tried: readonly Tried[], ...kinds: readonly Outcome['kind'][]) =>
  tried.filter(({ outcome }) => kinds.includes(outcome.kind));

async function careful(
  { db, logger, owner }: ReadingParts,
  externalId: string,
  work: (externalId: string) => Promise<LoanOutcome>,
): Promise<Outcome> {
  try {
    return await work(externalId);
  } catch (error) {
    const code = owner.loanSystemCode;
    logger.error({ err: error, loan_system: code, loan: externalId }, 'a loan could not be synced');
    await db.many(SYNC, noteFailure, { code, error: `loan ${externalId} could not be written` });
    return { kind: 'failed' };
  }
}

/**
 * Decides, for loans without an answer, whether the loans or the system are at fault. Only failing loans may be
 * skipped.
 */
async function isAway({ db, system, owner }: ReadingParts, tried: readonly Tried[]): Promise<boolean> {
  const unanswered = those(tried, 'unavailable').length;
  if (unanswered === 0) return false;
  if ((await system.businessDay()).kind === 'unavailable') return true;
  await db.many(SYNC, noteFailure, { code: owner.loanSystemCode, error: `${unanswered} loans could not be read` });
  return false;
}

async function remember({ db, owner }: ReadingParts, tried: readonly Tried[]): Promise<void> {
  const code = owner.loanSystemCode;
  const here = those(tried, 'written', 'superseded', 'absent').map(({ externalId }) => externalId);
  if (here.length > 0) await db.many(SYNC, forgetUnread, { code, externalIds: here });
  const unread = those(tried, 'odd', 'failed', 'unavailable').map(({ externalId, revision, outcome }) =>
    outcome.kind === 'odd' ? { externalId, kind: 'odd', revision } : { externalId, kind: 'failed', revision: null },
  );
  if (unread.length > 0) await db.many(SYNC, noteUnread, { code, loans: JSON.stringify(unread) });
}

function count(tried: readonly Tried[]): ReadCounts {
  const written = tried.flatMap(({ outcome }) => (outcome.kind === 'written' ? [outcome] : []));
  return {
    loansRead: written.length,
    transactions: written.reduce((sum, { transactions }) => sum + transactions, 0),
    loansFailed: those(tried, 'failed', 'unavailable').length,
  };
}
