import type { Page } from './types.js';

/**
 * The rows of a list, read page by page on demand. A row added while you read may or may not appear; existing rows
 * are neither lost nor repeated.
 *
 * @example
 * for await (const account of tributary.accounts.list({ limit: 500 })) console.log(account.id);
 */
export class List<Item> implements AsyncIterable<Item> {
  readonly #read: (cursor: string | undefined) => Promise<Page<Item>>;

  constructor(read: (cursor: string | undefined) => Promise<Page<Item>>) {
    this.#read = read;
  }

  /** The same by pages, for callers that store the cursor: pass it to a later call as `cursor`. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.#read(cursor);
      yield page;
      cursor = page.page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }
}
