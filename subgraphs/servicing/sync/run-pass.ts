import type { LoanSystem } from '../../../connectors/loan-systems/port.js';
import type { LoanHead, LoanSource } from '../../../connectors/loan-systems/source.js';
import type { Database } from '../../../core/db/database.js';
import type { Logger } from '../../../core/logger.js';
import { inTurns } from '../account/in-turns.js';
import type { LoanOutcome, LoanSync } from './loan-sync.js';
import { FIRST_PLACE, type Place } from './pass.js';
import {
  countUnseen,
  noteFailure,
  noteSeen,
  type RunningPass,
  revisionsOf,
  turnPage,
  unseenAccounts,
} from './pass.store.js';
import { SYNC, type SyncedSystem } from './write-loan.js';

/** Why a pass went no further. */
export type PassEnd =
  | { readonly kind: 'through'; readonly pass: RunningPass }
  | { readonly kind: 'paused'; readonly pass: RunningPass }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'stopped'; readonly reason: string };

export interface PassParts {
  readonly db: Database;
  readonly loans: LoanSync;
  readonly logger: Logger;
  readonly system: LoanSystem;
  readonly source: LoanSource;
  readonly owner: SyncedSystem;
  readonly lease: { readonly code: string; readonly lease: string; readonly leaseMs: number };
  readonly shallPause: () => boolean;
  readonly onProgress: (pass: RunningPass) => void;
}

const HEADS_A_PAGE = 200;
const LOANS_AT_A_TIME = 8;

/** More than this, and more than half of what there is, will not be gone at once: it is the set-up that is wrong. */
const MOST_GONE_AT_ONCE = 10;

/** Goes on with a pass from where it stands, until it is through or something is in its way. */
export async function runPass(parts: PassParts, begun: RunningPass): Promise<PassEnd> {
  let pass = begun;
  for (let place: Place | undefined = placeOf(pass); place !== undefined; ) {
    if (parts.shallPause()) return { kind: 'paused', pass };
    const turned: Turned =
      place.at === 'heads' ? await pageOfHeads(parts, pass, place.page) : await pageOfMissing(parts, pass, place.after);
    if (turned.kind !== 'turned') return turned;
    const { counts }: { readonly counts: Counts } = turned;
    const next: Place | undefined = turned.next;
    const stands = await parts.db.first(SYNC, turnPage, {
      ...parts.lease,
      ...counts,
      page: JSON.stringify(next ?? place),
    });
    if (stands === undefined) return { kind: 'lost' };
    pass = stands;
    place = next;
    parts.onProgress(pass);
  }
  return { kind: 'through', pass };
}

type Turned =
  | { readonly kind: 'turned'; readonly next: Place | undefined; readonly counts: Counts }
  | Extract<PassEnd, { kind: 'unavailable' | 'stopped' }>;

interface Counts {
  readonly heads: number;
  readonly loansRead: number;
  readonly transactions: number;
  readonly loansFailed: number;
}

function placeOf({ page }: RunningPass): Place {
  return page === null ? FIRST_PLACE : JSON.parse(page);
}

/** One page of heads: those with another revision than ours are read. */
async function pageOfHeads(parts: PassParts, pass: RunningPass, page: string | null): Promise<Turned> {
  const { db, source, owner, loans } = parts;
  const code = owner.loanSystemCode;
  const reached = await source.heads({ since: pass.since, page, limit: HEADS_A_PAGE });
  if (reached.kind === 'unavailable') return reached;
  const { heads, next } = reached.value;
  const changed = await changedHeads(db, code, heads);
  const outcomes = await inTurns([...changed], LOANS_AT_A_TIME, (externalId) =>
    careful(parts, externalId, () => loans.sync(owner, source, externalId)),
  );
  if (await isAway(parts, outcomes)) return { kind: 'unavailable' };
  const isFull = pass.mode === 'full';
  if (isFull) {
    const externalIds = heads.map(({ externalId }) => externalId).filter((externalId) => !changed.has(externalId));
    await db.many(SYNC, noteSeen, { code, externalIds });
  }
  const after: Place | undefined = isFull ? { at: 'missing', after: '' } : undefined;
  const counts = { ...count(outcomes), heads: heads.length };
  return { kind: 'turned', next: next === null ? after : { at: 'heads', page: next }, counts };
}

async function changedHeads(db: Database, code: string, heads: readonly LoanHead[]): Promise<ReadonlySet<string>> {
  const externalIds = heads.map(({ externalId }) => externalId);
  const known = await db.many(SYNC, revisionsOf, { code, externalIds });
  const revisions = new Map(known.map(({ externalId, revision }) => [externalId, revision]));
  const changed = heads.filter(({ externalId, revision }) => revisions.get(externalId) !== revision);
  return new Set(changed.map(({ externalId }) => externalId));
}

/** A page of accounts that a full pass has not come across: each is asked for by itself, for a list may have shifted. */
async function pageOfMissing(parts: PassParts, pass: RunningPass, after: string): Promise<Turned> {
  const { db, system, source, owner, loans } = parts;
  const code = owner.loanSystemCode;
  const { startedAt } = pass;
  const gone = after === '' ? await db.first(SYNC, countUnseen, { code, startedAt }) : undefined;
  if (gone !== undefined && gone.unseen > MOST_GONE_AT_ONCE && gone.unseen * 2 > gone.all) {
    return { kind: 'stopped', reason: `${gone.unseen} of ${gone.all} loans are gone from the system; none was marked` };
  }
  const unseen = await db.many(SYNC, unseenAccounts, { code, startedAt, after, limit: HEADS_A_PAGE });
  const last = unseen.at(-1);
  if (last === undefined) return { kind: 'turned', next: undefined, counts: { ...count([]), heads: 0 } };
  const day = await system.businessDay();
  if (day.kind === 'unavailable') return day;
  const outcomes = await inTurns(unseen, LOANS_AT_A_TIME, ({ externalId }) =>
    careful(parts, externalId, () => loans.syncOrDelete(owner, source, externalId, day.value)),
  );
  if (await isAway(parts, outcomes)) return { kind: 'unavailable' };
  const counts = { ...count(outcomes), heads: 0 };
  return { kind: 'turned', next: { at: 'missing', after: last.externalId }, counts };
}

/** A loan that cannot be written must not keep the others from being so. */
async function careful(
  { db, logger, owner }: PassParts,
  externalId: string,
  work: () => Promise<LoanOutcome>,
): Promise<LoanOutcome | { readonly kind: 'failed' }> {
  try {
    return await work();
  } catch (error) {
    const code = owner.loanSystemCode;
    logger.error({ err: error, loan_system: code, loan: externalId }, 'a loan could not be synced');
    await db.many(SYNC, noteFailure, { code, error: `loan ${externalId} could not be written` });
    return { kind: 'failed' };
  }
}

type Outcome = Awaited<ReturnType<typeof careful>>;

/** Loans without an answer: is it these, or the system? Only the first may be passed over. */
async function isAway({ db, system, owner }: PassParts, outcomes: readonly Outcome[]): Promise<boolean> {
  const unanswered = outcomes.filter(({ kind }) => kind === 'unavailable').length;
  if (unanswered === 0) return false;
  if (unanswered === outcomes.length && unanswered > 1) return true;
  if ((await system.businessDay()).kind === 'unavailable') return true;
  await db.many(SYNC, noteFailure, { code: owner.loanSystemCode, error: `${unanswered} loans could not be read` });
  return false;
}

function count(outcomes: readonly Outcome[]): Omit<Counts, 'heads'> {
  const written = outcomes.filter((outcome) => outcome.kind === 'written');
  return {
    loansRead: written.length,
    transactions: written.reduce((sum, { transactions }) => sum + transactions, 0),
    loansFailed: outcomes.filter(({ kind }) => kind === 'failed' || kind === 'unavailable').length,
  };
}
