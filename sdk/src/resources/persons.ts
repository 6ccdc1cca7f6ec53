import type { List } from '../list.js';
import type { CallOptions } from '../options.js';
import type { Api } from '../transport/api.js';
import type { Account, Person, PersonDetail, QueryOf } from '../types.js';

/** Borrowers of accounts in scope. */
export class Persons {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  list(query: QueryOf<'/v1/persons'> = {}, options: CallOptions = {}): List<Person> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/persons', { ...sending, params: { query: { ...query, ...at } } }),
    );
  }

  /** With contact fields and addresses. */
  get(id: string, options: CallOptions = {}): Promise<PersonDetail> {
    return this.#api.ask(options, (sending) =>
      this.#api.base.GET('/v1/persons/{id}', { ...sending, params: { path: { id } } }),
    );
  }

  /** Accounts whose primary borrower is this person. */
  accounts(
    partyId: string,
    query: QueryOf<'/v1/persons/{party_id}/accounts'> = {},
    options: CallOptions = {},
  ): List<Account> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/persons/{party_id}/accounts', {
        ...sending,
        params: { path: { party_id: partyId }, query: { ...query, ...at } },
      }),
    );
  }
}
