import { z } from 'zod';
import type { ListWebhookEndpointsQuery, ListWebhookEndpointsQueryVariables } from '../../generated/operations.js';
import { operation } from '../../operation.js';
import { pageQuery } from '../page.js';

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
