import type { Database } from '../../../core/db/database.js';
import type { Cursors } from '../../../core/db/list-cursors-and-limits.js';
import type { Clock } from '../../../core/time/clock.js';
import { DifferenceActs } from './act/difference-acts.js';
import { TieOutDayService } from './day/tie-out-day.service.js';
import { TieOutDifferenceService } from './difference/tie-out-difference.service.js';

interface Source {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
}

/** Compared days, differences, and actions on them, for resolvers and commands. */
export function tieOutServices({ db, clock, cursors }: Source) {
  return {
    tieOutDays: new TieOutDayService({ db, clock, cursors }),
    differences: new TieOutDifferenceService({ db, clock, cursors }),
    acts: new DifferenceActs({ db, clock }),
  };
}
