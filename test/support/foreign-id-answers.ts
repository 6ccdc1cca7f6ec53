import { Api } from './api.js';
import type { Lender } from './lender.js';
import type { TestInstance } from './test-instance.js';

/** One of the two surfaces with the operations of Area B. */
export interface PrefixedSurface {
  /** The prefix of the path. */
  readonly prefix: '' | '/v1';
  readonly api: Api;
}

/** The same operations on both surfaces: the unversioned one with a key, `/v1` with a token. */
export async function prefixedSurfaces(instance: TestInstance, lender: Lender): Promise<readonly PrefixedSurface[]> {
  return [
    { prefix: '', api: new Api(instance.baseUrl, (await lender.key()).plaintext) },
    { prefix: '/v1', api: await lender.api() },
  ];
}

/**
 * The responses to foreign, missing and malformed ids on both surfaces, as `status body`, with the id replaced by ID.
 */
export async function answersToIds(
  doors: readonly PrefixedSurface[],
  path: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const answers = doors.flatMap(({ prefix, api }) =>
    ids.map(async (id) => {
      const { status, text } = await api.get(`${prefix}${path.replace('ID', encodeURIComponent(id))}`);
      return `${status} ${text}`;
    }),
  );
  return [...new Set(await Promise.all(answers))];
}

/** Every row of a list, page by page; `between` runs after each page. */
export async function readAllPages(
  { prefix, api }: PrefixedSurface,
  path: string,
  limit: number,
  between: () => Promise<void> = async () => undefined,
): Promise<readonly any[]> {
  const rows: unknown[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await api.get(`${prefix}${path}${path.includes('?') ? '&' : '?'}limit=${limit}${after}`);
    if (page.status !== 200) throw new Error(`${path} answered ${page.status}: ${page.text}`);
    rows.push(...page.json.items);
    cursor = page.json.page.next_cursor;
    await between();
  } while (cursor !== null);
  return rows;
}
