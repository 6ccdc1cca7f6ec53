import type { List } from '../list.js';
import { type CallOptions, type KeyedCallOptions, withFileTimeouts } from '../options.js';
import { type Api, keyOf } from '../transport/api.js';
import type { File } from '../transport/send-once.js';
import type { Boarding, BoardingProblem, QueryOf, QueryToPost } from '../types.js';

const ALL = '/v1/ledger/boardings';
const ONE = `${ALL}/{id}` as const;

/** Portfolios imported into the ledger from a file. */
export class Boardings {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Uploads a file; poll `get` until `finished_at` is set. A `Blob` is streamed, and read again if it has to be sent
   * again: in Node, `openAsBlob(path)` gives a file without loading it into memory.
   *
   * @param format - `text/csv` or `application/x-ndjson`
   * @example
   * const boarding = await tributary.boardings.create(await openAsBlob('portfolio.csv'), 'text/csv', { dry_run:
   * 'true' });
   */
  create(
    file: File,
    format: 'text/csv' | 'application/x-ndjson' = 'text/csv',
    query: QueryToPost<typeof ALL> = {},
    options: KeyedCallOptions = {},
  ): Promise<Boarding> {
    const params = { query, header: keyOf(options) };
    const headers = { 'content-type': format };
    return this.#api.ask(
      withFileTimeouts(options),
      (sending) => this.#api.base.POST(ALL, { ...sending, params, headers, body: '' }),
      file,
    );
  }

  get(id: string, options: CallOptions = {}): Promise<Boarding> {
    return this.#api.ask(options, (sending) => this.#api.base.GET(ONE, { ...sending, params: { path: { id } } }));
  }

  /** The problems of the file, by row and column. */
  problems(
    id: string,
    query: QueryOf<'/v1/ledger/boardings/{id}/problems'> = {},
    options: CallOptions = {},
  ): List<BoardingProblem> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET(`${ONE}/problems`, { ...sending, params: { path: { id }, query: { ...query, ...at } } }),
    );
  }

  /** Abandons a boarding. Loans already written stay; the same file again writes the rest. */
  abandon(id: string, options: KeyedCallOptions = {}): Promise<Boarding> {
    const params = { path: { id }, header: keyOf(options) };
    return this.#api.ask(options, (sending) =>
      this.#api.base.POST(`${ONE}/abandonment`, { ...sending, params, body: {} }),
    );
  }
}
