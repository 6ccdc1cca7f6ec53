import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { EMAIL_PROVIDERS } from './campaign-event.js';
import { plainName } from './stored-text.js';
import { text } from './text.js';

/** 256 random bits in base64url: nobody finds an address by trying. */
const PATH_ID = /^[A-Za-z0-9_-]{43}$/;

/** Whether it has the form of what stands in the path of an organization's own address. */
export function isWebhookPathId(value: string): boolean {
  return PATH_ID.test(value);
}

/** Where providers post to, behind which the address's own part comes. */
export const WEBHOOK_PATH = '/campaign-events/webhook';

const publicKey = z
  .string()
  .max(500)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'public_key must be base64')
  .refine(isP256PublicKey, 'public_key must be the verification key that SendGrid shows: DER of a P-256 key, in base64')
  .describe('Of SendGrid, and only there: the verification key that it shows.');

const signingKey = text({ minimum: 8, maximum: 200 }).describe(
  'Of Mailgun, and only there: the HTTP webhook signing key that it shows.',
);

/** What makes an address. What Postmark and generic senders show is made here, and answered once. */
export const createWebhookAddressBody = z
  .strictObject({
    organization_id: z.string().describe('Whose address it is.'),
    provider: z.enum(EMAIL_PROVIDERS).describe('Who posts there.'),
    name: plainName({ minimum: 1, maximum: 200 }).describe('What people call it.'),
    public_key: publicKey.nullish(),
    signing_key: signingKey.nullish(),
  })
  .superRefine((body, context) => {
    for (const [field, provider] of GIVEN) {
      const isGiven = typeof body[field] === 'string';
      if (isGiven === (body.provider === provider)) continue;
      const message = isGiven ? `${field} is for ${provider} alone` : `${field} is required for ${provider}`;
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
