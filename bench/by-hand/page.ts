import type { Cursors } from '../../core/db/list-cursors-and-limits.js';
import type { Caller } from './caller.js';

interface List {
  readonly name: string;
  readonly filters: Readonly<Record<string, string | null>>;
}

/**
 * A page of a list, with the product's own signed cursor.
 *
 * @param rows - one more than the limit, if there is a next page
 */
export function pageOf<T>(
  cursors: Cursors,
  { organizationIds }: Caller,
  { name, filters }: List,
  rows: readonly T[],
  limit: number,
  positionOf: (last: T) => readonly string[],
) {
  const hasMore = rows.length > limit;
  const items = hasMore ? rows.slice(0, limit) : rows;
  const last = items.at(-1);
  const subject = { list: name, allowlist: organizationIds, filters };
  const cursor = hasMore && last !== undefined ? cursors.encode(subject, positionOf(last)) : null;
  return { items, page: { next_cursor: cursor, has_more: hasMore, limit } };
}
