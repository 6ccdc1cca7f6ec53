import type { CardProcessors } from '../../../../connectors/card-processors/registry.js';
import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import type { Database } from '../../../../core/db/database.js';
import type { Logger } from '../../../../core/logging/logger.js';
import type { KeyedDigests } from '../../../../core/secrets/keyed-digests.js';
import type { Clock } from '../../../../core/time/clock.js';
import type { CheckBooks } from './books.js';

export interface TieOutParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly systems: LoanSystems;
  readonly processors: CardProcessors;
  /** Of results: under a key that the database does not have. */
  readonly macs: KeyedDigests;
  /** The reports are another subgraph's: whoever puts the two together hands in how they are asked. */
  readonly checkBooks: CheckBooks;
  readonly logger: Logger;
}
