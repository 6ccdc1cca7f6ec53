import type { CardProcessor, ChargeOrder } from '../../../../connectors/card-processors/port.js';
import type { WorkRow } from './run-work.reads.store.js';

/** An attempt that is sent under a lease. */
export interface SentAttempt {
  readonly id: string;
  readonly processor: CardProcessor;
  readonly order: ChargeOrder;
  readonly lease: string;
  readonly run: Pick<WorkRow, 'id' | 'organizationId' | 'scheduleId'>;
}
