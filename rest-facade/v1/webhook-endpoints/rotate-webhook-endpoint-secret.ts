import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type {
  RotateWebhookEndpointSecretMutation,
  RotateWebhookEndpointSecretMutationVariables,
} from '../../generated/operations.js';
import { actAnswer, KEY_REFUSALS, optionalIdempotencyHeader } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';

export const rotateWebhookEndpointSecret = operation({
  operationId: 'rotateWebhookEndpointSecret',
  method: 'POST',
  path: '/v1/webhook-endpoints/{id}/secret',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'The new secret is shown only once; repeating the request with its Idempotency-Key within a day shows it again, while it is the current one. For a day the previous secret signs too, so that a receiver can change over; older ones no longer sign.',
  tag: 'Webhook endpoints',
  refusals: ['webhook_endpoint_not_found', 'webhook_secret_replaced', ...KEY_REFUSALS],
  area: 'v1',
  scope: 'webhook_endpoints:write',
  request: z.object({
    path: z.object({ id: z.string() }),
    query: organizationQuery,
    header: optionalIdempotencyHeader,
  }),
  variables: ({ path, header }): RotateWebhookEndpointSecretMutationVariables => ({
    ...path,
    idempotency_key: header['Idempotency-Key'],
  }),
  success: (answer: RotateWebhookEndpointSecretMutation) => actAnswer(200, answer.rotateWebhookEndpointSecret),
});
