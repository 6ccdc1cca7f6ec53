import type { List } from '../list.js';
import type { CallOptions, KeyedCallOptions } from '../options.js';
import { type Api, keyOf } from '../transport/api.js';
import {
  type AutopayChange,
  type AutopayRun,
  type AutopaySchedule,
  type NewAutopaySchedule,
  type QueryOf,
  sentQuery,
} from '../types.js';

/** Schedules that charge a payment method and record the payment. */
export class Autopay {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  create(schedule: NewAutopaySchedule, options: KeyedCallOptions = {}): Promise<AutopaySchedule> {
    const params = { header: keyOf(options) };
    return this.#api.ask(options, (sending) =>
      this.#api.base.POST('/v1/autopay', { ...sending, params, body: schedule }),
    );
  }

  list(query: QueryOf<'/v1/autopay'> = {}, options: CallOptions = {}): List<AutopaySchedule> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/autopay', {
        ...sending,
        params: { query: { ...sentQuery<'/v1/autopay'>(query), ...at } },
      }),
    );
  }

  get(id: string, options: CallOptions = {}): Promise<AutopaySchedule> {
    return this.#api.ask(options, (sending) =>
      this.#api.base.GET('/v1/autopay/{id}', { ...sending, params: { path: { id } } }),
    );
  }

  /** Changes the payment method, the amount, the end date, or `status`: `'paused'`, or `'active'` to resume. */
  update(id: string, change: AutopayChange, options: CallOptions = {}): Promise<AutopaySchedule> {
    return this.#api.ask(options, (sending) =>
      this.#api.base.PATCH('/v1/autopay/{id}', { ...sending, params: { path: { id } }, body: change }),
    );
  }

  /** Cancels permanently. */
  cancel(id: string, options: CallOptions = {}): Promise<void> {
    return this.#api.tell(options, (sending) =>
      this.#api.base.DELETE('/v1/autopay/{id}', { ...sending, params: { path: { id } } }),
    );
  }

  /** The outcome of each due date. */
  runs(id: string, query: QueryOf<'/v1/autopay/{id}/runs'> = {}, options: CallOptions = {}): List<AutopayRun> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/autopay/{id}/runs', { ...sending, params: { path: { id }, query: { ...query, ...at } } }),
    );
  }
}
