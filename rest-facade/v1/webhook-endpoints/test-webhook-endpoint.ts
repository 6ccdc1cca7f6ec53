import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { TestWebhookEndpointMutation, TestWebhookEndpointMutationVariables } from '../../generated/operations.js';
import { actAnswer, KEY_REFUSALS, optionalIdempotencyHeader } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';

export const testWebhookEndpoint = operation({
  operationId: 'testWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhook-endpoints/{id}/test',
  summary: 'Send a test event',
  description: 'Sends an event of the type `webhook_endpoint.test` to this endpoint only, whatever types it receives.',
  tag: 'Webhook endpoints',
  refusals: ['webhook_endpoint_not_found', 'webhook_endpoint_disabled', ...KEY_REFUSALS],
  answers: { 202: {} },
  area: 'v1',
  scope: 'webhook_endpoints:write',
  request: z.object({
    path: z.object({ id: z.string() }),
    query: organizationQuery,
    header: optionalIdempotencyHeader,
  }),
  variables: ({ path, header }): TestWebhookEndpointMutationVariables => ({
    ...path,
    idempotency_key: header['Idempotency-Key'],
  }),
  success: (answer: TestWebhookEndpointMutation) => actAnswer(202, answer.testWebhookEndpoint),
});
