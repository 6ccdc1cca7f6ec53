import type { NormalizedEvent } from '../port.js';

/** The normalized meaning of a record. */
export type Meaning = Pick<NormalizedEvent, 'type' | 'bounceType'>;

const HARD: Meaning = { type: 'bounce', bounceType: 'hard' };
const SOFT: Meaning = { type: 'bounce', bounceType: 'soft' };
const UNKNOWN: Meaning = { type: 'bounce', bounceType: null };
export const COMPLAINT: Meaning = { type: 'complaint', bounceType: null };
const UNSUBSCRIBE: Meaning = { type: 'unsubscribe', bounceType: null };

/**
 * The meaning of Postmark's bounce types; undefined for types that are not delivery failures, such as an automatic
 * answer.
 *
 * @see https://postmarkapp.com/developer/api/bounce-api#bounce-types
 */
export function bounceMeaning(type: unknown): Meaning | undefined {
  return BOUNCES.has(type) ? BOUNCES.get(type) : UNKNOWN;
}

const BOUNCES: ReadonlyMap<unknown, Meaning | undefined> = new Map([
  ['HardBounce', HARD],
  ['BadEmailAddress', HARD],
  ['ManuallyDeactivated', HARD],
  ['SoftBounce', SOFT],
  ['Transient', SOFT],
  ['DnsError', SOFT],
  // The sender or the message was refused, not the address.
  ['Blocked', SOFT],
  ['SpamNotification', SOFT],
  ['VirusNotification', SOFT],
  ['DMARCPolicy', SOFT],
  ['SMTPApiError', SOFT],
  ['Unsubscribe', UNSUBSCRIBE],
  ['Subscribe', undefined],
  ['AutoResponder', undefined],
  ['AddressChange', undefined],
  ['ChallengeVerification', undefined],
  ['OpenRelayTest', undefined],
  ['Unconfirmed', undefined],
  ['SpamComplaint', COMPLAINT],
  ['InboundError', undefined],
  ['TemplateRenderingFailed', undefined],
]);

/** An address is also suppressed after a hard bounce or a complaint, which must not count as an unsubscribe. */
export function suppressionMeaning(reason: unknown): Meaning {
  if (reason === 'HardBounce') return HARD;
  return reason === 'SpamComplaint' ? COMPLAINT : UNSUBSCRIBE;
}
