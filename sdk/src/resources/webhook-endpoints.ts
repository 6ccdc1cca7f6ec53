import type { List } from '../list.js';
import type { CallOptions, KeyedCallOptions } from '../options.js';
import { type Api, keyOf } from '../transport/api.js';
import type {
  EventsToResend,
  NewWebhookEndpoint,
  QueryOf,
  QueuedEvents,
  SentTestEvent,
  WebhookAttempt,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointWithSecret,
} from '../types.js';

const ONE = '/v1/webhook-endpoints/{id}';

/** Addresses that events are sent to. */
export class WebhookEndpoints {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Its `secret` is what `webhooks.verify` takes. It is shown here alone: to see it again, repeat the call within a day, with the
   * same `idempotencyKey`.
   */
  create(endpoint: NewWebhookEndpoint, options: KeyedCallOptions = {}): Promise<WebhookEndpointWithSecret> {
    const params = { header: keyOf(options) };
    return this.#api.ask(this.#api.call(options), (sending) =>
      this.#api.base.POST('/v1/webhook-endpoints', { ...sending, params, body: endpoint }),
    );
  }

  list(query: QueryOf<'/v1/webhook-endpoints'> = {}, options: CallOptions = {}): List<WebhookEndpoint> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/webhook-endpoints', { ...sending, params: { query: { ...query, ...at } } }),
    );
  }

  get(id: string, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.#api.ask(this.#api.call(options), (sending) =>
      this.#api.base.GET(ONE, { ...sending, params: { path: { id } } }),
    );
  }

  update(id: string, change: WebhookEndpointChange, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.#api.ask(this.#api.call(options), (sending) =>
      this.#api.base.PATCH(ONE, { ...sending, params: { path: { id } }, body: change }),
    );
  }

  delete(id: string, options: CallOptions = {}): Promise<void> {
    return this.#api.tell(this.#api.call(options), (sending) =>
      this.#api.base.DELETE(ONE, { ...sending, params: { path: { id } } }),
    );
  }

  /** A new secret; the one before it signs beside it for a day. */
  rotateSecret(id: string, options: KeyedCallOptions = {}): Promise<WebhookEndpointWithSecret> {
    const params = { path: { id }, header: keyOf(options) };
    return this.#api.ask(this.#api.call(options), (sending) =>
      this.#api.base.POST(`${ONE}/secret`, { ...sending, params }),
    );
  }

  /** Sends it an event of the type `webhook_endpoint.test`, whatever types it takes. */
  test(id: string, options: KeyedCallOptions = {}): Promise<SentTestEvent> {
    const params = { path: { id }, header: keyOf(options) };
    return this.#api.ask(this.#api.call(options), (sending) =>
      this.#api.base.POST(`${ONE}/test`, { ...sending, params }),
    );
  }

  /** One event, or those of a time, sent again under their own ids. Where there are more, call again with `next_after` as `after`. */
  resend(id: string, events: EventsToResend, options: KeyedCallOptions = {}): Promise<QueuedEvents> {
    const params = { path: { id }, header: keyOf(options) };
    return this.#api.ask(this.#api.call(options), (sending) =>
      this.#api.base.POST(`${ONE}/resend`, { ...sending, params, body: events }),
    );
  }

  /** Each time that an event was sent there. */
  attempts(
    id: string,
    query: QueryOf<'/v1/webhook-endpoints/{id}/attempts'> = {},
    options: CallOptions = {},
  ): List<WebhookAttempt> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET(`${ONE}/attempts`, { ...sending, params: { path: { id }, query: { ...query, ...at } } }),
    );
  }
}
