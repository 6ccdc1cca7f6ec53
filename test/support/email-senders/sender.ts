import type { Temporal } from 'temporal-polyfill';
import type { EmailProvider } from '../../../connectors/email-providers/port.js';
import { WebhookRequest } from '../../../connectors/email-providers/webhook-request.js';

/** A provider as it is on the other side: it signs with a key of its own, and by its own documentation, not by our code. */
export interface Sender {
  readonly code: string;
  /** Our adapter, told the key of this sender. */
  readonly provider: EmailProvider;
  /** Our adapter, told another key before this sender's: as while keys are replaced. */
  rotating(): EmailProvider;
  /** Our adapter, told no key. */
  readonly keyless: EmailProvider;
  /** Whether a changed body, or an old request, can be told by the signature. */
  readonly signsBody: boolean;
  readonly signsTime: boolean;
  /** An event of a click, in the provider's words. */
  click(id: string): object;
  /** An event of a type that we do not keep. */
  delivery(): object;
  /** A request that carries an event, signed at an instant. */
  send(event: object, at: Temporal.Instant): SentRequest;
  /** The same request with the signature spelled in another way, each of them wrong. */
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
