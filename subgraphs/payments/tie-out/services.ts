import type { ServiceParts } from '../../../core/service-parts.js';
import { DifferenceActs } from './act/difference-acts.js';
import { TieOutDayService } from './day/tie-out-day.service.js';
import { TieOutDifferenceService } from './difference/tie-out-difference.service.js';

type Source = Pick<ServiceParts, 'db' | 'clock' | 'cursors'>;

/** Compared days, differences, and actions on them, for resolvers and commands. */
export function tieOutServices({ db, clock, cursors }: Source) {
  return {
    tieOutDays: new TieOutDayService({ db, clock, cursors }),
    differences: new TieOutDifferenceService({ db, clock, cursors }),
    acts: new DifferenceActs({ db, clock }),
  };
}
