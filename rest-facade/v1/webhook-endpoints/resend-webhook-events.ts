import { z } from 'zod';
import { withoutUndefined } from '../../../core/contract/checked-write.js';
import { resendBody } from '../../../core/contract/webhook-endpoint.js';
import { operation } from '../../declare-operation-route.js';
import type { ResendWebhookEventsMutation, ResendWebhookEventsMutationVariables } from '../../generated/operations.js';
import { actAnswer, KEY_REFUSALS, optionalIdempotencyHeader } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';

export const resendWebhookEvents = operation({
  operationId: 'resendWebhookEvents',
  method: 'POST',
  path: '/v1/webhook-endpoints/{id}/resend',
  summary: 'Send events again',
  description:
    'One event, whether or not it was delivered, or the events of a period: 10,000 at most, oldest first, one organization after the other. If there may be more, `next_after` is the last one: repeat the request with it as `after`. Each event keeps its `webhook-id`; an event still waiting for its first attempt is not queued twice; of a period, nor is one whose attempt is under way or due within two minutes, or that another request for a period has queued whose first attempts are not over. `queued` is the number that was queued now.',
  tag: 'Webhook endpoints',
  refusals: ['webhook_endpoint_not_found', 'event_not_found', 'webhook_endpoint_disabled', ...KEY_REFUSALS],
  answers: { 202: {} },
  area: 'v1',
  scope: 'webhook_endpoints:write',
  request: z.object({
    path: z.object({ id: z.string() }),
    query: organizationQuery,
    header: optionalIdempotencyHeader,
    body: resendBody,
  }),
  variables: ({ path, header, body }): ResendWebhookEventsMutationVariables => ({
    ...path,
    idempotency_key: header['Idempotency-Key'],
    input: withoutUndefined({
      eventId: body.event_id,
      from: body.from,
      until: body.until,
      undeliveredOnly: body.undelivered_only,
      after: body.after,
    }),
  }),
  success: (answer: ResendWebhookEventsMutation) => actAnswer(202, answer.resendWebhookEvents),
});
