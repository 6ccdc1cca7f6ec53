import { decodeTime } from 'ulid';
import {
  cursorSubject,
  type ListParts,
  NEWEST_FIRST,
  type PageRequest,
  readPage,
} from '../../../../core/db/paged-lists.js';
import type { ParametersOf } from '../../../../core/db/statement.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { type AUDIT_FILTERS, auditLogOf, type IdBounds } from './audit-entry.reads.store.js';
import type { AuditEntryPage } from './audit-entry.type.js';
import { auditSearchWindow } from './audit-search-window.reads.store.js';

/** How many entries one request searches: less than half a second. */
const SEARCHED_ENTRIES = 20_000;

/**
 * A page of entries that are found by reading them one after the other. It goes back by a number of entries, however many
 * of them match. If older ones are left, `searchedBackTo` is the time of the last entry that was read, and the cursor
 * continues there, also after a page without a row.
 *
 * @throws {Problem} as `readPage`
 */
export async function searchAuditLog(
  parts: ListParts,
  caller: Principal,
  parameters: ParametersOf<typeof AUDIT_FILTERS> & IdBounds,
  filters: Readonly<Record<string, string | null | undefined>>,
  request: PageRequest,
): Promise<AuditEntryPage> {
  const { db, cursors } = parts;
  const list = auditLogOf(caller);
  const subject = cursorSubject(list, caller, filters);
  const { cursor } = request;
  const [afterId = NEWEST_FIRST.start.afterId] =
    cursor === undefined || cursor === null ? [] : cursors.decode(subject, cursor).after;
  const oldest = await db.first(caller, auditSearchWindow(caller), {
    ...{ afterId, leastId: parameters.leastId, mostId: parameters.mostId },
    entries: entriesOfEach(caller),
  });
  const leastId = oldest?.id ?? parameters.leastId;
  const found = await readPage(parts, caller, list, { ...parameters, leastId }, filters, request);
  if (found.page.hasMore || oldest === undefined) return { ...found, searchedBackTo: null };
  return {
    items: found.items,
    page: { ...found.page, hasMore: true, nextCursor: cursors.encode(subject, [oldest.id]) },
    searchedBackTo: new Date(decodeTime(oldest.id)).toISOString(),
  };
}

/** The organizations of the caller share the entries. */
function entriesOfEach({ organizationIds }: Principal): number {
  const organizations = organizationIds === 'all' ? 1 : organizationIds.length;
  return Math.max(1, Math.floor(SEARCHED_ENTRIES / Math.max(1, organizations)));
}
