import { z } from 'zod';
import { createWebhookAddressBody } from '../../../core/contract/webhook-address.js';
import type {
  CreateWebhookAddressMutation,
  CreateWebhookAddressMutationVariables,
} from '../../generated/operations.js';
import { actAnswer, KEY_REFUSALS, optionalIdempotencyHeader } from '../../idempotency.js';
import { operation } from '../../operation.js';
import { organizationQuery } from '../../request/list-query.js';

/** 201 with the address, and once with its secret. */
export const createWebhookAddress = operation({
  operationId: 'createWebhookAddress',
  method: 'POST',
  path: '/campaign-events/webhook-addresses/',
  summary: 'Make a webhook address',
  description:
    'An address of the organization’s own that one email provider posts to. What Postmark and senders of the generic format show is made here and answered once: repeated with its Idempotency-Key within a day, the request is answered with the same address and, of the generic format, with its secret; of Postmark `secret` is null then, and `hint` says what to do; SendGrid’s verification key and Mailgun’s signing key are given.',
  tag: 'Campaign events',
  area: 'admin',
  scope: 'campaign_events:write',
  refusals: ['organization_not_found', 'webhook_address_not_found', ...KEY_REFUSALS],
  request: z.object({ query: organizationQuery, header: optionalIdempotencyHeader, body: createWebhookAddressBody }),
  variables: ({ header, body }): CreateWebhookAddressMutationVariables => ({
    idempotency_key: header['Idempotency-Key'],
    input: {
      organizationId: body.organization_id,
      provider: body.provider,
      name: body.name,
      publicKey: body.public_key,
      signingKey: body.signing_key,
    },
  }),
  success: (answer: CreateWebhookAddressMutation) => actAnswer(201, answer.createWebhookAddress),
});
