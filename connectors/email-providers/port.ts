import type { Temporal } from 'temporal-polyfill';
import type { CampaignBounceType, EmailEventType, EmailProviderCode } from '../../core/contract/campaign-event.js';
import type { PlainText } from '../../core/contract/stored-text.js';
import type { IsoInstant } from '../../core/time/dates.js';
import type { JsonFault } from './reading/json.js';
import type { WebhookRequest } from './webhook-request.js';

/**
 * The port that every email provider's webhook implements. Outcomes are values, never exceptions: there is an outcome
 * for anything that an unknown sender posts.
 */
export interface EmailProvider {
  /** The code under which the provider is registered: it is used in the path, on campaigns and on stored events. */
  readonly code: EmailProviderCode;

  /** Whether the headers of a request have this provider's form. They do not prove who sent it. */
  isNamedBy(request: WebhookRequest): boolean;
  /** The same check for the content: the body, or the first event of a large body. */
  looksLike(body: unknown): boolean;
  /** Authenticates the sender by the signature over the raw bytes. Called once, when the request arrives. */
  verify(request: WebhookRequest, now: Temporal.Instant): Verification;
  /** Reads the events. It needs the body only, so that a stored batch can be read later, and again. */
  parse(rawBody: Uint8Array): ParsedBatch;
}

/**
 * - `verified`: the provider sent it. `replay` is set if the signature does not cover the body: the caller stores its
 *   token and refuses a second request with the same token and another body.
 * - `refused`: it claims to be the provider's and is not, or is too old.
 * - `rejected`: the call will never be accepted. Only providers that stop on a particular status use this. `isGenuine`:
 *   the signature is right.
 * - `unsigned`: it contains nothing that could be verified. The sender must present a bearer token.
 *
 * Reasons are for the log, never for the caller.
 */
export type Verification =
  | { readonly kind: 'verified'; readonly replay: ReplayToken | null }
  | { readonly kind: 'refused'; readonly reason: RefusalReason }
  | { readonly kind: 'rejected'; readonly reason: RejectionReason; readonly isGenuine: boolean }
  | { readonly kind: 'unsigned'; readonly reason: 'no_signature' | 'no_key' };

/** A verification after which a call may be stored. An unsigned call also needs a bearer token. */
export type Acceptable = Extract<Verification, { kind: 'verified' | 'unsigned' }>;

export type RejectionReason = 'malformed_body' | 'too_old' | 'token_used';

export type RefusalReason =
  | 'signature_incomplete'
  | 'signature_malformed'
  | 'signature_mismatch'
  | 'timestamp_malformed'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'credentials_malformed'
  | 'credentials_mismatch'
  | 'body_not_utf8';

export interface ReplayToken {
  /** SHA-256 of the provider's token, in hex: it has a fixed length and does not reveal the token. */
  readonly token: string;
  /** The last instant at which its timestamp is accepted; after that the token may be deleted. */
  readonly acceptedUntil: IsoInstant;
}

/**
 * - `parsed`: each event separately. An unreadable event does not affect the others.
 * - `malformed`: the whole body does not have this provider's form.
 */
export type ParsedBatch =
  | {
      readonly kind: 'parsed';
      readonly events: readonly PlacedEvent[];
      /** Events of types that we do not keep: delivered, processed, and any type that the provider adds later. */
      readonly ignoredCount: number;
      readonly unreadable: readonly UnreadableEvent[];
    }
  | { readonly kind: 'malformed'; readonly reason: MalformedReason };

export type MalformedReason = JsonFault | 'unexpected_shape' | 'too_many_unreadable' | 'adapter_failed';

export interface PlacedEvent {
  /** Its index in the body, from 0. */
  readonly position: number;
  readonly event: NormalizedEvent;
}

/** An event of a type that we keep, with a required field missing or invalid. */
export interface UnreadableEvent {
  /** Its index in the body, from 0. */
  readonly position: number;
  /** The field and the problem; never the field's value, which may be personal data. */
  readonly reason: string;
  /** A body with this event alone, so that a later version of the adapter can read it again. */
  readonly body: Buffer;
}

export type BounceType = CampaignBounceType;

export interface NormalizedEvent {
  /**
   * The provider's id of the event, or, if it sends none, `sha256:` of the event's identifying fields. Stable over
   * retries.
   */
  readonly providerEventId: string;
  readonly type: EmailEventType;
  /** For bounces only; null when the provider does not report it. */
  readonly bounceType: BounceType | null;
  /** The address in lower case: providers differ in case, and suppression lists compare it. */
  readonly recipient: PlainText;
  /** The link that was clicked. Untrusted text: it may have any scheme. */
  readonly url: PlainText | null;
  readonly occurredAt: IsoInstant;
  /**
   * Identifiers that may name the campaign: the provider's own, the most specific first, then the sender's variables.
   */
  readonly campaignReferences: readonly CampaignReference[];
  readonly providerMessageId: PlainText | null;
  /** Opened or clicked by a scanner or a prefetcher, not by a person. */
  readonly isMachine: boolean;
}

export interface CampaignReference {
  /** In the provider's spelling: `singlesend_id`, `tags`, `Metadata.campaign`. */
  readonly field: string;
  /** The value under which a campaign may be registered; for a general-purpose variable, `name=value`. */
  readonly value: PlainText;
}
