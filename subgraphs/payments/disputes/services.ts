import type { Clock } from '../../../core/clock.js';
import type { Database } from '../../../core/db/database.js';
import type { Cursors } from '../../../core/db/keyset.js';
import { DisputeService } from '../dispute/dispute.service.js';
import { ProcessorEventService } from '../processor-event/processor-event.service.js';

interface Source {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
}

/** Disputes, and what card processors have told of: for resolvers, and for commands. */
export function disputeServices({ db, clock, cursors }: Source) {
  return {
    disputes: new DisputeService({ db, cursors }),
    processorEvents: new ProcessorEventService({ db, clock, cursors }),
  };
}
