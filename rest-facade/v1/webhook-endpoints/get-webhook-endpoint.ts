import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { GetWebhookEndpointQuery, GetWebhookEndpointQueryVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

export const getWebhookEndpoint = operation({
  operationId: 'getWebhookEndpoint',
  method: 'GET',
  path: '/v1/webhook-endpoints/{id}',
  summary: 'Read a webhook endpoint',
  description:
    'The endpoint with its health: when the current run of failures began, why it is disabled, and the period that it missed.',
  tag: 'Webhook endpoints',
  refusals: ['webhook_endpoint_not_found'],
  area: 'v1',
  scope: 'webhook_endpoints:read',
  request: z.object({ path: z.object({ id: z.string() }), query: organizationQuery }),
  variables: ({ path }): GetWebhookEndpointQueryVariables => path,
  success: ({ webhookEndpoint }: GetWebhookEndpointQuery) => ({ status: 200, body: webhookEndpoint }),
});
