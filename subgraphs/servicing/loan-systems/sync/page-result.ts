import type { ServiceParts } from '../../../../core/service-parts.js';
import type { LoanSystem } from '../../../../loan-model/port.js';
import { noteFailure } from './pass.store.js';
import { forgetUnread, type HeadToRead, noteUnread } from './pass-loans.store.js';
import type { LoanOutcome } from './sync-one-loan.js';
import { SYNC, type SyncedSystem } from './write-loan.js';

export interface PageParts extends Pick<ServiceParts, 'db' | 'logger'> {
  readonly system: LoanSystem;
  readonly owner: SyncedSystem;
  readonly shallPause: () => boolean;
  /** What an operator must correct, according to the latest unusable answer of a system that works. */
  readonly problem?: () => string | undefined;
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

export const NOTHING_READ: ReadCounts = { loansRead: 0, transactions: 0, loansFailed: 0 };

/** `failed`: an error was thrown. `left`: not started, because the pass pauses. */
export type Outcome = LoanOutcome | { readonly kind: 'failed' | 'left' };
export type Tried = HeadToRead & { readonly outcome: Outcome };

/** Each loan of a page once. */
export function eachOnce(loans: readonly HeadToRead[]): readonly HeadToRead[] {
  return [...new Map(loans.map((loan) => [loan.externalId, loan])).values()];
}

/** Records which loans of a page could not be stored, and counts the others. */
export async function pageResult(parts: PageParts, tried: readonly Tried[]): Promise<LoansRead> {
  if (await isAway(parts, tried)) return { kind: 'unavailable' };
  await remember(parts, tried);
  return { kind: those(tried, 'left').length > 0 ? 'paused' : 'read', counts: count(tried) };
}

/** Runs the work on one loan. An error is recorded, so that it does not stop the others. */
export async function careful(
  parts: PageParts,
  externalId: string,
  work: (externalId: string) => Promise<LoanOutcome>,
): Promise<Outcome> {
  try {
    return await work(externalId);
  } catch (error) {
    await noteError(parts, externalId, error);
    return { kind: 'failed' };
  }
}

export async function noteError({ db, logger, owner }: PageParts, externalId: string, error: unknown): Promise<void> {
  const code = owner.loanSystemCode;
  logger.error({ err: error, loan_system: code, loan: externalId }, 'a loan could not be synced');
  await db.many(SYNC, noteFailure, { code, error: `loan ${externalId} could not be written` });
}

const those = (tried: readonly Tried[], ...kinds: readonly Outcome['kind'][]) =>
  tried.filter(({ outcome }) => kinds.includes(outcome.kind));

/**
 * Decides, for loans without an answer, whether the loans or the system are at fault. Only failing loans may be
 * skipped. If an operator must correct something and no loan of the page could be read, none is skipped.
 */
async function isAway({ db, system, owner, problem }: PageParts, tried: readonly Tried[]): Promise<boolean> {
  const unanswered = those(tried, 'unavailable').length;
  if (unanswered === 0) return false;
  const day = await system.businessDay();
  if (day.kind === 'unavailable' && !day.isWell) return true;
  const reason = problem?.();
  const isAnyRead = those(tried, 'written', 'superseded', 'absent').length > 0;
  if (reason !== undefined && !isAnyRead) return true;
  const error = `${unanswered} loans could not be read${reason === undefined ? '' : `: ${reason}`}`;
  await db.many(SYNC, noteFailure, { code: owner.loanSystemCode, error });
  return false;
}

async function remember({ db, owner }: PageParts, tried: readonly Tried[]): Promise<void> {
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
