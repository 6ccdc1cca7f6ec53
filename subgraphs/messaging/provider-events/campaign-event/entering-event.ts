import type { EmailProviderCode } from '../../../../core/contract/campaign-event.js';
import type { ArrivingEvent } from './enter-events.store.js';

/** Where an event comes from, which bounds what it may match. */
export interface Provenance {
  readonly provider: EmailProviderCode;
  /** Signed, or vouched for by somebody who reaches every organization: any campaign may take it. */
  readonly isSigned: boolean;
  /** When it is not: the allowlist of the key that sent it. */
  readonly organizationIds: readonly string[];
}

export interface EnteringEvent extends Omit<Provenance, 'provider'> {
  readonly event: ArrivingEvent;
}
