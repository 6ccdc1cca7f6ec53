import type { Clock } from '../../core/time/clock.js';
import type { IsoDate } from '../../core/time/dates.js';
import type { PastDuePosition } from '../../loan-model/projection/account-change.js';
import type { Components, LedgerStatus, Loan } from '../loan.js';
import type { LoanHistory } from '../loan-history-from-entries.js';
import { previousBusinessDay } from '../rules/business-day.js';
import { owedOn } from '../rules/payoff.js';
import { postingDays } from '../rules/posting-days.js';
import { type Adjustment, adjust } from './adjustment.js';
import { chargeOff } from './charge-off.js';
import { reverseChargeOff } from './charge-off-reversal.js';
import { closeDays } from './close-days.js';
import { close } from './close-loan.js';
import { disburse } from './disbursement.js';
import { type AppliedOperation, type Refusal, type RefusalReason, settled } from './operation-result.js';
import { type Waiver, waive } from './waiver.js';

/** A manual operation on a loan, with what its rules need; the reason does not change the result. */
export type PlannedOperation =
  | { readonly type: 'disbursement' | 'charge_off' | 'charge_off_reversal' | 'closing' }
  | ({ readonly type: 'waiver' } & Omit<Waiver, 'reason'>)
  | ({ readonly type: 'adjustment' } & Omit<Adjustment, 'reason'>);

/** What a loan owes on a business day. */
export interface LoanPosition {
  readonly status: LedgerStatus;
  readonly owed: Components;
  readonly pastDue: PastDuePosition;
}

export interface OperationPreview {
  readonly asOf: IsoDate;
  readonly before: LoanPosition;
  /** Undefined if it would be refused. */
  readonly after: LoanPosition | undefined;
  readonly refusal: RefusalReason | undefined;
}

/**
 * The same rules as the operation, without writing anything: an operation that follows with nothing in between has this
 * result.
 *
 * @param stored - the loan as it was read; days that day-end has not closed yet are closed in memory.
 * @param history - of the loan; only a reversal of a charge-off needs it.
 * @param business - the clock of its organization.
 */
export function previewOperation(
  stored: Loan,
  operation: PlannedOperation,
  history: LoanHistory,
  business: Clock,
): OperationPreview {
  const { businessDay: asOf, accrueTo } = postingDays(business.now());
  const { loan } = closeDays(stored, previousBusinessDay(asOf));
  const to = accrueTo(loan);
  const before = positionOf(loan, asOf, to);
  const act = applied(loan, operation, history, { on: asOf, accrueTo: to });
  if (act.kind === 'refused') return { asOf, before, after: undefined, refusal: act.reason };
  return { asOf, before, after: positionOf(act.loan, asOf, to), refusal: undefined };
}

/** The reason is for the journal, which a preview does not write. */
const NO_REASON = '';

function applied(
  loan: Loan,
  operation: PlannedOperation,
  history: LoanHistory,
  { on, accrueTo }: { readonly on: IsoDate; readonly accrueTo: IsoDate },
): AppliedOperation | Refusal {
  switch (operation.type) {
    case 'disbursement':
      return disburse(loan, on);
    case 'waiver':
      return waive(loan, { ...operation, reason: NO_REASON }, on, accrueTo);
    case 'adjustment':
      return adjust(loan, { ...operation, reason: NO_REASON }, on, accrueTo);
    case 'charge_off':
      return chargeOff(loan, on, NO_REASON, accrueTo);
    case 'charge_off_reversal':
      return reverseChargeOff(loan, history, NO_REASON, on, accrueTo);
    case 'closing':
      return close(loan);
  }
}

function positionOf(applied: Loan, on: IsoDate, accrueTo: IsoDate): LoanPosition {
  const { loan, position } = settled(applied, on);
  return { status: loan.status, owed: owedOn(loan, accrueTo), pastDue: position };
}
