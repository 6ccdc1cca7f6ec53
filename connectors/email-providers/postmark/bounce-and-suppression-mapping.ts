import type { NormalizedEvent } from '../port.js';

/** The normalized meaning of a record. */
export type MappedRecord = Pick<NormalizedEvent, 'type' | 'bounceType'>;

const HARD: MappedRecord = { type: 'bounce', bounceType: 'hard' };
const SOFT: MappedRecord = { type: 'bounce', bounceType: 'soft' };
const UNKNOWN: MappedRecord = { type: 'bounce', bounceType: null };
export const COMPLAINT: MappedRecord = { type: 'complaint', bounceType: null };
const UNSUBSCRIBE: MappedRecord = { type: 'unsubscribe', bounceType: null };

/**
 * The meaning of Postmark's bounce types; undefined for types that are not delivery failures, such as an automatic
 * answer.
 *
 * @see https://postmarkapp.com/developer/api/bounce-api#bounce-types
 */
export function mapBounce(type: unknown): MappedRecord | undefined {
  return BOUNCES.has(type) ? BOUNCES.get(type) : UNKNOWN;
}

const BOUNCES: ReadonlyMap<unknown, MappedRecord | undefined> = new Map([
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
export function mapSuppression(reason: unknown): MappedRecord {
  if (reason === 'HardBounce') return HARD;
  return reason === 'SpamComplaint' ? COMPLAINT : UNSUBSCRIBE;
}
