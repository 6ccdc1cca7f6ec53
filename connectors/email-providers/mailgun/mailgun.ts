import type { EmailProvider } from '../port.js';
import { readBatch } from '../reading/batch.js';
import { isJsonObject } from '../reading/json.js';
import { mailgunReader } from './events.js';
import { createMailgunVerifier } from './signature.js';

export interface MailgunOptions {
  /** The account's "HTTP webhook signing key"; several during a rotation. Without a key nothing can be verified. */
  readonly signingKeys: readonly string[];
}

/**
 * Mailgun's webhooks in JSON. Its older form-encoded webhooks ended in 2023.
 *
 * @see https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads
 */
export function createMailgun({ signingKeys }: MailgunOptions): EmailProvider {
  return {
    code: 'mailgun',
    isNamedBy: () => false,
    looksLike: (body) => isJsonObject(body) && Object.hasOwn(body, 'event-data'),
    verify: createMailgunVerifier(signingKeys),
    parse: (rawBody) => readBatch(rawBody, mailgunReader),
  };
}
