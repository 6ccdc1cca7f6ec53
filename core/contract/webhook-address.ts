import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { EMAIL_PROVIDERS } from './campaign-event.js';
import { plainName } from './stored-text.js';
import { text } from './text.js';

/** 256 random bits in base64url: an address cannot be guessed. */
const PATH_ID = /^[A-Za-z0-9_-]{43}$/;

/** Whether it has the form of an organization's own path segment. */
export function isWebhookPathId(value: string): boolean {
  return PATH_ID.test(value);
}

/** The path for providers; an address's own segment follows it. */
export const WEBHOOK_PATH = '/campaign-events/webhook';

const publicKey = z
  .string()
  .max(500)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'public_key must be base64')
  .refine(isP256PublicKey, 'public_key must be the verification key that SendGrid shows: DER of a P-256 key, in base64')
  .describe('Only for SendGrid: the verification key that it shows.');

const signingKey = text({ minimum: 8, maximum: 200 }).describe(
  'Only for Mailgun: the HTTP webhook signing key that it shows.',
);

/**
 * Body of create-webhook-address. Credentials for Postmark and generic senders are generated here, and returned once.
 */
export const createWebhookAddressBody = z
  .strictObject({
    organization_id: z.string().describe('The organization of the address.'),
    provider: z.enum(EMAIL_PROVIDERS).describe('The provider that posts to it.'),
    name: plainName({ minimum: 1, maximum: 200 }).describe('The display name.'),
    public_key: publicKey.nullish(),
    signing_key: signingKey.nullish(),
  })
  .superRefine((body, context) => {
    for (const [field, provider] of GIVEN) {
      const isGiven = typeof body[field] === 'string';
      if (isGiven === (body.provider === provider)) continue;
      const message = isGiven ? `${field} is only for ${provider}` : `${field} is required for ${provider}`;
      context.addIssue({ code: 'custom', path: [field], message });
    }
  });

const GIVEN = [
  ['public_key', 'sendgrid'],
  ['signing_key', 'mailgun'],
] as const;

export type CreateWebhookAddressBody = z.output<typeof createWebhookAddressBody>;

function isP256PublicKey(value: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(value, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}
