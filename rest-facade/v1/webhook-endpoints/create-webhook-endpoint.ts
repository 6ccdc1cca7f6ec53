import { z } from 'zod';
import { sent } from '../../../core/contract/checked.js';
import { createEndpointBody } from '../../../core/contract/webhook-endpoint.js';
import type {
  CreateWebhookEndpointMutation,
  CreateWebhookEndpointMutationVariables,
} from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';
import { operation } from '../../route.js';

/** Create a webhook endpoint. */
export const createWebhookEndpoint = operation({
  operationId: 'createWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhook-endpoints',
  summary: 'Create a webhook endpoint',
  description:
    'Events that happen from now on are sent to it, signed by Standard Webhooks. The secret is shown this once. Needs the scope `events:read` too. Revoking the key that made it does not stop it.',
  tag: 'Webhook endpoints',
  refusals: ['organization_out_of_scope', 'too_many_webhook_endpoints'],
  answers: { 201: {} },
  area: 'v1',
  scope: 'webhook_endpoints:write',
  request: z.object({ query: organizationQuery, body: createEndpointBody }),
  variables: ({ body }): CreateWebhookEndpointMutationVariables => ({
    input: sent({
      url: body.url,
      description: body.description,
      types: body.types,
      organizationIds: body.organization_ids,
    }),
  }),
  success: ({ createWebhookEndpoint }: CreateWebhookEndpointMutation) => ({ status: 201, body: createWebhookEndpoint }),
});
