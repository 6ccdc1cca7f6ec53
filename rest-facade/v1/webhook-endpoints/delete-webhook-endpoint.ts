import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type {
  DeleteWebhookEndpointMutation,
  DeleteWebhookEndpointMutationVariables,
} from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

export const deleteWebhookEndpoint = operation({
  operationId: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: '/v1/webhook-endpoints/{id}',
  summary: 'Delete a webhook endpoint',
  description: 'Stops sending to it, and deletes its secrets.',
  tag: 'Webhook endpoints',
  refusals: ['webhook_endpoint_not_found'],
  area: 'v1',
  scope: 'webhook_endpoints:write',
  request: z.object({ path: z.object({ id: z.string() }), query: organizationQuery }),
  variables: ({ path }): DeleteWebhookEndpointMutationVariables => path,
  success: (_: DeleteWebhookEndpointMutation) => ({ status: 204 }),
});
