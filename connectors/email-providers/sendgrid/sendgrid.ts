import { SENDGRID_HEADERS } from '../../../core/contract/webhook-signature-headers.js';
import type { EmailProvider } from '../port.js';
import { readBatch } from '../reading/batch.js';
import { isJsonObject } from '../reading/json.js';
import { sendGridReader } from './events.js';
import { createSendGridVerifier } from './signature.js';

export interface SendGridOptions {
  /** As SendGrid shows them: DER in base64; several during a rotation. Without a key nothing can be verified. */
  readonly publicKeys: readonly string[];
}

/**
 * Twilio SendGrid's Event Webhook, signed.
 *
 * @throws {Error} when a public key is not on the P-256 curve: a configuration error
 * @see https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event
 */
export function createSendGrid({ publicKeys }: SendGridOptions): EmailProvider {
  return {
    code: 'sendgrid',
    isNamedBy: (request) => request.header(SENDGRID_HEADERS.signature) !== undefined,
    looksLike: looksLikeEvents,
    verify: createSendGridVerifier(publicKeys),
    parse: (rawBody) => readBatch(rawBody, sendGridReader),
  };
}

function looksLikeEvents(body: unknown): boolean {
  const first: unknown = Array.isArray(body) ? body[0] : undefined;
  return isJsonObject(first) && typeof first['event'] === 'string' && 'timestamp' in first;
}
