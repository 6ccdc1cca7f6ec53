import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { ListWebhookAttemptsQuery, ListWebhookAttemptsQueryVariables } from '../../generated/operations.js';
import { pageQuery } from '../page-query.js';

export const listWebhookAttempts = operation({
  operationId: 'listWebhookAttempts',
  method: 'GET',
  path: '/v1/webhook-endpoints/{id}/attempts',
  summary: 'List delivery attempts',
  description: 'The result of each attempt, newest first, with the first 2 KB of the response; kept for 30 days.',
  tag: 'Webhook endpoints',
  refusals: ['webhook_endpoint_not_found'],
  area: 'v1',
  scope: 'webhook_endpoints:read',
  request: z.object({
    path: z.object({ id: z.string() }),
    query: pageQuery.extend({ event_id: z.string().describe('Only attempts to deliver this event.').optional() }),
  }),
  variables: ({ path, query: { event_id, limit, cursor } }): ListWebhookAttemptsQueryVariables => ({
    ...path,
    event_id,
    limit,
    cursor,
  }),
  success: ({ webhookAttempts }: ListWebhookAttemptsQuery) => ({ status: 200, body: webhookAttempts }),
});
