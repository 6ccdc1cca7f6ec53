import type { Transaction } from '../../../../core/db/database.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { comparisonsWithoutResult, postponeComparison } from './comparison.store.js';
import { closeDifferences, differencesOfComparison, resolvedDifferences } from './difference.store.js';
import { type Completeness, NO_SUMS, NOT_COMPARED, writeResult } from './seal-and-verify-results.js';
import type { ComparisonPosition, PageRead, SumsStatement } from './side-interface.js';
import { deleteEntries } from './staged-entries-and-loans.store.js';
import type { TieOutParts } from './tie-out-parts.js';
import { writePage } from './write-comparison-page.js';

/** If a side does not answer, the next hourly round tries again. */
const PAUSE_MS = 1_800_000;
/** After this many failed tries the other side may no longer accept the page position: the step starts again. */
const PLACE_KEPT_FOR = 3;
/** Differences listed in a result; all of them have exceptions. */
const MOST_LISTED = 1_000;

/** Everything is compared: closes what is gone and writes the result. */
export async function finishComparison(
  tx: Transaction,
  parts: TieOutParts,
  at: ComparisonPosition,
  summing: SumsStatement | undefined,
): Promise<void> {
  const { principal, look, key } = at;
  await closeGone(tx, parts, at);
  const rows = await tx.many(principal, differencesOfComparison, { ...key, limit: MOST_LISTED });
  const differences = rows.map(({ kind, reference, ours, theirs }) => ({ kind, reference, ours, theirs }));
  const sums = (summing && (await tx.first(principal, summing, key))) ?? NO_SUMS;
  const completeness: Completeness = look.loansUnread > 0 ? 'partial' : 'complete';
  await writeResult(tx, parts, look, { completeness, sums, differenceCount: rows[0]?.total ?? 0, differences });
  await tx.many(principal, deleteEntries, key);
}

async function closeGone(
  tx: Transaction,
  { clock }: TieOutParts,
  { principal, look, key }: ComparisonPosition,
): Promise<void> {
  const { organizationId, subject, businessDay } = look;
  const ids = (await tx.many(principal, resolvedDifferences, { ...key, subject })).map(({ id }) => id);
  if (ids.length === 0) return;
  const resolution = `Gone: the comparison of ${businessDay} did not find it again.`;
  await tx.many(principal, closeDifferences, { organizationId, ids, resolution, resolvedAt: isoInstant(clock.now()) });
}

/**
 * Records once for the day, and for the days waiting behind it, that the side did not answer; the comparison is
 * repeated until it does.
 *
 * @param read - what was read before, which is kept.
 */
export async function recordUnanswered(
  parts: TieOutParts,
  at: ComparisonPosition,
  read: Extract<PageRead, { kind: 'unanswered' }>,
): Promise<void> {
  const { db, logger } = parts;
  const { principal, look } = at;
  const { organizationId, id, pages, subject, businessDay, attempts } = look;
  await db.transaction(async (tx) => {
    const forgetsPlace = (attempts + 1) % PLACE_KEPT_FOR === 0;
    const off = await tx.first(principal, postponeComparison, {
      organizationId,
      id,
      pages,
      delayMs: PAUSE_MS,
      forgetsPlace,
      loansRead: read.loans?.length ?? 0,
    });
    if (off === undefined) return;
    await writePage(tx, at, read);
    for (const waiting of await tx.many(principal, comparisonsWithoutResult, { organizationId, subject })) {
      await writeResult(tx, parts, waiting, NOT_COMPARED);
    }
  });
  logger.warn(
    { organization_id: organizationId, subject, business_day: businessDay },
    'a side did not answer the tie-out',
  );
}
