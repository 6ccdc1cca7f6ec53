import type { List } from '../list.js';
import type { CallOptions } from '../options.js';
import type { Api } from '../transport/api.js';
import type { Organization, QueryOf } from '../types.js';

/** The organizations in the key's scope. */
export class Organizations {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  list(query: QueryOf<'/v1/organizations'> = {}, options: CallOptions = {}): List<Organization> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/organizations', { ...sending, params: { query: { ...query, ...at } } }),
    );
  }

  get(partyId: string, options: CallOptions = {}): Promise<Organization> {
    return this.#api.ask(options, (sending) =>
      this.#api.base.GET('/v1/organizations/{party_id}', { ...sending, params: { path: { party_id: partyId } } }),
    );
  }
}
