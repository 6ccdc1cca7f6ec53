import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { ListWebhookEndpointsQuery, ListWebhookEndpointsQueryVariables } from '../../generated/operations.js';
import { pageQuery } from '../page-query.js';

export const listWebhookEndpoints = operation({
  operationId: 'listWebhookEndpoints',
  method: 'GET',
  path: '/v1/webhook-endpoints',
  summary: 'List webhook endpoints',
  description: 'Newest first: all endpoints whose organizations the caller may access, whichever key created them.',
  tag: 'Webhook endpoints',
  area: 'v1',
  scope: 'webhook_endpoints:read',
  request: z.object({ query: pageQuery }),
  variables: ({ query: { limit, cursor } }): ListWebhookEndpointsQueryVariables => ({ limit, cursor }),
  success: ({ webhookEndpoints }: ListWebhookEndpointsQuery) => ({ status: 200, body: webhookEndpoints }),
});
