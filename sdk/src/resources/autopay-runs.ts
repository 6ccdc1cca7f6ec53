import type { List } from '../list.js';
import type { CallOptions } from '../options.js';
import type { Api } from '../transport/api.js';
import type { AutopayRun, QueryOf } from '../types.js';

/** The outcome of each due date of autopay schedules: the objects of `autopay_run.*` events. */
export class AutopayRuns {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Runs of every schedule in scope, newest first. */
  list(query: QueryOf<'/v1/autopay-runs'> = {}, options: CallOptions = {}): List<AutopayRun> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/autopay-runs', { ...sending, params: { query: { ...query, ...at } } }),
    );
  }

  get(id: string, options: CallOptions = {}): Promise<AutopayRun> {
    return this.#api.ask(options, (sending) =>
      this.#api.base.GET('/v1/autopay-runs/{id}', { ...sending, params: { path: { id } } }),
    );
  }
}
