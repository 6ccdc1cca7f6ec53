import { regionProblems } from '../../core/contract/postal-address.js';
import { addDays, type IsoDate } from '../../core/time/dates.js';
import { isBusinessDay, previousBusinessDay, rollForward } from '../rules/business-day.js';
import { error, type LoanCells, type RowProblem } from './read-row.js';
import { scheduledPaidCents } from './scheduled-paid.js';

/** Checks a loan on its own, after each of its cells was found valid. */
export function loanProblems(loan: LoanCells, today: IsoDate): RowProblem[] {
  return [...datesOf(loan, today), ...standingOf(loan), ...scheduleOf(loan), ...peopleOf(loan)];
}

/** No loan in the ledger was made before this day: an earlier date must be a mistake. */
const FIRST_ORIGINATED_ON = '1900-01-01';
/**
 * Ten years, for a loan with deferred payments. Even with the longest term, its last due date is a valid date in
 * JavaScript and in Postgres.
 */
const MOST_DAYS_TO_FIRST_DUE = 3_653;

function datesOf(loan: LoanCells, today: IsoDate): RowProblem[] {
  const { originated_on, first_due_on, as_of, charged_off_on, paid_off_on } = loan;
  return [
    ...when(originated_on < FIRST_ORIGINATED_ON, 'originated_on', `must not be before ${FIRST_ORIGINATED_ON}`),
    ...when(
      first_due_on > addDays(originated_on, MOST_DAYS_TO_FIRST_DUE),
      'first_due_on',
      'must be within ten years of originated_on',
    ),
    ...when(first_due_on < originated_on, 'first_due_on', 'must not be before originated_on'),
    ...when(as_of < originated_on, 'as_of', 'must not be before originated_on'),
    ...when(as_of > today, 'as_of', `must not be after the business day, ${today}`),
    ...dayOff(as_of, today),
    ...when(
      charged_off_on !== null && charged_off_on < originated_on,
      'charged_off_on',
      'must not be before originated_on',
    ),
    ...when(paid_off_on !== null && paid_off_on < originated_on, 'paid_off_on', 'must not be before originated_on'),
    ...when(charged_off_on !== null && charged_off_on > as_of, 'charged_off_on', 'must not be after as_of'),
    ...when(paid_off_on !== null && paid_off_on > as_of, 'paid_off_on', 'must not be after as_of'),
  ];
}

/** Future dates are skipped here; they get their own error. */
function dayOff(asOf: IsoDate, today: IsoDate): RowProblem[] {
  if (asOf > today || isBusinessDay(asOf)) return [];
  return [error('as_of', `must be a business day: use ${nearestBusinessDay(asOf, today)}`)];
}

/** Weekend balances are the opening balances of the next business day. */
function nearestBusinessDay(date: IsoDate, today: IsoDate): IsoDate {
  const next = rollForward(date);
  return next <= today ? next : previousBusinessDay(date);
}

function standingOf(loan: LoanCells): RowProblem[] {
  const { status, principal_cents, interest_cents, fees_cents, charged_off_on, paid_off_on } = loan;
  const owed = principal_cents + interest_cents + fees_cents;
  const owes = status === 'active' || status === 'delinquent' || status === 'charged_off';
  return [
    ...when(owes && owed === 0, 'status', `a loan that is ${status} owes something`),
    ...when(!owes && owed > 0, 'status', `a loan that is ${status} owes nothing`),
    ...when(
      status === 'charged_off' && charged_off_on === null,
      'charged_off_on',
      'is required for a charged-off loan',
    ),
    ...when(
      status !== 'charged_off' && status !== 'closed' && charged_off_on !== null,
      'charged_off_on',
      `must be empty: the loan is ${status}`,
    ),
    ...when(status === 'paid_in_full' && paid_off_on === null, 'paid_off_on', 'is required for a loan paid in full'),
    ...when(
      status !== 'paid_in_full' && status !== 'closed' && paid_off_on !== null,
      'paid_off_on',
      `must be empty: the loan is ${status}`,
    ),
  ];
}

function scheduleOf(loan: LoanCells): RowProblem[] {
  const { status, scheduled_paid_cents, paid_installments, original_principal_cents, principal_cents } = loan;
  const isOpen = status === 'active' || status === 'delinquent';
  // A charge-off may be undone; then the schedule determines whether the loan is late.
  if (scheduled_paid_cents !== null && paid_installments !== null)
    return [error('paid_installments', 'must be empty if scheduled_paid_cents is given')];
  if ((isOpen || status === 'charged_off') && scheduled_paid_cents === null && paid_installments === null)
    return [
      error('scheduled_paid_cents', 'is required for a loan that is open or charged off, or give paid_installments'),
    ];
  if (paid_installments !== null && paid_installments > loan.term_months)
    return [error('paid_installments', `must be at most term_months, ${loan.term_months}`)];
  if (status === 'pending' && scheduledPaidCents(loan) > 0) {
    const column = paid_installments === null ? 'scheduled_paid_cents' : 'paid_installments';
    return [error(column, 'must be empty or 0: a pending loan was never disbursed')];
  }
  const wentDown = original_principal_cents - principal_cents;
  return when(
    isOpen && scheduled_paid_cents !== null && scheduled_paid_cents < wentDown,
    'scheduled_paid_cents',
    `must be at least the principal paid so far, ${wentDown}`,
  );
}

function peopleOf(loan: LoanCells): RowProblem[] {
  const isAlone = loan.co_borrower_name === null && (loan.co_borrower_email ?? loan.co_borrower_phone) !== null;
  return [...addressOf(loan), ...when(isAlone, 'co_borrower_name', 'is required if any co-borrower column is given')];
}

const ADDRESS = ['address_line1', 'address_line2', 'city', 'state', 'postal_code', 'country'] as const;
const REGION_COLUMNS = { state: 'state', postalCode: 'postal_code' } as const;

function addressOf(loan: LoanCells): RowProblem[] {
  if (ADDRESS.every((name) => loan[name] === null)) return [];
  const missing = (['address_line1', 'city'] as const).filter((name) => loan[name] === null);
  const { country, state, postal_code: postalCode } = loan;
  return [
    ...missing.map((name) => error(name, 'is required if an address is given')),
    ...regionProblems({ country, state, postalCode }).map(({ part, message }) => error(REGION_COLUMNS[part], message)),
  ];
}

function when(isWrong: boolean, column: string, message: string): RowProblem[] {
  return isWrong ? [error(column, message)] : [];
}
