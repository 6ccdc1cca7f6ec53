import type { EmailProvider } from '../port.js';
import { readBatch } from '../reading/batch.js';
import { isJsonObject } from '../reading/json.js';
import { mailgunReader } from './events.js';
import { createMailgunVerifier } from './signature.js';

export interface MailgunOptions {
  /** The account's "HTTP webhook signing key". Without it nothing can be verified. */
  readonly signingKey: string | undefined;
}

/**
 * Mailgun's webhooks in JSON. Its older ones, form-encoded, ended in 2023.
 *
 * @see https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads
 */
export function createMailgun({ signingKey }: MailgunOptions): EmailProvider {
  return {
    code: 'mailgun',
    recognizes: ({ body }) => isJsonObject(body) && Object.hasOwn(body, 'event-data'),
    verify: createMailgunVerifier(signingKey),
    parse: (rawBody) => readBatch(rawBody, mailgunReader),
  };
}
