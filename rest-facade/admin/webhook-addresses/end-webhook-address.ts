import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { EndWebhookAddressMutation, EndWebhookAddressMutationVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

/** 204, also when repeated. */
export const endWebhookAddress = operation({
  operationId: 'endWebhookAddress',
  method: 'DELETE',
  path: '/campaign-events/webhook-addresses/{id}',
  summary: 'End a webhook address',
  description: 'Repeatable. Later calls to it are refused like calls to an unknown address.',
  tag: 'Campaign events',
  area: 'admin',
  scope: 'campaign_events:write',
  refusals: ['webhook_address_not_found'],
  request: z.object({ path: z.object({ id: z.string() }), query: organizationQuery }),
  variables: ({ path }): EndWebhookAddressMutationVariables => path,
  success: (_: EndWebhookAddressMutation) => ({ status: 204 }),
});
