import type { Database, Queries } from '../db/database.js';
import { systemPrincipal } from '../principal/principal.js';
import type { PostingReferences } from './posting-references.js';
import { latestCheck, lockChecks, recordCheck } from './secret-check.store.js';

/** The references of this process are not those of the database; the message is for the person who starts it. */
export class UnknownReferenceSecretError extends Error {
  override readonly name = 'UnknownReferenceSecretError';

  constructor() {
    super(
      'POSTING_REFERENCE_SECRET lacks the secret under which this database last posted payments: a repeated payment would be posted twice. Set both, separated by a comma (docs/operations.md, rotating)',
    );
  }
}

const CHECK = systemPrincipal('posting-references');

/**
 * Compares the configured secrets with the one that the database used last, and records the one that is used from now on.
 * Older secrets beside a newer database, or newer ones beside an older database, would post repeated payments again.
 *
 * @throws {UnknownReferenceSecretError}
 */
export async function requireKnownSecret(db: Database, references: PostingReferences): Promise<void> {
  const { check } = references;
  if (check === undefined) return;
  if ((await requireLatest(db, references)) === check) return;
  await db.transaction(async (tx) => {
    await tx.first(CHECK, lockChecks, {});
    if ((await requireLatest(tx, references)) !== check) await tx.first(CHECK, recordCheck, { checkValue: check });
  });
}

async function requireLatest(queries: Queries, references: PostingReferences): Promise<string | undefined> {
  const latest = await queries.first(CHECK, latestCheck, {});
  if (latest !== undefined && !references.knows(latest.checkValue)) throw new UnknownReferenceSecretError();
  return latest?.checkValue;
}
