import { businessClock, isSandbox } from '../../../../core/business-time/business-clock.js';
import { newId } from '../../../../core/ids/ids.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { addDays, type IsoDate } from '../../../../core/time/dates.js';
import { daysToLookAt, firstDayOf, lastDayOver } from './days.js';
import { processorOf } from './kinds.js';
import {
  booksToLook,
  deleteGoneEntries,
  deleteGoneLooks,
  deleteOldLooks,
  goneLooks,
  insertLook,
  latestLooks,
  processorsToLook,
  systemsToLook,
} from './look.store.js';
import type { TieOutParts } from './parts.js';
import { NOT_COMPARED, writeResult } from './result.js';
import { sideOf } from './side-of.js';

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
export async function planLooks(parts: TieOutParts, principal: Principal, organizationId: string): Promise<void> {
  const { db, clock } = parts;
  const through = lastDayOver(clock);
  const businessThrough = lastDayOver(await businessClock(db, clock, organizationId));
  const sides = await sidesOf(parts, principal, organizationId);
  for (const { subject, kind, latest } of sides) {
    const side = sideOf(parts, { organizationId, subject });
    for (const businessDay of daysToLookAt(latest, side.days === 'real' ? through : businessThrough)) {
      const look = { id: newId(), organizationId, subject, businessDay, firstDay: firstDayOf(businessDay) };
      await db.many(principal, insertLook, { ...look, step: await side.firstStep(kind) });
    }
  }
  await endGone(
    parts,
    principal,
    organizationId,
    sides.map(({ subject }) => subject),
  );
  await db.many(principal, deleteOldLooks, { organizationId, before: addDays(through, -DAYS_KEPT) });
}

/** The sides to compare with; a processor that the organization cannot use is not one. */
async function sidesOf(
  { db, processors }: TieOutParts,
  principal: Principal,
  organizationId: string,
): Promise<readonly PlannedSide[]> {
  const latest = new Map(
    (await db.many(principal, latestLooks, { organizationId })).map((side) => [side.subject, side.latest]),
  );
  const ofSandbox = await isSandbox(db, organizationId);
  const sides: PlannedSide[] = [];
  for (const statement of [booksToLook, systemsToLook, processorsToLook]) {
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
    for (const look of await tx.many(principal, goneLooks, left)) await writeResult(tx, parts, look, NOT_COMPARED);
    await tx.many(principal, deleteGoneEntries, left);
    await tx.many(principal, deleteGoneLooks, left);
  });
}
