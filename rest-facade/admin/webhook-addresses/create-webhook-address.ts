import { z } from 'zod';
import { createWebhookAddressBody } from '../../../core/contract/webhook-address.js';
import { operation } from '../../declare-operation-route.js';
import type {
  CreateWebhookAddressMutation,
  CreateWebhookAddressMutationVariables,
} from '../../generated/operations.js';
import { actAnswer, KEY_REFUSALS, optionalIdempotencyHeader } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';

/** 201 with the address, and only this once with its secret. */
export const createWebhookAddress = operation({
  operationId: 'createWebhookAddress',
  method: 'POST',
  path: '/campaign-events/webhook-addresses/',
  summary: 'Create a webhook address',
  description:
    'An organization’s own address, to which one email provider posts. For Postmark and senders of the generic format the credentials are generated and returned only once; for SendGrid the request gives the verification key, for Mailgun the signing key. The same request with the same Idempotency-Key within a day returns the same address: with its secret for the generic format; for Postmark `secret` is null and `hint` says what to do.',
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
