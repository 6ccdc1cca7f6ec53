import type { Transaction } from '../../core/db/database.js';
import { limitToOrganization } from '../../core/principal/principal.js';
import { isoInstant } from '../../core/time/dates.js';
import type { AccountChange } from './account-change.js';
import { accountAfter, applyChange, hasRareConsequences, PROJECTION, withId } from './apply-change.js';
import { type ChangesParameters, writeChanges } from './changes-of-accounts.store.js';
import { withNormalizedSigns } from './normalize-signs.js';
import type { ProjectionContext } from './projection-context.js';

/**
 * Does what `applyChange` does, for at most one change of each of several accounts of one organization: those of open
 * loans in one statement, all others one by one.
 *
 * @throws {Error} when an account does not exist in that organization: a bug.
 */
export async function applyChanges(
  tx: Transaction,
  projecting: ProjectionContext,
  organizationId: string,
  changes: readonly AccountChange[],
): Promise<void> {
  const together = changes.filter(isOfOpenLoan);
  if (together.length > 0) {
    const parameters = changesParameters(projecting, organizationId, together);
    const written = await tx.many(limitToOrganization(PROJECTION, organizationId), writeChanges, parameters);
    if (written.length !== together.length) throw new Error('an account does not exist, so it cannot be changed');
  }
  for (const change of changes) if (!isOfOpenLoan(change)) await applyChange(tx, projecting, change);
}

function isOfOpenLoan(change: AccountChange): boolean {
  const { statusCode, version, lifecycleEvents } = change;
  const isOpen = statusCode === 'active' || statusCode === 'delinquent';
  const isReopened = lifecycleEvents.some(({ type }) => type === 'reopened');
  return isOpen && version === undefined && !isReopened && !hasRareConsequences(change);
}

function changesParameters(
  { clock }: ProjectionContext,
  organizationId: string,
  changes: readonly AccountChange[],
): ChangesParameters {
  const at = clock.now();
  const after = changes.map((change) => accountAfter(change, at));
  const transactions = changes.flatMap(({ accountId, transactions: ofAccount }) =>
    ofAccount.map((transaction) => withId({ ...withNormalizedSigns(transaction), accountId }, at)),
  );
  const events = changes.flatMap(({ accountId, lifecycleEvents }) =>
    lifecycleEvents.map((event) => withId({ ...event, accountId }, at)),
  );
  return {
    organizationId,
    changes: JSON.stringify(after),
    transactions: JSON.stringify(transactions),
    events: JSON.stringify(events),
    recordedAt: isoInstant(at),
  };
}
