import type { Clock } from '../../../core/clock.js';
import type { Database } from '../../../core/db/database.js';
import type { Cursors } from '../../../core/db/keyset.js';
import { OperatorExceptionService } from '../operator-exception/operator-exception.service.js';

interface Source {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
}

/** What waits for a person: for resolvers, and for commands. */
export function exceptionServices({ db, clock, cursors }: Source) {
  return {
    exceptions: new OperatorExceptionService({ db, clock, cursors }),
  };
}
