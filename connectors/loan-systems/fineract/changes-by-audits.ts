import { Temporal } from 'temporal-polyfill';
import { isoInstant } from '../../../core/time/dates.js';
import type { LoanChanges } from '../../../loan-model/loan-source-types.js';
import type { LoanChangeSource, Reached } from '../../../loan-model/port.js';
import type { HttpAnswer, HttpQuery } from '../http/http-client.js';
import { retryAfter } from '../http/rate-limit.js';
import { type AuditEntry, auditList, auditPage, loanOf, personOf } from './audit-entries.js';
import {
  type AuditDialect,
  type AuditPosition,
  advanced,
  countSeen,
  isRead,
  MAY_APPEAR_FOR_MS,
  newestSeen,
  parsePosition,
  START,
} from './audit-position.js';
import type { FineractContext } from './fineract-context.js';
import { isNamedChange } from './loan-change-digest.js';

type Context = Pick<FineractContext, 'api' | 'code' | 'logger'>;

/** As many as a server without pages returns at once. */
const FIRST_PAGE = 200;
const PAGE = 1_000;
/** More entries than this between two passes cost more than the list of loans. */
const MOST_PAGES = 20;
const PATH = ['audits'];
/** Successful commands only: those in progress, waiting for approval or refused have changed nothing yet. */
const PROCESSED = { processingResult: 1, orderBy: 'id', sortOrder: 'DESC' } as const;

/**
 * Changes by Fineract's list of commands, newest first. Servers up to 1.11 cannot filter it by time: their filter reads a
 * column that is no longer written, and on Postgres is an error. Newer servers filter, and count the whole list otherwise.
 */
export function createAuditChanges(context: Context): LoanChangeSource {
  let isSaid = false;
  const notOffered = (why: object): Reached<'not_offered'> => {
    const about = { loan_system: context.code, ...why };
    if (!isSaid) context.logger.warn(about, 'Fineract’s list of commands cannot be followed now');
    isSaid = true;
    return { kind: 'answered', value: 'not_offered' };
  };
  return {
    since: async (position) => {
      const before = (position === null ? undefined : parsePosition(position)) ?? START;
      const read = await entriesAbove(context, before, position === null);
      if (read.kind === 'unavailable') return read;
      if (read.kind === 'not_offered') return notOffered(read.why);
      isSaid = false;
      if (isOfAnotherTime(before, read.entries))
        return notOffered({ newest: newestOf(read.entries), seen: newestSeen(before) });
      const fresh = position === null ? [] : read.entries.filter((entry) => !isRead(before, entry.id));
      const from = position === null ? { ...before, floor: floorOfStart(read.entries) } : before;
      const next = JSON.stringify(advanced(from, read.dialect, read.entries));
      return { kind: 'answered', value: changesIn(fresh, next) };
    },
    isNamedChange,
  };
}

/** The newest entry that was read is missing: Fineract was restored from a backup, or our user sees another office. */
function isOfAnotherTime(before: AuditPosition, entries: readonly AuditEntry[]): boolean {
  return entries.length > 0 && newestOf(entries) < newestSeen(before);
}

function newestOf(entries: readonly AuditEntry[]): number {
  return entries.reduce((newest, { id }) => Math.max(newest, id), 0);
}

/** Entries before those that were read first are done with: the list of loans is read next. */
function floorOfStart(entries: readonly AuditEntry[]): number {
  return entries.length < FIRST_PAGE ? 0 : Math.min(...entries.map(({ id }) => id)) - 1;
}

function changesIn(entries: readonly AuditEntry[], position: string): LoanChanges {
  const all = (named: (entry: AuditEntry) => string | undefined) => [
    ...new Set(entries.flatMap((entry) => named(entry) ?? [])),
  ];
  return { loans: all(loanOf), persons: all(personOf), position };
}

type Read =
  | { readonly kind: 'read'; readonly dialect: AuditDialect; readonly entries: readonly AuditEntry[] }
  | { readonly kind: 'unavailable'; readonly retryAfterMs?: number }
  | { readonly kind: 'not_offered'; readonly why: object };

/** All entries above the position's floor; only the newest ones when there is no position yet. */
async function entriesAbove(context: Context, before: AuditPosition, isStart: boolean): Promise<Read> {
  if (before.dialect === 'timed' && before.newestAt !== null) {
    const from = timeText(before.newestAt - MAY_APPEAR_FOR_MS);
    const timed = await pages(context, { ...PROCESSED, ...from }, before.floor);
    const isWhole = timed.kind === 'read' && timed.entries.some(({ id }) => id >= newestSeen(before));
    if (timed.kind === 'unavailable' || isWhole) return timed;
  }
  // With that many entries within the last minutes, the first page would not reach the floor.
  if (before.dialect === 'list' && countSeen(before) >= FIRST_PAGE) return allPages(context, before, 'list');
  const first = await page(context, { ...PROCESSED, offset: 0, limit: FIRST_PAGE });
  if (first.kind !== 'read') return first;
  const dialect = first.dialect === 'list' ? 'list' : before.dialect === 'list' ? 'timed' : 'page';
  const { entries } = first;
  const reaches = entries.length < FIRST_PAGE || entries.some(({ id }) => id <= before.floor);
  if (isStart || reaches) return { kind: 'read', dialect, entries };
  return allPages(context, before, dialect);
}

async function allPages(context: Context, before: AuditPosition, dialect: AuditDialect): Promise<Read> {
  const read = await pages(context, { ...PROCESSED, paged: 'true' }, before.floor);
  return read.kind === 'read' ? { ...read, dialect } : read;
}

/** Pages from the newest entry down to the floor. Entries that come in between push others to the next page: read twice. */
async function pages(context: Context, query: HttpQuery, floor: number): Promise<Read> {
  const entries: AuditEntry[] = [];
  for (let number = 0; number < MOST_PAGES; number += 1) {
    const read = await page(context, { ...query, offset: number * PAGE, limit: PAGE });
    if (read.kind !== 'read') return read;
    entries.push(...read.entries);
    if (read.entries.length < PAGE || read.entries.some(({ id }) => id <= floor)) {
      return { kind: 'read', dialect: 'timed', entries };
    }
  }
  return { kind: 'not_offered', why: { entries: entries.length } };
}

async function page({ api }: Context, query: HttpQuery): Promise<Read> {
  const outcome = await api.get(PATH, query);
  if (outcome.kind !== 'answered') return { kind: 'unavailable' };
  if (mayPass(outcome)) return { kind: 'unavailable', ...retryAfter(outcome) };
  if (outcome.status !== 200) return { kind: 'not_offered', why: { status: outcome.status } };
  const list = auditList.safeParse(outcome.body);
  if (list.success) return { kind: 'read', dialect: 'list', entries: list.data };
  const paged = auditPage.safeParse(outcome.body);
  if (!paged.success) return { kind: 'not_offered', why: { status: 'not readable' } };
  return { kind: 'read', dialect: 'page', entries: paged.data.pageItems ?? [] };
}

/** Wrong credentials, a rate limit, a proxy without its server: these say nothing about the list. */
function mayPass({ status }: HttpAnswer): boolean {
  return [401, 408, 429, 502, 503, 504].includes(status);
}

function timeText(at: number) {
  const instant = isoInstant(Temporal.Instant.fromEpochMilliseconds(Math.max(at, 0)));
  const makerDateTimeFrom = instant.slice(0, 19).replace('T', ' ');
  return { makerDateTimeFrom, dateFormat: 'yyyy-MM-dd HH:mm:ss', locale: 'en', timeZone: 'UTC' };
}
