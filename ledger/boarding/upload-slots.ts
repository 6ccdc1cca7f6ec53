import type { Transaction } from '../../core/db/database.js';
import { Problem } from '../../core/errors/problem.js';
import type { Principal } from '../../core/principal/principal.js';
import { BOARDING, countArriving, lockUploads } from './boarding.store.js';

/** Maximum number of files that arrive at the same time. */
const MOST_OF_KEY = 3;
const MOST_OF_ORGANIZATION = 6;

/**
 * Reserves capacity for one more upload; of concurrent requests, each counts the ones before. The command line is
 * exempt: its user has access to the database anyway.
 *
 * @throws {Problem} `too_many_uploads`
 */
export async function requireUploadSlot(
  tx: Transaction,
  { kind, actor }: Principal,
  organizationId: string,
): Promise<void> {
  if (kind === 'system') return;
  await tx.first(BOARDING, lockUploads, { organizationId, actor });
  const arriving = await tx.first(BOARDING, countArriving, { organizationId, actor });
  const { ofOrganization = 0, ofActor = 0 } = arriving ?? {};
  if (ofActor >= MOST_OF_KEY || ofOrganization >= MOST_OF_ORGANIZATION) throw new Problem('too_many_uploads');
}
