import { type Followed, followChanges } from './follow-changes.js';
import { HeadPages } from './head-pages.js';
import { keepingRateLimit } from './keep-rate-limit.js';
import { FIRST_PLACE, type Place } from './next-pass.js';
import { NotedProblems } from './note-problems.js';
import { type LoansRead, NOTHING_READ, type ReadCounts } from './page-result.js';
import { advancePage, type RunningPass } from './pass.store.js';
import { countUnseen, failedLoans, unseenAccounts } from './pass-loans.store.js';
import { type ArrearsParts, areArrearsDue, readArrears } from './read-arrears.js';
import { syncLoansInSets } from './sync-loans-in-sets.js';
import { syncLoansOneByOne } from './sync-loans-one-by-one.js';
import type { LoanSync } from './sync-one-loan.js';
import { syncPersons } from './sync-persons.js';
import { SYNC } from './write-loan.js';

/** Why a pass stopped. */
export type PassEnd =
  | { readonly kind: 'through'; readonly pass: RunningPass }
  | { readonly kind: 'paused'; readonly pass: RunningPass }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'stopped'; readonly reason: string };

export interface PassParts extends ArrearsParts {
  readonly loans: LoanSync;
  readonly onProgress: (pass: RunningPass) => void;
  readonly onProblem: (problem: string) => void;
}

const LOANS_A_PAGE = 200;

/** How often a long pass reads the list of changes between its pages. */
const FOLLOW_EVERY_MS = 15_000;

/** If more loans than this, and more than half of all, seem to be gone at once, the configuration must be wrong. */
const MOST_GONE_AT_ONCE = 10;

/** Resumes a pass at its position, until it finishes or is stopped. Nothing is being read any more when it returns. */
export async function runPass(given: PassParts, begun: RunningPass): Promise<PassEnd> {
  let isOver = false;
  const shallPause = () => isOver || given.shallPause();
  const noted = new NotedProblems(given.onProblem);
  const source = noted.ofAnswersFrom(keepingRateLimit(given.source, shallPause));
  const parts = { ...given, shallPause, source, problem: () => noted.latest };
  const headPages = new HeadPages(parts, begun);
  try {
    const end = await turnPages(parts, begun, headPages);
    const { latest } = noted;
    return end.kind === 'unavailable' && latest !== undefined ? { kind: 'stopped', reason: latest } : end;
  } finally {
    isOver = true;
    await headPages.dropReadAhead();
  }
}

async function turnPages(parts: PassParts, begun: RunningPass, headPages: HeadPages): Promise<PassEnd> {
  let pass = begun;
  let followedAt = performance.now();
  for (let place: Place | undefined = placeOf(parts, pass); place !== undefined; ) {
    if (parts.shallPause()) return { kind: 'paused', pass };
    const follows: boolean = isFollowingDue(pass, place, followedAt);
    if (follows) followedAt = performance.now();
    const turned: Turned = await (follows ? followBetween(parts, pass, place) : pageAt(parts, pass, place, headPages));
    if (turned.kind !== 'turned') return turned;
    const { counts, personsFailed = 0 }: Omit<Extract<Turned, { kind: 'turned' }>, 'kind'> = turned;
    const next: Place | undefined = turned.next;
    const resumable = await parts.db.first(SYNC, advancePage, {
      ...parts.lease,
      ...counts,
      personsFailed,
      page: JSON.stringify(next ?? place),
    });
    if (resumable === undefined) return { kind: 'lost' };
    pass = resumable;
    place = next;
    parts.onProgress(pass);
  }
  return { kind: 'through', pass };
}

function isFollowingDue({ changesPosition }: RunningPass, { at }: Place, followedAt: number): boolean {
  return changesPosition !== null && at !== 'changes' && performance.now() - followedAt >= FOLLOW_EVERY_MS;
}

/** `next` is the same position again when a page was interrupted; loans already processed are not repeated. */
type Turned =
  | {
      readonly kind: 'turned';
      readonly next: Place | undefined;
      readonly counts: Counts;
      readonly personsFailed?: number;
    }
  | Extract<PassEnd, { kind: 'unavailable' | 'lost' | 'stopped' }>;

type Counts = ReadCounts & { readonly heads: number };

function placeOf({ source }: PassParts, { page }: RunningPass): Place {
  if (page !== null) return JSON.parse(page);
  return source.changes === undefined ? FIRST_PLACE : { at: 'changes' };
}

function pageAt(parts: PassParts, pass: RunningPass, place: Place, headPages: HeadPages): Promise<Turned> {
  switch (place.at) {
    case 'changes':
      return pageOfChanges(parts, pass);
    case 'heads':
      return pageOfHeads(pass, place.page, headPages);
    case 'missing':
      return pageOfMissing(parts, pass, place.after);
    case 'persons':
      return pageOfPersons(parts, place.after);
    case 'arrears':
      return pageOfArrears(parts, place.after);
    case 'failed':
      return pageOfFailed(parts, pass, place.after);
  }
}

/** What the system's list of changes names; where there is none, the list of loans. */
async function pageOfChanges(parts: PassParts, pass: RunningPass): Promise<Turned> {
  const followed = await follow(parts, pass);
  if (followed.kind === 'list_loans') {
    await areArrearsDue(parts);
    return { kind: 'turned', next: FIRST_PLACE, counts: NOTHING_COUNTED };
  }
  if (followed.kind !== 'followed') return followed;
  const counts = { ...followed.counts, heads: 0 };
  const areDue = await areArrearsDue(parts);
  if (pass.mode === 'full') return { kind: 'turned', next: FIRST_PLACE, counts };
  return { kind: 'turned', next: { at: areDue ? 'arrears' : 'failed', after: '' }, counts };
}

/** The same between two pages of a long pass, so that changes do not wait for its end. */
async function followBetween(parts: PassParts, pass: RunningPass, place: Place): Promise<Turned> {
  const followed = await follow(parts, pass);
  if (followed.kind === 'unavailable' || followed.kind === 'lost') return followed;
  const counts = followed.kind === 'followed' ? followed.counts : NOTHING_READ;
  return { kind: 'turned', next: place, counts: { ...counts, heads: 0 } };
}

async function follow(parts: PassParts, pass: RunningPass): Promise<Followed> {
  const { changes } = parts.source;
  return changes === undefined ? { kind: 'list_loans' } : followChanges(parts, changes, pass);
}

/** One page of heads: loans whose revision differs from the stored one are read. */
async function pageOfHeads(pass: RunningPass, page: string | null, headPages: HeadPages): Promise<Turned> {
  const synced = await headPages.sync(page, pass);
  if (synced.kind === 'unavailable') return synced;
  const { read, heads, next } = synced;
  if (read.kind !== 'read') return unfinished(read, { at: 'heads', page });
  const after: Place = { at: pass.mode === 'full' ? 'missing' : 'failed', after: '' };
  return {
    kind: 'turned',
    next: next === null ? after : { at: 'heads', page: next },
    counts: { ...read.counts, heads },
  };
}

/**
 * A page of accounts that a full pass has not listed: each loan is requested individually, because the list may have
 * shifted.
 */
async function pageOfMissing(parts: PassParts, pass: RunningPass, after: string): Promise<Turned> {
  const { db, system, source, owner, loans } = parts;
  const held = { organizationId: owner.organizationId, code: owner.loanSystemCode };
  const { startedAt } = pass;
  const gone = after === '' ? await db.first(SYNC, countUnseen, { ...held, startedAt }) : undefined;
  if (gone !== undefined && gone.unseen > MOST_GONE_AT_ONCE && gone.unseen * 2 > gone.all) {
    return { kind: 'stopped', reason: `${gone.unseen} of ${gone.all} loans are gone from the system; none was marked` };
  }
  const unseen = await db.many(SYNC, unseenAccounts, { ...held, startedAt, after, limit: LOANS_A_PAGE });
  const last = unseen.at(-1);
  // The first pass has just read every person.
  const readsPersons = source.personsChangeAlone === true && pass.syncedThrough !== null;
  if (last === undefined) return readsPersons ? PERSONS : THROUGH;
  const day = await system.businessDay();
  if (day.kind === 'unavailable')
    return day.problem === undefined ? { kind: 'unavailable' } : { kind: 'stopped', reason: day.problem };
  const read = await syncLoansOneByOne(
    parts,
    unseen.map(({ externalId }) => ({ externalId, revision: null })),
    (externalId) => loans.syncOrDelete(owner, source, externalId, day.value),
  );
  if (read.kind !== 'read') return unfinished(read, { at: 'missing', after });
  return { kind: 'turned', next: { at: 'missing', after: last.externalId }, counts: { ...read.counts, heads: 0 } };
}

/** A page of loans on which an earlier pass failed: a list of changes need not include them again. */
async function pageOfFailed(parts: PassParts, { startedAt }: RunningPass, after: string): Promise<Turned> {
  const { db, owner } = parts;
  const code = owner.loanSystemCode;
  const failed = await db.many(SYNC, failedLoans, { code, startedAt, after, limit: LOANS_A_PAGE });
  const last = failed.at(-1);
  if (last === undefined) return THROUGH;
  const read = await syncLoansInSets(parts, failed);
  if (read.kind !== 'read') return unfinished(read, { at: 'failed', after });
  return { kind: 'turned', next: { at: 'failed', after: last.externalId }, counts: { ...read.counts, heads: 0 } };
}

/** A page of loans whose arrears may have changed with the business day. */
async function pageOfArrears(parts: PassParts, after: string): Promise<Turned> {
  const { read, last } = await readArrears(parts, after);
  if (read === undefined || last === undefined)
    return { kind: 'turned', next: { at: 'failed', after: '' }, counts: NOTHING_COUNTED };
  if (read.kind !== 'read') return unfinished(read, { at: 'arrears', after });
  return { kind: 'turned', next: { at: 'arrears', after: last }, counts: { ...read.counts, heads: 0 } };
}

/** A page of persons whose contact data is read again. */
async function pageOfPersons(parts: PassParts, after: string): Promise<Turned> {
  const synced = await syncPersons(parts, after);
  if (synced.kind === 'unavailable') return synced;
  const { last, unread } = synced;
  if (last === undefined) return THROUGH;
  return { kind: 'turned', next: { at: 'persons', after: last }, counts: NOTHING_COUNTED, personsFailed: unread };
}

const NOTHING_COUNTED: Counts = { ...NOTHING_READ, heads: 0 };
const THROUGH: Turned = { kind: 'turned', next: undefined, counts: NOTHING_COUNTED };
const PERSONS: Turned = { kind: 'turned', next: { at: 'persons', after: '' }, counts: NOTHING_COUNTED };

function unfinished(read: Exclude<LoansRead, { kind: 'read' }>, here: Place): Turned {
  if (read.kind === 'unavailable') return read;
  return { kind: 'turned', next: here, counts: { ...read.counts, heads: 0 } };
}
