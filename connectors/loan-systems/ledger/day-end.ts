import type { Clock } from '../../../core/clock.js';
import type { IsoDate } from '../../../core/dates.js';
import type { Database, Transaction } from '../../../core/db/database.js';
import { writeClosedDays } from './closed-days.js';
import { LEDGER_CODE } from './ledger.js';
import { closeDays } from './operations/close-days.js';
import { businessDayOf, previousBusinessDay } from './rules/business-day.js';
import { lockedLoansBehind, markDaysClosed } from './store/loan-store.js';

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
 * records past due where it changed (DESIGN 6). Run at start and by a job; days missed are caught up in order, and running
 * it again, or twice at once, changes nothing.
 */
export async function runDayEnd({ db, clock, batchSize = 200, signal }: DayEndOptions): Promise<DayEndResult> {
  const closedThrough = lastDayOver(clock);
  let loans = 0;
  let afterId: string | undefined = '';
  while (afterId !== undefined && signal?.aborted !== true) {
    const from: string = afterId;
    const batch = await db.transaction((tx) => closeDaysOfBatch(tx, clock, from, batchSize));
    loans += batch.loans;
    afterId = batch.lastId;
  }
  return { closedThrough, loans };
}

/** One batch of day-end, by loan id, inside the caller's transaction; without a `lastId` there is nothing after it. */
export async function closeDaysOfBatch(
  tx: Transaction,
  clock: Clock,
  afterId: string,
  limit: number,
): Promise<{ readonly loans: number; readonly lastId: string | undefined }> {
  const through = lastDayOver(clock);
  const loans = await lockedLoansBehind(tx, { systemCode: LEDGER_CODE, through, afterId, limit });
  for (const { accountId, ...loan } of loans) {
    await writeClosedDays(tx, clock, accountId, closeDays(loan, through));
  }
  const loanIds = loans.map(({ id }) => id);
  await markDaysClosed(tx, loanIds, through);
  return { loans: loans.length, lastId: loans.length < limit ? undefined : loanIds.at(-1) };
}

function lastDayOver(clock: Clock): IsoDate {
  return previousBusinessDay(businessDayOf(clock.now()));
}
