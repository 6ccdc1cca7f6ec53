import { isUtf8 } from 'node:buffer';
import { Webhook } from 'standardwebhooks';
import type { EmailProvider } from '../port.js';
import { anyOf } from '../verifying/any-of.js';
import { isSameSecret } from '../verifying/constant-time.js';
import { NO_KEY, NO_SIGNATURE, refused, VERIFIED } from '../verifying/outcomes.js';
import { timestampFault } from '../verifying/timestamp.js';

const ID_HEADER = 'webhook-id';
const TIMESTAMP_HEADER = 'webhook-timestamp';
export const SIGNATURE_HEADER = 'webhook-signature';

/**
 * Standard Webhooks' symmetric scheme. The library says what the signature should be; its own comparison reads the machine's
 * clock, so that ours, which is handed in, could not be tested or moved.
 */
export function createGenericVerifier(secrets: readonly string[]): EmailProvider['verify'] {
  const webhooks = secrets.map((secret) => new Webhook(secret));
  return (request, now) => {
    const id = request.header(ID_HEADER);
    const timestamp = request.header(TIMESTAMP_HEADER);
    const signatures = request.header(SIGNATURE_HEADER);
    if (id === undefined && timestamp === undefined && signatures === undefined) return NO_SIGNATURE;
    if (id === undefined || timestamp === undefined || signatures === undefined) return refused('signature_incomplete');
    if (webhooks.length === 0) return NO_KEY;

    const fault = timestampFault(timestamp, now);
    if (fault !== undefined) return refused(fault);
    // The library signs text: bytes that are none would all be the same replacement character.
    if (!isUtf8(request.rawBody)) return refused('body_not_utf8');
    const body = Buffer.from(request.rawBody).toString();
    // A sender that changes its key may sign with both.
    const presented = signatures.split(' ');
    const isGenuine = anyOf(webhooks, (webhook) => {
      const expected = webhook.sign(id, new Date(Number(timestamp) * 1_000), body);
      return anyOf(presented, (signature) => isSameSecret(signature, expected));
    });
    return isGenuine ? VERIFIED : refused('signature_mismatch');
  };
}
