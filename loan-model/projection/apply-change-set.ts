import { chunksOf } from '../../core/chunks.js';
import type { Transaction } from '../../core/db/database.js';
import { limitToOrganization, systemPrincipal } from '../../core/principal/principal.js';
import { isoInstant } from '../../core/time/dates.js';
import type { AccountChange } from './account-change.js';
import { accountAfter, applyEndOfLoan, recordBeforeReopening, reversedPairs, withId } from './apply-change.js';
import { reverseTransactionSet, writeAccountSet, writeTransactionSet } from './change-set.store.js';
import { recordEvents } from './lifecycle-event.store.js';
import { withNormalizedSigns } from './normalize-signs.js';
import type { ProjectionContext } from './projection-context.js';

const PROJECTION = systemPrincipal('projection');

/** Transactions per statement. */
const MOST_AT_ONCE = 10_000;

/**
 * `applyChange` for the accounts of one organization, with one statement for each table. It leaves the same rows. Only
 * the rare cases take a statement per account: a reopening, and the end of a loan that Tributary already had.
 *
 * The caller holds the lock of each account. The changes have no consequences of reversals, which only the ledger has.
 *
 * @throws {Error} when an account does not exist in that organization: a bug.
 */
export async function applyChangeSet(
  tx: Transaction,
  projecting: ProjectionContext,
  organizationId: string,
  changes: readonly AccountChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const owner = { organizationId };
  const at = projecting.clock.now();
  const projection = limitToOrganization(PROJECTION, organizationId);
  for (const change of changes) await recordBeforeReopening(tx, projecting.clock, change);

  const after = changes.map((change) => accountAfter(change, at));
  const changed = await tx.many(projection, writeAccountSet, { ...owner, changes: JSON.stringify(after) });
  const ids = new Set(changed.map(({ id }) => id));
  for (const { accountId } of changes) {
    if (!ids.has(accountId)) throw new Error(`account ${accountId} does not exist, so it cannot be changed`);
  }

  const transactions = changes.flatMap((change) =>
    change.transactions.map((row) => ofAccount(change, withId(withNormalizedSigns(row), at))),
  );
  for (const chunk of chunksOf(transactions, MOST_AT_ONCE)) {
    const parameters = { ...owner, transactions: JSON.stringify(chunk), recordedAt: isoInstant(at) };
    await tx.many(projection, writeTransactionSet, parameters);
  }

  const pairs = changes.flatMap((change) =>
    change.transactions
      .filter(({ originalExternalId }) => originalExternalId !== null)
      .flatMap((reversal) => reversedPairs(reversal).map((pair) => ofAccount(change, pair))),
  );
  if (pairs.length > 0) {
    const accountIds = [...new Set(pairs.map(({ accountId }) => accountId))];
    await tx.many(projection, reverseTransactionSet, { ...owner, accountIds, pairs: JSON.stringify(pairs) });
  }

  const events = changes.flatMap((change) =>
    change.lifecycleEvents.map((event) => ofAccount(change, withId(event, at))),
  );
  if (events.length > 0) await tx.many(projection, recordEvents, { ...owner, events: JSON.stringify(events) });

  for (const change of changes) await applyEndOfLoan(tx, projecting, change);
}

function ofAccount<T extends object>({ accountId }: AccountChange, row: T): T & { readonly accountId: string } {
  return { ...row, accountId };
}
