import type { List } from '../list.js';
import type { CallOptions } from '../options.js';
import type { Api } from '../transport/api.js';
import { type Event, type QueryOf, sentQuery } from '../types.js';

/** Changes, kept for 30 days. A new event never appears before one that was already served. */
export class Events {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Oldest first. Store the last `id` and pass it as `after` to continue from there.
   *
   * @example
   * for await (const event of tributary.events.list({ type: 'payment.*', after: last })) last = event.id;
   */
  list(query: QueryOf<'/v1/events'> = {}, options: CallOptions = {}): List<Event> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/events', { ...sending, params: { query: { ...sentQuery<'/v1/events'>(query), ...at } } }),
    );
  }
}
