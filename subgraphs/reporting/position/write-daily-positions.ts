import { Temporal } from 'temporal-polyfill';
import { businessClock, businessToday } from '../../../core/business-time/business-clock.js';
import type { Database, Transaction } from '../../../core/db/database.js';
import { eachOrganization } from '../../../core/jobs/each-organization.js';
import { limitToOrganization, type Principal, systemPrincipal } from '../../../core/principal/principal.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import type { Clock } from '../../../core/time/clock.js';
import { addDays, type IsoDate, isoDate } from '../../../core/time/dates.js';
import { servicingDate } from '../../../core/time/servicing-day.js';
import { businessDayOf, previousBusinessDay } from '../../../ledger/rules/business-day.js';
import { snapshotPendingLoans } from '../../../ledger/store/snapshot-pending-loans.js';
import { lockWritten, organizationsUnwritten, writePositions, writeRoll, writeThrough } from './position.store.js';

export interface PositionParts extends Pick<ServiceParts, 'db' | 'clock' | 'logger'> {
  /** Days per transaction. */
  readonly batchDays?: number;
}

/**
 * Writes the position of each organization for every finished day, once its books of that day are closed. A day is
 * written once, as of that evening. Later entries and reversals for that day change the positions of the following
 * days, and the reports as of that day.
 *
 * Positions and progress are written in one transaction: after a crash it continues after the last batch, and no day
 * is written twice. Without positions it begins with the first snapshot, so that this step also backfills the past.
 *
 * @param closedThrough - the last finished business day.
 */
export async function writePositionsDue(
  { db, clock, logger, batchDays = 31 }: PositionParts,
  closedThrough: IsoDate,
): Promise<void> {
  const day = addDays(servicingDate(clock.now()), -1);
  await eachOrganization(
    { db, logger },
    {
      principal: POSITIONS,
      due: organizationsUnwritten,
      parameters: { day, closedThrough },
      work: async function* (principal, organizationId) {
        const own = await businessClock(db, clock, organizationId);
        if (own !== clock && !(await isClosed(db, principal, organizationId, own))) return;
        const last = own === clock ? day : addDays(servicingDate(own.now()), -1);
        while (await db.transaction((tx) => writeBatch(tx, principal, { organizationId, day: last, batchDays }))) yield;
      },
    },
  );
}

/** The same for one organization, by its own day, whose books of earlier days are closed. */
export async function writePositionsOf(
  { db, clock, batchDays = 31 }: PositionParts,
  organizationId: string,
): Promise<void> {
  const principal = limitToOrganization(POSITIONS, organizationId);
  const day = addDays(await businessToday(db, clock, organizationId), -1);
  while (await db.transaction((tx) => writeBatch(tx, principal, { organizationId, day, batchDays })));
}

/**
 * Whether the books of a sandbox organization ahead of time are closed; `organizationsUnwritten` checks that for the
 * others.
 */
async function isClosed(db: Database, principal: Principal, organizationId: string, own: Clock): Promise<boolean> {
  const dayEnd = await db.models(principal).ledgerDayEnd.findUnique({ where: { organizationId } });
  const last = previousBusinessDay(businessDayOf(own.now()));
  return dayEnd !== null && dayEnd.closedThrough.toISOString().slice(0, 10) >= last;
}

const POSITIONS = systemPrincipal('positions');

interface Batch {
  readonly organizationId: string;
  /** The last day to be written. */
  readonly day: IsoDate;
  readonly batchDays: number;
}

/** Whether more days may remain. */
async function writeBatch(
  tx: Transaction,
  principal: Principal,
  { organizationId, day, batchDays }: Batch,
): Promise<boolean> {
  const written = await tx.first(principal, lockWritten, { organizationId, day });
  if (written === undefined || written.through >= day) return false;
  const first = addDays(written.through, 1);
  const last = [day, addDays(written.through, batchDays)].toSorted()[0] ?? day;
  await tx.many(principal, snapshotPendingLoans, { organizationId, day });
  await tx.many(principal, writePositions, { organizationId, first, last });
  for (const monthEnd of monthEndsWithin(first, last)) {
    const previousEnd = addDays(`${monthEnd.slice(0, 8)}01` as IsoDate, -1);
    await tx.many(principal, writeRoll, { organizationId, previousEnd, monthEnd });
  }
  await tx.many(principal, writeThrough, { organizationId, through: last });
  return last < day;
}

function monthEndsWithin(first: IsoDate, last: IsoDate): readonly IsoDate[] {
  const ends: IsoDate[] = [];
  let month = Temporal.PlainYearMonth.from(first.slice(0, 7));
  for (;;) {
    const end = isoDate(month.toPlainDate({ day: month.daysInMonth }));
    if (end > last) return ends;
    ends.push(end);
    month = month.add({ months: 1 });
  }
}
