import Stripe from 'stripe';
import type { ReadEvent, SignedCall } from '../../../core/contract/processor-event-reader-interface.js';
import { hintOf } from './event-hints.js';
import { eventObject, thinEvent } from './response-schemas.js';

/**
 * The largest age of a signature, and how far ahead its time may be: the client's default. Stripe signs each delivery
 * try again.
 */
const TOLERANCE_SECONDS = 300;

/** Stripe's own verification, in constant time, over the raw bytes. */
export function verifyEvent(secrets: readonly string[], call: SignedCall): ReadEvent {
  if (!secrets.some((secret) => isSignedWith(secret, call))) return { kind: 'forged' };
  const body = parsed(call.rawBody);
  const event = eventObject.safeParse(body);
  if (event.success) return { kind: 'genuine', hint: hintOf(event.data) };
  return { kind: 'unreadable', reason: thinEvent.safeParse(body).success ? 'thin_event' : 'not_an_event' };
}

function isSignedWith(secret: string, { rawBody, signature, receivedAt }: SignedCall): boolean {
  if (signature === undefined) return false;
  const at = receivedAt.epochMilliseconds;
  // The client only rejects old timestamps; a timestamp in the future would stay valid for longer than the tolerance.
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]);
  if (!(signedAt * 1_000 <= at + TOLERANCE_SECONDS * 1_000)) return false;
  try {
    const verifier = Stripe.webhooks.signature;
    return verifier?.verifyHeader(rawBody, signature, secret, TOLERANCE_SECONDS, undefined, at) === true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
