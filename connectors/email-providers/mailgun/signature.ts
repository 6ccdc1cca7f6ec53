import { createHash, createHmac } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { isoInstant } from '../../../core/dates.js';
import type { EmailProvider, ReplayToken } from '../port.js';
import { isJsonObject } from '../reading/json.js';
import { anyOf } from '../verifying/any-of.js';
import { isSameSecret } from '../verifying/constant-time.js';
import { NO_KEY, NO_SIGNATURE, refused } from '../verifying/outcomes.js';
import { timestampFault } from '../verifying/timestamp.js';

/**
 * A call that is sent again carries the signature of the first one: after 5, 10 and 15 minutes, 1, 2 and 4 hours, which is 7.5 hours in
 * all. Refused as too old they would all be, and what happened while we were away would be lost.
 */
const OLDEST_SECONDS = 8 * 3_600;

const schema = z.object({
  timestamp: z.union([z.string(), z.number()]).transform(String),
  token: z.string().min(1).max(255),
  signature: z.string(),
  /** Beside it when a subaccount sent the message: the same, with the main account's key. */
  'parent-signature': z.string().optional(),
});

/**
 * HMAC with SHA-256 over timestamp and token, in hex, inside the body. It does not cover the event: whoever has seen one
 * request could send another event with its signature, hence the replay token.
 *
 * @see https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks
 */
export function createMailgunVerifier(signingKeys: readonly string[]): EmailProvider['verify'] {
  return ({ body }, now) => {
    if (!isJsonObject(body) || !Object.hasOwn(body, 'signature')) return NO_SIGNATURE;
    const parsed = schema.safeParse(body['signature']);
    if (!parsed.success) return refused('signature_malformed');
    if (signingKeys.length === 0) return NO_KEY;

    const { timestamp, token, signature, 'parent-signature': parentSignature = '' } = parsed.data;
    const fault = timestampFault(timestamp, now, OLDEST_SECONDS);
    if (fault !== undefined) return refused(fault);
    const isGenuine = anyOf(signingKeys, (key) => {
      const expected = createHmac('sha256', key).update(timestamp).update(token).digest('hex');
      return anyOf([signature, parentSignature], (presented) => isSameSecret(presented, expected));
    });
    return isGenuine ? { kind: 'verified', replay: replayTokenOf(timestamp, token) } : refused('signature_mismatch');
  };
}

function replayTokenOf(timestamp: string, token: string): ReplayToken {
  const signedAt = Temporal.Instant.fromEpochMilliseconds(Number(timestamp) * 1_000);
  return {
    token: createHash('sha256').update(token).digest('hex'),
    acceptedUntil: isoInstant(signedAt.add({ seconds: OLDEST_SECONDS })),
  };
}
