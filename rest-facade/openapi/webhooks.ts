import { EVENT_TYPES, EVENTS, type EventType } from '../../core/contract/event-types.js';
import type { JsonObject } from './json-schema.js';

/** Of its own: a generator that makes one class for each tag would otherwise give clients of `Events` methods that only a receiver has. */
export const WEBHOOK_TAG = {
  name: 'Webhooks',
  description: 'What is sent to webhook endpoints: a receiver implements it.',
};

/**
 * What is sent to webhook endpoints, by type: each is an event as `GET /v1/events` shows it, signed.
 *
 * `x-internal`: openapi-generator would make methods of a client from them, which in Python have no types and do not compile.
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
      'Any 2xx is taken for an answer; anything else is tried again, up to ten times over three days. The same event may come more than once, always under the same `webhook-id`, and events may come out of order: `sequence` orders those of one object.',
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
    responses: { '2XX': { description: 'It has arrived.' }, '4XX': { description: 'It is tried again, but for 410.' } },
  };
}

/** Standard Webhooks' headers. */
const SIGNATURE: readonly JsonObject[] = [
  header('webhook-id', 'The event’s id: the same in every try.'),
  header(
    'webhook-timestamp',
    'When this try was made, seconds since 1970. Refuse one that is more than 5 minutes off.',
  ),
  header(
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA256 over id, timestamp and body with full stops between them, under the endpoint’s secret; several with blanks between them while the secret rotates.',
  ),
];

function header(name: string, description: string): JsonObject {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}
