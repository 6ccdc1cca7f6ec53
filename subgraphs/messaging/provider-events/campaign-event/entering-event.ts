import type { EmailProviderCode } from '../../../../core/contract/campaign-event.js';
import type { ArrivingEvent } from './enter-events.store.js';

/** The origin of an event, which limits what it may match. */
export interface Provenance {
  readonly provider: EmailProviderCode;
  /** Signed, or sent by a caller with access to every organization: any campaign may take it. */
  readonly isSigned: boolean;
  /** If not: the allowlist of the key that sent it. */
  readonly organizationIds: readonly string[];
}

export interface EnteringEvent extends Omit<Provenance, 'provider'> {
  readonly event: ArrivingEvent;
}
