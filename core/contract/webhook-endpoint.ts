import { z } from 'zod';
import { isoInstantOf } from '../time/dates.js';
import { eventSubscription } from './event-subscription.js';
import { plainProse, plainUrl } from './stored-text.js';

export const ENDPOINT_STATUSES = ['enabled', 'disabled'] as const;
/** Why an endpoint is disabled. */
export const DISABLED_REASONS = ['request', 'gone', 'failing'] as const;
/** How far the delivery of an event to an endpoint has come. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
/** The present rule that an endpoint from before the rule breaks. */
export const ENDPOINT_CONCERNS = ['address_refused', 'sandbox_mixed'] as const;
export type EndpointConcern = (typeof ENDPOINT_CONCERNS)[number];

const url = plainUrl({ minimum: 1, maximum: 2_000 }).describe(
  'Where events are sent: https, a public address, without credentials and without a fragment.',
);
const description = plainProse({ maximum: 200 }).nullable().optional().describe('What it is used for.');
const types = z
  .array(eventSubscription)
  .min(1)
  .max(50)
  .describe('Event types; `payment.*` for all of one kind of object, `*` for all.');

/** Body of create-webhook-endpoint. */
export const createEndpointBody = z.strictObject({
  url,
  description,
  types,
  organization_ids: z
    .array(z.string().max(100))
    .min(1)
    .max(1_000)
    .optional()
    .describe('The organization whose events are sent; default: every organization that the caller reaches.'),
});

export type CreateEndpointBody = z.output<typeof createEndpointBody>;

/** Body of update-webhook-endpoint: fields that are left out stay. */
export const updateEndpointBody = z.strictObject({
  url: url.optional(),
  description,
  types: types.optional(),
  status: z.enum(ENDPOINT_STATUSES).optional().describe('`disabled` stops deliveries; events are still kept.'),
});
export type UpdateEndpointBody = z.output<typeof updateEndpointBody>;

/** With any offset, in the years 1 to 9999. */
const instant = z.iso.datetime({ offset: true }).check(({ value, issues }) => {
  if (isoInstantOf(value) === undefined) issues.push({ code: 'invalid_format', format: 'datetime', input: value });
});

/** Body of resend-webhook-events: one event, or the events of a period. */
export const resendBody = z
  .strictObject({
    event_id: z.string().max(100).optional().describe('One event, delivered or not.'),
    from: instant
      .optional()
      .describe('Or the events from this instant on, of the types that the endpoint is subscribed to …'),
    until: instant.optional().describe('… and before this one; default: now.'),
    undelivered_only: z
      .boolean()
      .optional()
      .describe('With a period: only events since the endpoint was created that were not delivered to it.'),
    after: z
      .string()
      .max(100)
      .optional()
      .describe('With a period: only events after this one; `next_after` of an earlier call.'),
  })
  .refine(({ event_id, from }) => (event_id === undefined) !== (from === undefined), {
    path: ['event_id'],
    message: 'either event_id or from must be given',
  })
  .refine(({ from, after }) => after === undefined || from !== undefined, {
    path: ['after'],
    message: 'after is only allowed with from',
  })
  .refine(({ from, undelivered_only }) => undelivered_only === undefined || from !== undefined, {
    path: ['undelivered_only'],
    message: 'undelivered_only is only allowed with from',
  });
