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

/** Addresses that receive events. */
export class WebhookEndpoints {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * `secret` is the argument for `webhooks.verify`. Only this response shows it: to see it again, repeat the call
   * within a day with the same `idempotencyKey`.
   */
  create(endpoint: NewWebhookEndpoint, options: KeyedCallOptions = {}): Promise<WebhookEndpointWithSecret> {
    const params = { header: keyOf(options) };
    return this.#api.ask(options, (sending) =>
      this.#api.base.POST('/v1/webhook-endpoints', { ...sending, params, body: endpoint }),
    );
  }

  list(query: QueryOf<'/v1/webhook-endpoints'> = {}, options: CallOptions = {}): List<WebhookEndpoint> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/webhook-endpoints', { ...sending, params: { query: { ...query, ...at } } }),
    );
  }

  get(id: string, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.#api.ask(options, (sending) => this.#api.base.GET(ONE, { ...sending, params: { path: { id } } }));
  }

  update(id: string, change: WebhookEndpointChange, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.#api.ask(options, (sending) =>
      this.#api.base.PATCH(ONE, { ...sending, params: { path: { id } }, body: change }),
    );
  }

  delete(id: string, options: CallOptions = {}): Promise<void> {
    return this.#api.tell(options, (sending) => this.#api.base.DELETE(ONE, { ...sending, params: { path: { id } } }));
  }

  /** Creates a new secret; the previous one also signs for another day. */
  rotateSecret(id: string, options: KeyedCallOptions = {}): Promise<WebhookEndpointWithSecret> {
    const params = { path: { id }, header: keyOf(options) };
    return this.#api.ask(options, (sending) => this.#api.base.POST(`${ONE}/secret`, { ...sending, params }));
  }

  /** Sends a `webhook_endpoint.test` event, whatever types the endpoint takes. */
  test(id: string, options: KeyedCallOptions = {}): Promise<SentTestEvent> {
    const params = { path: { id }, header: keyOf(options) };
    return this.#api.ask(options, (sending) => this.#api.base.POST(`${ONE}/test`, { ...sending, params }));
  }

  /**
   * Resends one event, or the events of a period, under their own ids. If more remain, call again with `next_after`
   * as `after`.
   */
  resend(id: string, events: EventsToResend, options: KeyedCallOptions = {}): Promise<QueuedEvents> {
    const params = { path: { id }, header: keyOf(options) };
    return this.#api.ask(options, (sending) =>
      this.#api.base.POST(`${ONE}/resend`, { ...sending, params, body: events }),
    );
  }

  /** Every attempt to deliver an event to the endpoint. */
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
