import type { Temporal } from 'temporal-polyfill';
import type { EmailProvider } from '../../../connectors/email-providers/port.js';
import { WebhookRequest } from '../../../connectors/email-providers/webhook-request.js';

/** A provider's side: it signs with its own key, by its own documentation, not by our code. */
export interface Sender {
  readonly code: string;
  /** Our adapter, configured with this sender's key. */
  readonly provider: EmailProvider;
  /** Our adapter, configured with another key before this sender's, as during a key rotation. */
  rotating(): EmailProvider;
  /** Our adapter without a key. */
  readonly keyless: EmailProvider;
  /** Whether the signature detects a changed body or an old request. */
  readonly signsBody: boolean;
  readonly signsTime: boolean;
  /** A click event in the provider's format. */
  click(id: string): object;
  /** An event of a type that we do not store. */
  delivery(): object;
  /** A request that carries an event, signed at an instant. */
  send(event: object, at: Temporal.Instant): SentRequest;
  /** The same request with other spellings of the signature, all invalid. */
  misspell(request: SentRequest): readonly SentRequest[];
}

export interface SentRequest {
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly rawBody: Buffer;
}

export function received({ headers, rawBody }: SentRequest): WebhookRequest {
  return new WebhookRequest(headers, rawBody);
}

export function secondsOf(instant: Temporal.Instant): string {
  return String(Math.floor(instant.epochMilliseconds / 1_000));
}
