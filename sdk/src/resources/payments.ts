import { failure } from '../errors.js';
import type { List } from '../list.js';
import type { CallOptions, KeyedCallOptions } from '../options.js';
import { type Api, type Call, keyOf } from '../transport/api.js';
import { backoffMs } from '../transport/backoff.js';
import {
  isSettled,
  type KeyState,
  type NewPayment,
  type Payment,
  type QueryOf,
  type Reversal,
  type SettledPayment,
  sentQuery,
} from '../types.js';

/** Payments that your organization collected: record, read and reverse them. */
export class Payments {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Records a payment once, however often it has to be sent. `pending_confirmation`: the loan system has not
   * confirmed it yet; see `recordAndWait`. A `failed` payment throws `servicing_rejected`: nothing was posted.
   *
   * @example
   * const payment = await tributary.payments.record(accountId, { amount_cents: 12_500, payment_method: 'cash' });
   */
  record(accountId: string, payment: NewPayment, options: KeyedCallOptions = {}): Promise<Payment> {
    return this.#record(options, accountId, payment, options);
  }

  /**
   * The same, and waits until the outcome is known: the payment is posted, or (`failed`) it was not posted and will
   * not be.
   *
   * @throws {TributaryError} `outcome_pending` when the deadline passes first, with the payment as last read.
   */
  async recordAndWait(accountId: string, payment: NewPayment, options: KeyedCallOptions = {}): Promise<SettledPayment> {
    const call = this.#api.call(options);
    const keyed = named(options);
    return this.#settled(call, await this.#record(call, accountId, payment, keyed), keyed);
  }

  get(paymentId: string, options: CallOptions = {}): Promise<Payment> {
    return this.#get(options, paymentId);
  }

  /** Waits until the outcome of a payment or its reversal is known. */
  async wait(paymentId: string, options: CallOptions = {}): Promise<SettledPayment> {
    const call = this.#api.call(options);
    return this.#settled(call, await this.#get(call, paymentId));
  }

  /** Payments recorded on an account through this API, newest first. */
  list(
    accountId: string,
    query: QueryOf<'/v1/accounts/{account_id}/payments'> = {},
    options: CallOptions = {},
  ): List<Payment> {
    const path = { account_id: accountId };
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/accounts/{account_id}/payments', {
        ...sending,
        params: { path, query: { ...query, ...at } },
      }),
    );
  }

  /**
   * Payments recorded on any account in scope, newest first. Filter by reference, status, method, amount or day (the
   * day of recording, or `effective_date`).
   */
  search(query: QueryOf<'/v1/payments'> = {}, options: CallOptions = {}): List<Payment> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/payments', {
        ...sending,
        params: { query: { ...sentQuery<'/v1/payments'>(query), ...at } },
      }),
    );
  }

  /**
   * The state of the request that used a key, for a process that lost its response. Not found does not mean that
   * nothing was sent; repeating the call with the same key is always safe.
   */
  ofKey(
    idempotencyKey: string,
    query: QueryOf<'/v1/idempotency-keys/{idempotency_key}'> = {},
    options: CallOptions = {},
  ): Promise<KeyState> {
    const params = { path: { idempotency_key: idempotencyKey }, query };
    return this.#api.ask(options, (sending) =>
      this.#api.base.GET('/v1/idempotency-keys/{idempotency_key}', { ...sending, params }),
    );
  }

  /** Reverses a posted payment, once. `reversal_pending`: the loan system has not confirmed it yet. */
  reverse(paymentId: string, reversal: Reversal = {}, options: KeyedCallOptions = {}): Promise<Payment> {
    return this.#reverse(options, paymentId, reversal, options);
  }

  /** The same, and waits: `reversed`, or `posted` as before if the loan system did not reverse it. */
  async reverseAndWait(
    paymentId: string,
    reversal: Reversal = {},
    options: KeyedCallOptions = {},
  ): Promise<SettledPayment> {
    const call = this.#api.call(options);
    const keyed = named(options);
    return this.#settled(call, await this.#reverse(call, paymentId, reversal, keyed), keyed);
  }

  #record(call: Call | CallOptions, accountId: string, body: NewPayment, options: KeyedCallOptions): Promise<Payment> {
    const params = { path: { account_id: accountId }, header: keyOf(options) };
    return this.#api.ask(call, (sending) =>
      this.#api.base.POST('/v1/accounts/{account_id}/payments', { ...sending, params, body }),
    );
  }

  #reverse(call: Call | CallOptions, paymentId: string, body: Reversal, options: KeyedCallOptions): Promise<Payment> {
    const params = { path: { payment_id: paymentId }, header: keyOf(options) };
    return this.#api.ask(call, (sending) =>
      this.#api.base.POST('/v1/payments/{payment_id}/reversal', { ...sending, params, body }),
    );
  }

  #get(call: Call | CallOptions, paymentId: string): Promise<Payment> {
    const params = { path: { payment_id: paymentId } };
    return this.#api.ask(call, (sending) => this.#api.base.GET('/v1/payments/{payment_id}', { ...sending, params }));
  }

  async #settled(call: Call, first: Payment, { idempotencyKey }: KeyedCallOptions = {}): Promise<SettledPayment> {
    let payment = first;
    const inDoubt = (cause?: unknown) =>
      failure('outcome_pending', { error_code: 'outcome_pending', payment }, { cause, idempotencyKey });
    for (let reads = 0; ; reads += 1) {
      if (isSettled(payment)) return payment;
      if (!(await call.deadline.pause(backoffMs(reads)))) throw inDoubt();
      try {
        payment = await this.#get(call, payment.payment_id);
      } catch (error) {
        // Whatever prevents the read, the caller learns which payment is unconfirmed.
        call.deadline.signal?.throwIfAborted();
        throw inDoubt(error);
      }
    }
  }
}

/** Fixes the call's key in advance, so that an error while waiting also carries it. */
function named(options: KeyedCallOptions): KeyedCallOptions {
  return { ...options, idempotencyKey: keyOf(options)['Idempotency-Key'] };
}
