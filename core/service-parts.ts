import type { Database } from './db/database.js';
import type { Cursors } from './db/list-cursors-and-limits.js';
import type { ClientKeys } from './idempotency/client-keys.js';
import type { Logger } from './logging/logger.js';
import type { PostingReferences } from './posting-references/posting-references.js';
import type { SecretsAtRest } from './secrets/at-rest.js';
import type { KeyedDigests } from './secrets/keyed-digests.js';
import type { Clock } from './time/clock.js';

/** The parts of a process that most services use; each service picks its own. */
export interface ServiceParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly clientKeys: ClientKeys;
  readonly postingReferences: PostingReferences;
  readonly secrets: SecretsAtRest;
  readonly contactDigests: KeyedDigests;
  readonly logger: Logger;
}
