import type { Database } from '../../../core/db/database.js';
import type { Cursors } from '../../../core/db/list-cursors-and-limits.js';
import type { Clock } from '../../../core/time/clock.js';
import { ProcessorEventService } from './processor-event.service.js';

interface Source {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
}

/** Events of card processors, for resolvers and commands. */
export function processorEventServices({ db, clock, cursors }: Source) {
  return { processorEvents: new ProcessorEventService({ db, clock, cursors }) };
}
