import { isUtf8 } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { STANDARD_HEADERS } from '../../../core/contract/webhook-signature-headers.js';
import type { EmailProvider } from '../port.js';
import { isSameSecret } from '../verifying/constant-time.js';
import { matchesAnySecret } from '../verifying/match-any-secret.js';
import { NO_KEY, NO_SIGNATURE, refused, VERIFIED } from '../verifying/outcomes.js';
import { timestampFault } from '../verifying/timestamp.js';

/**
 * Standard Webhooks' symmetric scheme: HMAC with SHA-256 over id, timestamp and body. It uses Node's OpenSSL, because
 * the standard's own package computes in JavaScript, which takes a tenth of a second for a large call from an unknown
 * sender.
 */
export function createGenericVerifier(secrets: readonly string[]): EmailProvider['verify'] {
  const keys = secrets.map((secret) => Buffer.from(secret.slice('whsec_'.length), 'base64'));
  return (request, now) => {
    const id = request.header(STANDARD_HEADERS.id);
    const timestamp = request.header(STANDARD_HEADERS.timestamp);
    const signatures = request.header(STANDARD_HEADERS.signature);
    if (id === undefined && timestamp === undefined && signatures === undefined) return NO_SIGNATURE;
    if (id === undefined || timestamp === undefined || signatures === undefined) return refused('signature_incomplete');
    if (keys.length === 0) return NO_KEY;

    const fault = timestampFault(timestamp, now);
    if (fault !== undefined) return refused(fault);
    // The signature covers text: for bytes that are not valid text, senders' libraries would all sign the same
    // replacement character.
    if (!isUtf8(request.rawBody)) return refused('body_not_utf8');
    // During a key rotation a sender may sign with both keys.
    const presented = signatures.split(' ');
    const isGenuine = matchesAnySecret(keys, (key) => {
      const signed = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(request.rawBody);
      const expected = `v1,${signed.digest('base64')}`;
      return matchesAnySecret(presented, (signature) => isSameSecret(signature, expected));
    });
    return isGenuine ? VERIFIED : refused('signature_mismatch');
  };
}
