import type { List } from '../list.js';
import type { CallOptions } from '../options.js';
import type { Api } from '../transport/api.js';
import {
  type Account,
  type AccountDetail,
  type LifecycleEvent,
  type PaymentMethod,
  type PayoffQuote,
  type QueryOf,
  sentQuery,
  type Transaction,
} from '../types.js';

/** Loan accounts and their payments, transactions and payment methods. */
export class Accounts {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  list(query: QueryOf<'/v1/accounts'> = {}, options: CallOptions = {}): List<Account> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/accounts', { ...sending, params: { query: { ...query, ...at } } }),
    );
  }

  /** With borrowers, contract, amounts due, and the payoff. */
  get(id: string, options: CallOptions = {}): Promise<AccountDetail> {
    return this.#api.ask(options, (sending) =>
      this.#api.base.GET('/v1/accounts/{id}', { ...sending, params: { path: { id } } }),
    );
  }

  /** The payoff amount for money received on a given day, from today to 30 days ahead. */
  payoff(id: string, on?: string, options: CallOptions = {}): Promise<PayoffQuote> {
    const params = { path: { id }, query: on === undefined ? {} : { on } };
    return this.#api.ask(options, (sending) => this.#api.base.GET('/v1/accounts/{id}/payoff', { ...sending, params }));
  }

  /** The same as a letter to the borrower, as a PDF. */
  payoffLetter(id: string, on?: string, options: CallOptions = {}): Promise<Blob> {
    const params = { path: { id }, query: on === undefined ? {} : { on } };
    return this.#api.ask<Blob>(options, (sending) =>
      this.#api.base.GET('/v1/accounts/{id}/payoff-letter', { ...sending, params, parseAs: 'blob' }),
    );
  }

  transactions(
    id: string,
    query: QueryOf<'/v1/accounts/{id}/transactions'> = {},
    options: CallOptions = {},
  ): List<Transaction> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/accounts/{id}/transactions', {
        ...sending,
        params: { path: { id }, query: { ...sentQuery<'/v1/accounts/{id}/transactions'>(query), ...at } },
      }),
    );
  }

  lifecycleEvents(
    id: string,
    query: QueryOf<'/v1/accounts/{id}/lifecycle-events'> = {},
    options: CallOptions = {},
  ): List<LifecycleEvent> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/accounts/{id}/lifecycle-events', {
        ...sending,
        params: { path: { id }, query: { ...query, ...at } },
      }),
    );
  }

  /** Payment methods that may fund autopay: active, and owned by a borrower on the account. */
  paymentMethods(
    id: string,
    query: QueryOf<'/v1/accounts/{id}/payment-methods'> = {},
    options: CallOptions = {},
  ): List<PaymentMethod> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/accounts/{id}/payment-methods', {
        ...sending,
        params: { path: { id }, query: { ...query, ...at } },
      }),
    );
  }
}
