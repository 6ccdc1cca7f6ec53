import { createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import { SENDGRID_HEADERS } from '../../../core/contract/webhook-signature-headers.js';
import type { EmailProvider } from '../port.js';
import { bytesOfBase64 } from '../verifying/base64.js';
import { matchesAnySecret } from '../verifying/match-any-secret.js';
import { NO_KEY, NO_SIGNATURE, refused, VERIFIED } from '../verifying/outcomes.js';
import { timestampFault } from '../verifying/timestamp.js';

/**
 * ECDSA on P-256 with SHA-256, over the timestamp and the body. It uses Node's OpenSSL, because SendGrid's package
 * computes in JavaScript and accepts the body as text only.
 */
export function createSendGridVerifier(publicKeys: readonly string[]): EmailProvider['verify'] {
  const keys = publicKeys.map(keyOf);
  return (request, now) => {
    const signature = request.header(SENDGRID_HEADERS.signature);
    const timestamp = request.header(SENDGRID_HEADERS.timestamp);
    if (signature === undefined && timestamp === undefined) return NO_SIGNATURE;
    if (signature === undefined || timestamp === undefined) return refused('signature_incomplete');
    if (keys.length === 0) return NO_KEY;

    const fault = timestampFault(timestamp, now);
    if (fault !== undefined) return refused(fault);
    const bytes = bytesOfBase64(signature);
    if (bytes === undefined) return refused('signature_malformed');
    const isGenuine = matchesAnySecret(keys, (key) =>
      createVerify('sha256').update(timestamp).update(request.rawBody).verify(key, bytes),
    );
    return isGenuine ? VERIFIED : refused('signature_mismatch');
  };
}

function keyOf(publicKey: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new Error("SendGrid's public key is not on the P-256 curve");
  return key;
}
