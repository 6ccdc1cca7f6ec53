import type { Database } from '../../../core/db/database.js';
import type { Cursors } from '../../../core/db/list-cursors-and-limits.js';
import type { Clock } from '../../../core/time/clock.js';
import { OperatorExceptionService, type Undecided } from './operator-exception.service.js';

interface Source {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly undecided: Undecided;
}

/** Exceptions, for resolvers and commands. */
export function exceptionServices({ db, clock, cursors, undecided }: Source) {
  return {
    exceptions: new OperatorExceptionService({ db, clock, cursors, undecided }),
  };
}
