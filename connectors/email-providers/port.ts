import type { Temporal } from 'temporal-polyfill';
import type { CampaignBounceType, EmailEventType, EmailProviderCode } from '../../core/contract/campaign-event.js';
import type { PlainText } from '../../core/contract/stored-text.js';
import type { IsoInstant } from '../../core/time/dates.js';
import type { JsonFault } from './reading/json.js';
import type { WebhookRequest } from './webhook-request.js';

/**
 * What every email provider's webhook tells us, whichever it is. Outcomes are values, never
 * exceptions: whatever a stranger posts has an answer here.
 */
export interface EmailProvider {
  /** The code under which it is registered: in the path, on campaigns and on stored events. */
  readonly code: EmailProviderCode;

  /** Whether the headers of a request say that it is this provider's. Says nothing of who sent it. */
  isNamedBy(request: WebhookRequest): boolean;
  /** The same, of what it sent: its body, or of a large one its first event. */
  looksLike(body: unknown): boolean;
  /** Who sent it, by the signature over the bytes as they came. Asked once, when the request is there. */
  verify(request: WebhookRequest, now: Temporal.Instant): Verification;
  /** What it tells. Needs the body alone, so that a stored batch can be read later, and again. */
  parse(rawBody: Uint8Array): ParsedBatch;
}

/**
 * - `verified`: the provider sent it. `replay` is there where the signature does not cover the body: the caller keeps its token
 *   and refuses a second request with the same token and another body.
 * - `refused`: it claims to be the provider's and is not, or is too old.
 * - `rejected`: the call will never be accepted. Only providers that stop on a particular status use this. `isGenuine`: the
 *   signature is right.
 * - `unsigned`: nothing in it could be checked. Whoever sent it must show a bearer token.
 *
 * Reasons are for the log, never for the caller.
 */
export type Verification =
  | { readonly kind: 'verified'; readonly replay: ReplayToken | null }
  | { readonly kind: 'refused'; readonly reason: RefusalReason }
  | { readonly kind: 'rejected'; readonly reason: RejectionReason; readonly isGenuine: boolean }
  | { readonly kind: 'unsigned'; readonly reason: 'no_signature' | 'no_key' };

/** A verification with which a call may be stored. An unsigned call also needs a bearer token. */
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
  /** SHA-256 of the provider's token, in hex: of one length, and of no use to who reads it. */
  readonly token: string;
  /** The last instant at which its timestamp is accepted; the token may be forgotten afterwards. */
  readonly acceptedUntil: IsoInstant;
}

/**
 * - `parsed`: each event for itself. One that cannot be read does not take the others with it.
 * - `malformed`: the body as a whole is none of this provider's.
 */
export type ParsedBatch =
  | {
      readonly kind: 'parsed';
      readonly events: readonly PlacedEvent[];
      /** Events of types that we do not keep: delivered, processed, and whatever the provider invents next. */
      readonly ignoredCount: number;
      readonly unreadable: readonly UnreadableEvent[];
    }
  | { readonly kind: 'malformed'; readonly reason: MalformedReason };

export type MalformedReason = JsonFault | 'unexpected_shape' | 'too_many_unreadable' | 'adapter_failed';

export interface PlacedEvent {
  /** Its place in the body, from 0. */
  readonly position: number;
  readonly event: NormalizedEvent;
}

/** An event of a type that we keep, without something that it must have. */
export interface UnreadableEvent {
  /** Its place in the body, from 0. */
  readonly position: number;
  /** The field and what is wrong with it; never its value, which may be personal. */
  readonly reason: string;
  /** A body with this event alone, to be read again by an adapter that knows better. */
  readonly body: Buffer;
}

export type BounceType = CampaignBounceType;

export interface NormalizedEvent {
  /** The provider's id of the event; where it gives none, `sha256:` of what tells the event from others. Stable over retries. */
  readonly providerEventId: string;
  readonly type: EmailEventType;
  /** Only of a bounce, and null when the provider does not say. */
  readonly bounceType: BounceType | null;
  /** The address in lower case: providers disagree on the case, and lists compare it. */
  readonly recipient: PlainText;
  /** What was clicked. Outside text: it may be any scheme. */
  readonly url: PlainText | null;
  readonly occurredAt: IsoInstant;
  /** What may name the campaign: the provider's own identifiers, the most specific first, then the sender's variables. */
  readonly campaignReferences: readonly CampaignReference[];
  readonly providerMessageId: PlainText | null;
  /** Opened or clicked by a scanner or a prefetcher, not by a person. */
  readonly isMachine: boolean;
}

export interface CampaignReference {
  /** As the provider spells it: `singlesend_id`, `tags`, `Metadata.campaign`. */
  readonly field: string;
  /** Under which a campaign may be registered; of a variable that may say anything, `name=value`. */
  readonly value: PlainText;
}
