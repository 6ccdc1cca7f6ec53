import type { CardProcessors } from '../../../../connectors/card-processors/registry.js';
import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import type { Database } from '../../../../core/db/database.js';
import type { Logger } from '../../../../core/logging/logger.js';
import type { KeyedDigests } from '../../../../core/secrets/keyed-digests.js';
import type { Clock } from '../../../../core/time/clock.js';
import type { CheckBooks } from './books-side.js';

export interface TieOutParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly systems: LoanSystems;
  readonly processors: CardProcessors;
  /** Keys of the results' seals, which are not in the database. */
  readonly macs: KeyedDigests;
  /** Reports belong to another subgraph: the code that assembles both passes this function in. */
  readonly checkBooks: CheckBooks;
  readonly logger: Logger;
}
