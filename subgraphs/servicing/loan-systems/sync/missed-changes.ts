import { noteMissedChanges } from './changes.store.js';
import type { Lease, RunningPass } from './pass.store.js';
import type { DifferingHead } from './pass-loans.store.js';
import type { SetParts } from './sync-loans-in-sets.js';
import { SYNC } from './write-loan.js';

interface MissedParts extends SetParts {
  readonly lease: Lease;
}

/** Loans named in the log; the others are only counted. */
const MOST_NAMED = 20;

/**
 * Counts the loans of a full pass that changed, although the list of changes has not named them. A change that is so new
 * that the next read of that list names it is not missed.
 *
 * @param position - of the list of changes, before the list of loans was read.
 * @param read - the revisions as they were read, by external id: the list of loans may be older than what is stored.
 */
export async function noteMissed(
  parts: MissedParts,
  pass: RunningPass,
  position: string | null,
  differing: readonly DifferingHead[],
  read: ReadonlyMap<string, string>,
): Promise<void> {
  const { changes } = parts.source;
  if (changes === undefined || pass.mode !== 'full' || !pass.followedBefore || position === null) return;
  const changed = differing.filter(({ externalId, storedRevision }) => {
    const revision = read.get(externalId);
    return revision !== undefined && (storedRevision === null || changes.isNamedChange(storedRevision, revision));
  });
  if (changed.length === 0) return;
  const reached = await changes.since(position);
  if (reached.kind === 'unavailable' || reached.value === 'not_offered') return;
  const named = new Set(reached.value.loans);
  const missed = changed.map(({ externalId }) => externalId).filter((externalId) => !named.has(externalId));
  if (missed.length === 0) return;
  const { code, lease } = parts.lease;
  parts.logger.warn(
    { loan_system: code, missed: missed.length, loans: missed.slice(0, MOST_NAMED) },
    'loans had changed that the list of changes did not name',
  );
  await parts.db.many(SYNC, noteMissedChanges, { code, lease, count: missed.length });
}
