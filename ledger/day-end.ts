import { setImmediate } from 'node:timers/promises';
import { businessClock } from '../core/business-time/business-clock.js';
import type { Database, Transaction } from '../core/db/database.js';
import { eachOrganization } from '../core/jobs/each-organization.js';
import { limitToOrganization, type Principal } from '../core/principal/principal.js';
import type { ServiceParts } from '../core/service-parts.js';
import { loansBehind } from '../core/telemetry/metrics.js';
import type { Clock } from '../core/time/clock.js';
import type { IsoDate } from '../core/time/dates.js';
import { LEDGER_KIND } from '../loan-model/ledger-kind.js';
import type { ProjectionContext } from '../loan-model/projection/projection-context.js';
import { withLateFeesCounted } from './count-late-fees-of-old-loans.js';
import { closeDays, isNextDueCountedPastItsDate } from './operations/close-days.js';
import { businessDayOf, previousBusinessDay } from './rules/business-day.js';
import { holdDayEnd, organizationsBehind, writeDayClosed } from './store/day-end-store.js';
import {
  type DayEndBatch,
  lockedLoansBehind,
  markDaysClosed,
  readLoansBehind,
  readRecordedNextDue,
} from './store/open-days-store.js';
import { LEDGER_PRINCIPAL } from './store/stored-loan.js';
import { type ChangedLoan, writeClosedDays, writeClosedDaysOfLoans } from './write-closed-days.js';

export interface DayEndOptions extends ProjectionContext, Pick<ServiceParts, 'db' | 'logger'> {
  /** Loans per transaction. */
  readonly batchSize?: number;
}

/** A payment on one of these loans waits for the batch: about a tenth of a second. */
const BATCH_SIZE = 1_000;

/** Requests to this process are answered in between. */
const LOANS_AT_A_TIME = 50;

export interface DayEndResult {
  /** The last completed business day: closed for every organization except those with a loan behind. */
  readonly closedThrough: IsoDate;
  /** Number of loans whose days were closed. */
  readonly loans: number;
  /** Number of loans whose days could not be closed: each is logged, and retried by the next run. */
  readonly failed: number;
}

/**
 * Closes every completed business day for every open loan: sets delinquent and current, charges off by policy, and
 * records past due where it changed. Run by a job, organization by organization. Missed days are caught up in order;
 * running it again, or twice at once, changes nothing.
 *
 * If an organization's last day is closed, none of its loans is read: every other operation on a loan closes its days
 * first.
 *
 * A failing loan does not stop the others: a failed batch is repeated loan by loan, and the failing one is skipped.
 * While a loan is behind, its organization's day is not closed, and the next run tries again.
 */
export async function runDayEnd({ batchSize = BATCH_SIZE, ...parts }: DayEndOptions): Promise<DayEndResult> {
  const { db, clock, logger } = parts;
  const through = lastDayOver(clock);
  let loans = 0;
  let failed = 0;
  await eachOrganization(
    { db, logger },
    {
      principal: LEDGER_PRINCIPAL,
      due: organizationsBehind,
      parameters: { through },
      work: async function* (principal, organizationId) {
        const through = lastDayOver(await businessClock(db, clock, organizationId));
        for (let afterId: string | undefined = ''; afterId !== undefined; ) {
          const closed: ClosedBatch = await closeBatch(parts, { organizationId, afterId, limit: batchSize });
          loans += closed.loans;
          failed += closed.failed;
          afterId = closed.lastId;
          yield;
        }
        await writeClosed(db, principal, { organizationId, through });
      },
    },
  );
  loansBehind.set(failed);
  return { closedThrough: through, loans, failed };
}

/** As above, for one organization, by its own day. */
export async function runDayEndOf(
  options: DayEndOptions,
  organizationId: string,
): Promise<{ readonly failed: number }> {
  const { db, clock } = options;
  const through = lastDayOver(await businessClock(db, clock, organizationId));
  let failed = 0;
  for (let afterId: string | undefined = ''; afterId !== undefined; ) {
    const closed: ClosedBatch = await closeBatch(options, {
      organizationId,
      afterId,
      limit: options.batchSize ?? BATCH_SIZE,
    });
    failed += closed.failed;
    afterId = closed.lastId;
  }
  await writeClosed(db, limitToOrganization(LEDGER_PRINCIPAL, organizationId), { organizationId, through });
  return { failed };
}

/**
 * For an organization with nothing behind. Two statements: the second sees what the previous holder of the day-end lock
 * has written.
 */
function writeClosed(
  db: Database,
  principal: Principal,
  { organizationId, through }: { readonly organizationId: string; readonly through: IsoDate },
): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.first(principal, holdDayEnd, { organizationId });
    await tx.many(principal, writeDayClosed, { organizationId, kind: LEDGER_KIND, through });
  });
}

type Batch = Pick<DayEndBatch, 'organizationId' | 'afterId' | 'limit'>;

interface ClosedBatch {
  readonly loans: number;
  readonly failed: number;
  /** Undefined: this was the last batch. */
  readonly lastId: string | undefined;
}

/** Closes a batch in one transaction; if that fails, each of its loans in its own. */
async function closeBatch(parts: Omit<DayEndOptions, 'batchSize'>, batch: Batch): Promise<ClosedBatch> {
  const { db, clock, logger } = parts;
  try {
    return { ...(await db.transaction((tx) => closeDaysOfBatch(tx, parts, batch))), failed: 0 };
  } catch (error) {
    logger.warn(
      { err: error, organization_id: batch.organizationId },
      'a batch of day-end failed; its loans are closed one by one',
    );
  }
  const own = await businessClock(db, clock, batch.organizationId);
  const loanIds = await readLoansBehind(db, { ...batch, through: lastDayOver(own) });
  let failed = 0;
  for (const loanId of loanIds) {
    try {
      await db.transaction((tx) => closeDaysOfBatch(tx, parts, { ...batch, afterId: '', limit: 1, loanId }));
    } catch (error) {
      failed += 1;
      logger.error(
        { err: error, organization_id: batch.organizationId, loan_id: loanId },
        'day-end skipped a loan: its days could not be closed',
      );
    }
  }
  const lastId = loanIds.length < batch.limit ? undefined : loanIds.at(-1);
  return { loans: loanIds.length - failed, failed, lastId };
}

/**
 * Closes one batch of an organization's loans, by loan id, or one loan of it, inside the caller's transaction. One loan
 * is written as every other operation on a loan is, a batch in sets.
 */
export async function closeDaysOfBatch(
  tx: Transaction,
  projecting: ProjectionContext,
  batch: Batch & Pick<DayEndBatch, 'loanId'>,
): Promise<Omit<ClosedBatch, 'failed'>> {
  const due = { ...batch, through: lastDayOver(await businessClock(tx, projecting.clock, batch.organizationId)) };
  const loans = await lockedLoansBehind(tx, due);
  const doubtful = loans.filter(({ loan }) => isNextDueCountedPastItsDate(loan)).map(({ accountId }) => accountId);
  const recorded = await readRecordedNextDue(tx, batch.organizationId, doubtful);
  const changed: ChangedLoan[] = [];
  for (const [index, { accountId, loan }] of loans.entries()) {
    if (index % LOANS_AT_A_TIME === 0) await setImmediate();
    const counted = await withLateFeesCounted(tx, loan, accountId);
    const { changes } = closeDays(counted, due.through, recorded.get(accountId));
    if (changes.length > 0) changed.push({ accountId, changes });
  }
  if (batch.loanId === undefined) await writeClosedDaysOfLoans(tx, projecting, due, changed);
  else for (const { accountId, changes } of changed) await writeClosedDays(tx, projecting, accountId, changes);
  const loanIds = loans.map(({ loan }) => loan.id);
  await markDaysClosed(tx, due, loanIds);
  return { loans: loans.length, lastId: loans.length < batch.limit ? undefined : loanIds.at(-1) };
}

function lastDayOver(clock: Clock): IsoDate {
  return previousBusinessDay(businessDayOf(clock.now()));
}
