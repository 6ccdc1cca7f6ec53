import type { Database } from '../../../core/db/database.js';
import type { Cursors } from '../../../core/db/list-cursors-and-limits.js';
import { DisputeService } from './dispute/dispute.service.js';

interface Source {
  readonly db: Database;
  readonly cursors: Cursors;
}

/** Disputes, for resolvers and commands. */
export function disputeServices({ db, cursors }: Source) {
  return {
    disputes: new DisputeService({ db, cursors }),
  };
}
