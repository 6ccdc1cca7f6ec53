import type { List } from '../list.js';
import type { CallOptions } from '../options.js';
import type { Api } from '../transport/api.js';
import { type QueryOf, sentQuery, type Transaction } from '../types.js';

/** All transactions on accounts in scope, by any source. */
export class Transactions {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  list(query: QueryOf<'/v1/transactions'> = {}, options: CallOptions = {}): List<Transaction> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/transactions', {
        ...sending,
        params: { query: { ...sentQuery<'/v1/transactions'>(query), ...at } },
      }),
    );
  }
}
