import { z } from 'zod';
import type { EndWebhookAddressMutation, EndWebhookAddressMutationVariables } from '../../generated/operations.js';
import { operation } from '../../operation.js';
import { organizationQuery } from '../../request/list-query.js';

/** 204, and again. */
export const endWebhookAddress = operation({
  operationId: 'endWebhookAddress',
  method: 'DELETE',
  path: '/campaign-events/webhook-addresses/{id}',
  summary: 'End a webhook address',
  description: 'Repeatable. From then on calls to it are refused as calls to an address that never was.',
  tag: 'Campaign events',
  area: 'admin',
  scope: 'campaign_events:write',
  refusals: ['webhook_address_not_found'],
  request: z.object({ path: z.object({ id: z.string() }), query: organizationQuery }),
  variables: ({ path }): EndWebhookAddressMutationVariables => path,
  success: (_: EndWebhookAddressMutation) => ({ status: 204 }),
});
