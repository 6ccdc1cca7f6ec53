import { contactDigestsOf } from '../../../core/audit/contact-digests.js';
import type { Resources } from '../resources.js';

/** Dependencies of every subgraph. */
export function sharedSource(resources: Resources) {
  const { db, clock, endSchedules, cursors, clientKeys, secrets, config, logger } = resources;
  const contactDigests = contactDigestsOf(config.DATA_ENCRYPTION_KEYS);
  return { db, clock, endSchedules, cursors, clientKeys, secrets, contactDigests, logger };
}
