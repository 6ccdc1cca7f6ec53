import type { Database } from '../../../core/db/database.js';
import type { Clock } from '../../../core/time/clock.js';
import type { Remotes } from './loan-system/loan-system.service.js';
import { LoanSystemService } from './loan-system/loan-system.service.js';

interface Source {
  readonly db: Database;
  readonly clock: Clock;
  readonly remotes: Remotes;
}

/** The loan systems from which accounts come, for resolvers and commands. */
export function loanSystemServices(source: Source) {
  return {
    loanSystems: new LoanSystemService(source),
  };
}
