import { businessClock, isSandbox } from '../../../../core/business-time/business-clock.js';
import { newId } from '../../../../core/ids/ids.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { addDays, type IsoDate } from '../../../../core/time/dates.js';
import {
  booksToCompare,
  comparisonsOfRemovedSides,
  deleteComparisonsOfRemovedSides,
  deleteEntriesOfRemovedSides,
  deleteOldComparisons,
  insertComparison,
  latestComparisons,
  processorsToCompare,
  systemsToCompare,
} from './comparison.store.js';
import { daysToCompare, firstDayOf, lastDayOver } from './comparison-days.js';
import { resolveSide } from './resolve-side.js';
import { NOT_COMPARED, writeResult } from './seal-and-verify-results.js';
import { processorOf } from './side-names.js';
import type { TieOutParts } from './tie-out-parts.js';

/** How long finished comparisons are kept; their results stay. */
const DAYS_KEPT = 40;

interface PlannedSide {
  readonly subject: string;
  readonly kind: string;
  /** The last compared day. */
  readonly latest: IsoDate | null;
}

/**
 * Plans a comparison for each side and each finished day without one, and ends comparisons of sides that are gone.
 * Running it twice changes nothing.
 */
export async function planComparisons(parts: TieOutParts, principal: Principal, organizationId: string): Promise<void> {
  const { db, clock } = parts;
  const through = lastDayOver(clock);
  const businessThrough = lastDayOver(await businessClock(db, clock, organizationId));
  const sides = await sidesOf(parts, principal, organizationId);
  for (const { subject, kind, latest } of sides) {
    const side = resolveSide(parts, { organizationId, subject });
    for (const businessDay of daysToCompare(latest, side.days === 'real' ? through : businessThrough)) {
      const look = { id: newId(), organizationId, subject, businessDay, firstDay: firstDayOf(businessDay) };
      await db.many(principal, insertComparison, { ...look, step: await side.firstStep(kind) });
    }
  }
  await endGone(
    parts,
    principal,
    organizationId,
    sides.map(({ subject }) => subject),
  );
  await db.many(principal, deleteOldComparisons, { organizationId, before: addDays(through, -DAYS_KEPT) });
}

/** The sides to compare with; a processor that the organization cannot use is not one. */
async function sidesOf(
  { db, processors }: TieOutParts,
  principal: Principal,
  organizationId: string,
): Promise<readonly PlannedSide[]> {
  const latest = new Map(
    (await db.many(principal, latestComparisons, { organizationId })).map((side) => [side.subject, side.latest]),
  );
  const ofSandbox = await isSandbox(db, organizationId);
  const sides: PlannedSide[] = [];
  for (const statement of [booksToCompare, systemsToCompare, processorsToCompare]) {
    for (const { subject, kind } of await db.many(principal, statement, { organizationId })) {
      const code = processorOf(subject);
      if (code !== undefined && processors.of(code, ofSandbox) === undefined) continue;
      sides.push({ subject, kind, latest: latest.get(subject) ?? null });
    }
  }
  return sides;
}

/** Ends comparisons of sides that no longer exist: their days were not compared. */
async function endGone(
  parts: TieOutParts,
  principal: Principal,
  organizationId: string,
  subjects: readonly string[],
): Promise<void> {
  const left = { organizationId, subjects };
  await parts.db.transaction(async (tx) => {
    for (const look of await tx.many(principal, comparisonsOfRemovedSides, left))
      await writeResult(tx, parts, look, NOT_COMPARED);
    await tx.many(principal, deleteEntriesOfRemovedSides, left);
    await tx.many(principal, deleteComparisonsOfRemovedSides, left);
  });
}
