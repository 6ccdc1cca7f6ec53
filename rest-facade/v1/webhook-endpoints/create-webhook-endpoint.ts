import { z } from 'zod';
import { withoutUndefined } from '../../../core/contract/checked-write.js';
import { createEndpointBody } from '../../../core/contract/webhook-endpoint.js';
import { operation } from '../../declare-operation-route.js';
import type {
  CreateWebhookEndpointMutation,
  CreateWebhookEndpointMutationVariables,
} from '../../generated/operations.js';
import { actAnswer, KEY_REFUSALS, optionalIdempotencyHeader } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';

export const createWebhookEndpoint = operation({
  operationId: 'createWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhook-endpoints',
  summary: 'Create a webhook endpoint',
  description:
    'Future events are sent to the endpoint, signed according to Standard Webhooks. The secret is shown only once; repeating the request with its Idempotency-Key within a day shows it again. Also needs the scope `events:read`. The endpoint keeps working when the key that created it is revoked.',
  tag: 'Webhook endpoints',
  refusals: [
    'organization_out_of_scope',
    'too_many_webhook_endpoints',
    'webhook_endpoint_not_found',
    'webhook_secret_replaced',
    ...KEY_REFUSALS,
  ],
  answers: { 201: {} },
  area: 'v1',
  scope: 'webhook_endpoints:write',
  request: z.object({ query: organizationQuery, header: optionalIdempotencyHeader, body: createEndpointBody }),
  variables: ({ header, body }): CreateWebhookEndpointMutationVariables => ({
    idempotency_key: header['Idempotency-Key'],
    input: withoutUndefined({
      url: body.url,
      description: body.description,
      types: body.types,
      organizationIds: body.organization_ids,
    }),
  }),
  success: (answer: CreateWebhookEndpointMutation) => actAnswer(201, answer.createWebhookEndpoint),
});
