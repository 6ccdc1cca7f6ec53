import type { Clock } from '../../../core/clock.js';
import type { IsoDate } from '../../../core/dates.js';
import type { Database, Transaction } from '../../../core/db/database.js';
import { writeClosedDays } from './closed-days.js';
import { LEDGER_CODE } from './ledger.js';
import { closeDays } from './operations/close-days.js';
import { businessDayOf, previousBusinessDay } from './rules/business-day.js';
import { type DayEndBatch, lockedLoansBehind, markDaysClosed, organizationIds } from './store/loan-store.js';

export interface DayEndOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Loans per transaction. */
  readonly batchSize?: number;
  /** Stops between two batches. */
  readonly signal?: AbortSignal;
}

export interface DayEndResult {
  /** The last business day that is now closed. */
  readonly closedThrough: IsoDate;
  readonly loans: number;
}

/**
 * Closes every business day that is over, for every open loan: sets delinquent and current, charges off by policy, and
 * records past due where it changed. Run at start and by a job; days missed are caught up in order, and running it again, or
 * twice at once, changes nothing.
 */
export async function runDayEnd({ db, clock, batchSize = 200, signal }: DayEndOptions): Promise<DayEndResult> {
  const closedThrough = lastDayOver(clock);
  let loans = 0;
  for (const organizationId of await organizationIds(db)) {
    let afterId: string | undefined = '';
    while (afterId !== undefined && signal?.aborted !== true) {
      const from = { organizationId, afterId, limit: batchSize };
      const batch: ClosedBatch = await db.transaction((tx) => closeDaysOfBatch(tx, clock, from));
      loans += batch.loans;
      afterId = batch.lastId;
    }
  }
  return { closedThrough, loans };
}

interface ClosedBatch {
  readonly loans: number;
  /** Without one there is nothing after it. */
  readonly lastId: string | undefined;
}

/** One batch of an organization's day-end, by loan id, inside the caller's transaction. */
export async function closeDaysOfBatch(
  tx: Transaction,
  clock: Clock,
  batch: Pick<DayEndBatch, 'organizationId' | 'afterId' | 'limit'>,
): Promise<ClosedBatch> {
  const due = { ...batch, systemCode: LEDGER_CODE, through: lastDayOver(clock) };
  const loans = await lockedLoansBehind(tx, due);
  for (const { accountId, ...loan } of loans) {
    await writeClosedDays(tx, clock, accountId, closeDays(loan, due.through));
  }
  const loanIds = loans.map(({ id }) => id);
  await markDaysClosed(tx, due, loanIds);
  return { loans: loans.length, lastId: loans.length < batch.limit ? undefined : loanIds.at(-1) };
}

function lastDayOver(clock: Clock): IsoDate {
  return previousBusinessDay(businessDayOf(clock.now()));
}
