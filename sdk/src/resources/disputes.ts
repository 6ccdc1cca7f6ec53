import type { List } from '../list.js';
import type { CallOptions } from '../options.js';
import type { Api } from '../transport/api.js';
import type { Dispute, QueryOf } from '../types.js';

/** Disputes of autopay charges by borrowers' banks: the objects of `dispute.*` events. */
export class Disputes {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The most recently opened first. */
  list(query: QueryOf<'/v1/disputes'> = {}, options: CallOptions = {}): List<Dispute> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/disputes', { ...sending, params: { query: { ...query, ...at } } }),
    );
  }

  get(id: string, options: CallOptions = {}): Promise<Dispute> {
    return this.#api.ask(options, (sending) =>
      this.#api.base.GET('/v1/disputes/{id}', { ...sending, params: { path: { id } } }),
    );
  }
}
