import { z } from 'zod';
import { createWebhookAddressBody } from '../../../core/contract/webhook-address.js';
import type {
  CreateWebhookAddressMutation,
  CreateWebhookAddressMutationVariables,
} from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';
import { operation } from '../../route.js';

/** 201 with the address, and once with its secret. */
export const createWebhookAddress = operation({
  operationId: 'createWebhookAddress',
  method: 'POST',
  path: '/campaign-events/webhook-addresses/',
  summary: 'Make a webhook address',
  description:
    'An address of the organization’s own that one email provider posts to. What Postmark and senders of the generic format show is made here and answered this once; SendGrid’s verification key and Mailgun’s signing key are given.',
  tag: 'Campaign events',
  area: 'admin',
  scope: 'campaign_events:write',
  refusals: ['organization_not_found'],
  request: z.object({ query: organizationQuery, body: createWebhookAddressBody }),
  variables: ({ body }): CreateWebhookAddressMutationVariables => ({
    input: {
      organizationId: body.organization_id,
      provider: body.provider,
      name: body.name,
      publicKey: body.public_key,
      signingKey: body.signing_key,
    },
  }),
  success: ({ createWebhookAddress: made }: CreateWebhookAddressMutation) => ({ status: 201, body: made }),
});
