import { z } from 'zod';
import { isP256PublicKey, isWebhookSecret, secretList } from '../setting-schemas.js';

/** How webhooks of email providers are verified. */
export const EMAIL_PROVIDERS = {
  SENDGRID_WEBHOOK_PUBLIC_KEY: secretList(
    isP256PublicKey,
    'must be the public key that SendGrid shows (DER in base64); several are separated by commas',
  ).describe(
    'Verification key of SendGrid’s signed event webhook. Without a key, calls need a bearer token. For this and the secrets below: during a replacement, old and new separated by a comma.',
  ),
  MAILGUN_WEBHOOK_SIGNING_KEY: secretList(() => true, 'must not have an empty value between commas').describe(
    'Secret. Mailgun’s HTTP webhook signing key. Without it, its calls need a bearer token.',
  ),
  POSTMARK_WEBHOOK_USERNAME: z
    .string()
    .regex(/^[^:]+$/, 'must not contain a colon')
    .optional()
    .describe('User name that Postmark sends (HTTP Basic). Without it, its calls need a bearer token.'),
  POSTMARK_WEBHOOK_PASSWORD: secretList(() => true, 'must not have an empty value between commas').describe(
    'Secret. Password that Postmark sends; it must not contain a comma.',
  ),
  GENERIC_WEBHOOK_SECRET: secretList(
    isWebhookSecret,
    'must be whsec_ and at least 24 bytes in base64; several are separated by commas',
  ).describe('Secret. Verifies event webhooks of any other sender (Standard Webhooks, `whsec_…`).'),
};
