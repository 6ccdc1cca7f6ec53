import Stripe from 'stripe';
import type { ReadEvent, SignedCall } from '../../../core/contract/processor-hint.js';
import { hintOf } from './hints.js';
import { eventObject, thinEvent } from './objects.js';

/** How old a signature may be, and how far ahead: what the client takes by default. Stripe signs each try anew. */
const TOLERANCE_SECONDS = 300;

/** Stripe's own verification, in constant time, over the bytes as they came. */
export function readSigned(secrets: readonly string[], call: SignedCall): ReadEvent {
  if (!secrets.some((secret) => isSignedWith(secret, call))) return { kind: 'forged' };
  const body = parsed(call.rawBody);
  const event = eventObject.safeParse(body);
  if (event.success) return { kind: 'genuine', hint: hintOf(event.data) };
  return { kind: 'unreadable', reason: thinEvent.safeParse(body).success ? 'thin_event' : 'not_an_event' };
}

function isSignedWith(secret: string, { rawBody, signature, receivedAt }: SignedCall): boolean {
  if (signature === undefined) return false;
  const at = receivedAt.epochMilliseconds;
  // The client refuses what is too old; a timestamp from the future would be good for longer than that.
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
