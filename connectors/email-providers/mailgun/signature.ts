import { createHash, createHmac } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { isoInstant } from '../../../core/time/dates.js';
import type { EmailProvider, ReplayToken } from '../port.js';
import { isJsonObject } from '../reading/json.js';
import { isSameSecret } from '../verifying/constant-time.js';
import { matchesAnySecret } from '../verifying/match-any-secret.js';
import { NO_KEY, NO_SIGNATURE, refused, rejected } from '../verifying/outcomes.js';
import { timestampFault } from '../verifying/timestamp.js';

/**
 * A retried call carries the signature of the first try. Retries come after 5, 10 and 15 minutes and 1, 2 and 4 hours:
 * 7.5 hours in all. A shorter limit would refuse all of them as too old, and the events of our downtime would be lost.
 */
const OLDEST_SECONDS = 8 * 3_600;

const schema = z.object({
  timestamp: z.union([z.string(), z.number()]).transform(String),
  token: z.string().min(1).max(255),
  signature: z.string(),
  /** Also present when a subaccount sent the message: the same with the main account's key. */
  'parent-signature': z.string().optional(),
});

/**
 * HMAC with SHA-256 over timestamp and token, in hex, inside the body. It does not cover the event: a person who has
 * seen one request could send another event with its signature, so the caller checks the replay token.
 *
 * Mailgun retries a call unless the answer is 200 or 406. A wrong signature may mean that our key is wrong, so such a
 * call is refused, and Mailgun retries it. A call that no retry can fix is rejected.
 *
 * @see https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks
 */
export function createMailgunVerifier(signingKeys: readonly string[]): EmailProvider['verify'] {
  return ({ body, isLarge }, now) => {
    if (body === undefined && !isLarge) return rejected('malformed_body', false);
    if (!isJsonObject(body) || !Object.hasOwn(body, 'signature')) return NO_SIGNATURE;
    const parsed = schema.safeParse(body['signature']);
    if (!parsed.success) return rejected('malformed_body', false);
    if (signingKeys.length === 0) return NO_KEY;

    const { timestamp, token, signature, 'parent-signature': parentSignature = '' } = parsed.data;
    const isGenuine = matchesAnySecret(signingKeys, (key) => {
      const expected = createHmac('sha256', key).update(timestamp).update(token).digest('hex');
      return matchesAnySecret([signature, parentSignature], (presented) => isSameSecret(presented, expected));
    });
    if (!isGenuine) return refused('signature_mismatch');
    const fault = timestampFault(timestamp, now, OLDEST_SECONDS);
    if (fault === 'timestamp_too_old') return rejected('too_old', true);
    if (fault !== undefined) return refused(fault);
    if (!isJsonObject(body['event-data'])) return rejected('malformed_body', true);
    return { kind: 'verified', replay: replayTokenOf(timestamp, token) };
  };
}

function replayTokenOf(timestamp: string, token: string): ReplayToken {
  const signedAt = Temporal.Instant.fromEpochMilliseconds(Number(timestamp) * 1_000);
  return {
    token: createHash('sha256').update(token).digest('hex'),
    acceptedUntil: isoInstant(signedAt.add({ seconds: OLDEST_SECONDS })),
  };
}
