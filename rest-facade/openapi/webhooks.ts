import { EVENT_TYPES, EVENTS, type EventType } from '../../core/contract/event-types.js';
import type { JsonObject } from './json-schema.js';

/**
 * A tag of its own: a generator that makes one class per tag would otherwise give clients of `Events` methods that only
 * a receiver has.
 */
export const WEBHOOK_TAG = {
  name: 'Webhooks',
  description: 'Requests that webhook endpoints receive: a receiver implements them.',
};

/**
 * The requests to webhook endpoints, by type: each is an event as in `GET /v1/events`, signed.
 *
 * `x-internal`: openapi-generator would make client methods from them, which in Python have no types and do not
 * compile.
 */
export function webhooks(): JsonObject {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: webhook(type) }]));
}

function webhook(type: EventType): JsonObject {
  return {
    'x-internal': true,
    operationId: `on_${type.replace('.', '_')}`,
    summary: EVENTS[type],
    description:
      'Any 2xx confirms the delivery; anything else is retried, up to ten times over three days. The same event may arrive more than once, always with the same `webhook-id`, and events may arrive out of order: `sequence` orders the events of one object.',
    tags: [WEBHOOK_TAG.name],
    security: [],
    parameters: SIGNATURE,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            allOf: [{ $ref: '#/components/schemas/Event' }, { type: 'object', properties: { type: { const: type } } }],
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'The event was received.' },
      '4XX': { description: 'The delivery is retried, except after 410.' },
    },
  };
}

/** Standard Webhooks' headers. */
const SIGNATURE: readonly JsonObject[] = [
  header('webhook-id', 'The event’s id: the same in every attempt.'),
  header(
    'webhook-timestamp',
    'Time of this attempt, in seconds since 1970. Refuse one that is more than 5 minutes off.',
  ),
  header(
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA256 over id, timestamp and body, joined by full stops, with the endpoint’s secret; several signatures separated by spaces while the secret rotates.',
  ),
];

function header(name: string, description: string): JsonObject {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}
