import type { Page } from '../core/db/list-cursors-and-limits.js';

/** All items of a list, read page by page. */
export async function everyItem<T>(read: (cursor: string | null) => Promise<Page<T>>): Promise<readonly T[]> {
  const found: T[] = [];
  let cursor: string | null = null;
  do {
    const { items, page }: Page<T> = await read(cursor);
    found.push(...items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}
