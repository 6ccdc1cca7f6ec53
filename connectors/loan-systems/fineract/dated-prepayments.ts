import { addDays, type IsoDate } from '../../../core/time/dates.js';
import type { LoanReference, Reached } from '../../../loan-model/port.js';
import type { FineractContext } from './fineract-context.js';
import { type Prepayment, prepaymentOn } from './prepayments.js';
import type { LoanRow } from './response-schemas.js';

/** Longer than the interval at which any product recalculates interest. */
const DISTANT_DAYS = 400;

export interface QuotedLoan {
  readonly loan: LoanReference;
  readonly row: LoanRow;
  readonly businessDay: IsoDate;
  readonly appliedOn: IsoDate;
  /** The amounts that were read for different days. */
  readonly amounts: readonly Prepayment[];
}

/**
 * Requires that this server calculates a prepayment for the requested day and does not ignore it. No field of the answer
 * shows that. Two days with different amounts prove it for the whole server, so that it is found out once, usually by the
 * first quote; the proof is kept as long as the process runs. The amount of a loan that accrues no interest from day to
 * day is the same on every day, and needs no proof.
 */
export async function proveDatesCount(desk: FineractContext, quoted: QuotedLoan): Promise<Reached<'proved'>> {
  const { loan, appliedOn, amounts } = quoted;
  if (desk.datesCount.isProved || !accruesDaily(quoted)) return PROVED;
  if (!differ(amounts)) {
    const distant = await prepaymentOn(desk, loan, addDays(appliedOn, DISTANT_DAYS));
    if (distant.kind === 'unavailable') return distant;
    if (!differ([...amounts, distant.value])) {
      const about = { loan_system: desk.code, loan: loan.externalId };
      desk.logger.error(about, 'Fineract returns the same payoff for every day: it ignores the requested day');
      return { kind: 'unavailable', isWell: true };
    }
  }
  desk.datesCount.isProved = true;
  return PROVED;
}

const PROVED: Reached<'proved'> = { kind: 'answered', value: 'proved' };

function differ(amounts: readonly Prepayment[]): boolean {
  return new Set(amounts.map(({ payoffCents }) => payoffCents)).size > 1;
}

/** Without recalculation, Fineract owes the interest of the whole schedule on every day; and none after the last day. */
function accruesDaily({ row, businessDay }: QuotedLoan): boolean {
  const { isInterestRecalculationEnabled, annualInterestRate, chargedOff, timeline } = row;
  const maturesOn = timeline?.actualMaturityDate ?? timeline?.expectedMaturityDate;
  if (maturesOn !== undefined && maturesOn !== null && maturesOn <= businessDay) return false;
  return isInterestRecalculationEnabled === true && chargedOff !== true && Number(annualInterestRate ?? '0') > 0;
}
