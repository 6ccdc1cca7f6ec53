import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { ListWebhookAddressesQuery, ListWebhookAddressesQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';

/** Newest first, including ended addresses; never with secrets. */
export const listWebhookAddresses = operation({
  operationId: 'listWebhookAddresses',
  method: 'GET',
  path: '/campaign-events/webhook-addresses/',
  summary: 'List webhook addresses',
  description: 'Newest first, including ended ones.',
  tag: 'Campaign events',
  area: 'admin',
  scope: 'campaign_events:read',
  request: z.object({ query: listQuery }),
  variables: ({ query }): ListWebhookAddressesQueryVariables => query,
  success: ({ webhookAddresses }: ListWebhookAddressesQuery) => ({ status: 200, body: webhookAddresses }),
});
