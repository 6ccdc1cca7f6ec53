import { type Cents, cents } from '../../core/money.js';
import { addDays, type IsoDate } from '../../core/time/dates.js';
import type { Loan } from '../loan.js';
import { accruedTo } from '../operations/operation-result.js';
import { applied } from '../operations/payment.js';
import { previousBusinessDay } from '../rules/business-day.js';
import { BUILT_IN_TERMS } from '../rules/product-terms.js';
import { dueDate, levelPaymentCents } from '../rules/schedule.js';
import { COLUMN_NAMES } from './columns.js';

export interface SampleRequest {
  readonly loans: number;
  /** For each loan. */
  readonly transactions: number;
  /** The same seed gives the same file. */
  readonly seed: number;
  /** The cut-over, a business day. */
  readonly asOf: IsoDate;
  /** The product of the loans; without it they have the built-in terms. */
  readonly productCode?: string | undefined;
}

const NAMES = [...COLUMN_NAMES];
const FIRST = ['Ada', 'Ben', 'Cora', 'Dan', 'Eve', 'Finn', 'Gia', 'Hal', 'Ida', 'Jon'];
const LAST = ['Archer', 'Baker', 'Carter', 'Dyer', 'Fisher', 'Glover', 'Hunter', 'Mason', 'Potter', 'Smith'];

/**
 * A portfolio in CSV, a few lines at a time: monthly loans whose balances follow from their history, and its totals at
 * the end.
 */
export function* samplePortfolio(request: SampleRequest): Generator<string> {
  yield `${NAMES.join(',')}\n`;
  const random = generator(request.seed);
  const totals = { loans: 0, transactions: 0, principal: 0, interest: 0, fees: 0, amount: 0 };
  for (let index = 1; index <= request.loans; index += 1) {
    const { loanRow, historyRows, loan, amountCents } = sampleLoan(index, request, random);
    yield [loanRow, ...historyRows].map(lineOf).join('');
    totals.loans += 1;
    totals.transactions += historyRows.length;
    totals.principal += loan.principalCents;
    totals.interest += loan.interestCents;
    totals.fees += loan.feesCents;
    totals.amount += amountCents;
  }
  yield lineOf({
    record_type: 'control',
    control_loans: totals.loans,
    control_transactions: totals.transactions,
    control_principal_cents: totals.principal,
    control_interest_cents: totals.interest,
    control_fees_cents: totals.fees,
    control_amount_cents: totals.amount,
  });
}

type Row = Readonly<Record<string, string | number | null>>;

function sampleLoan(index: number, { transactions, asOf, productCode = '' }: SampleRequest, random: () => number) {
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const number = `L-${String(index).padStart(7, '0')}`;
  const paid = Math.max(0, transactions - 1);
  const isLate = random() < 0.06;
  const installments = paid + (isLate ? between(1, 3) : 0);
  // The next installment is due within a month of the cut-over, and earlier ones are paid, except on late loans.
  const nextDue = addDays(asOf, between(1, 27));
  const firstDueOn = monthsBefore(nextDue, installments);
  const originatedOn = monthsBefore(firstDueOn, 1);
  const principal = cents(between(2_000, 40_000) * 100);
  const annualRateBps = between(599, 2_999);
  const termMonths = Math.max(installments + between(6, 36), 12);
  const scheduledPaymentCents = levelPaymentCents(principal, { annualRateBps }, termMonths);
  let loan = begun({ originatedOn, firstDueOn, principal, annualRateBps, termMonths, scheduledPaymentCents });
  const historyRows: Row[] = transactions === 0 ? [] : [disbursed(number, originatedOn, principal)];
  let amountCents = transactions === 0 ? 0 : Number(principal);
  for (let installment = 1; installment <= paid; installment += 1) {
    const on = dueDate(loan, installment);
    const after = applied(accruedTo(loan, on).loan, scheduledPaymentCents);
    loan = after.loan;
    amountCents += scheduledPaymentCents;
    historyRows.push(payment(number, installment, on, scheduledPaymentCents, after.split));
  }
  loan = accruedTo(loan, asOf).loan;
  const name = `${FIRST[between(0, 9)]} ${LAST[between(0, 9)]}`;
  const loanRow = {
    record_type: 'loan',
    loan_number: number,
    product_code: productCode,
    borrower_name: name,
    borrower_email: `${name.toLowerCase().replace(' ', '.')}.${index}@example.org`,
    borrower_phone: '+1 212 555 0100',
    address_line1: `${between(1, 999)} Main Street`,
    city: 'Albany',
    state: 'NY',
    postal_code: '12207',
    originated_on: originatedOn,
    first_due_on: firstDueOn,
    original_principal_cents: principal,
    annual_rate: (annualRateBps / 100).toFixed(2),
    term_months: termMonths,
    scheduled_payment_cents: scheduledPaymentCents,
    // Left to the product, if there is one.
    nsf_fee_cents: productCode === '' ? 2500 : '',
    as_of: asOf,
    status: isLate ? 'delinquent' : 'active',
    principal_cents: loan.principalCents,
    interest_cents: loan.interestCents,
    fees_cents: loan.feesCents,
    scheduled_paid_cents: loan.scheduledPaidCents,
  };
  return { loanRow, historyRows, loan, amountCents };
}

function disbursed(number: string, on: IsoDate, amount: Cents): Row {
  const what = { record_type: 'transaction', loan_number: number, type: 'disbursement', amount_cents: amount };
  return { ...what, effective_on: on, principal_cents: amount, external_id: `${number}-0` };
}

function payment(
  number: string,
  installment: number,
  on: IsoDate,
  amount: Cents,
  split: { readonly principalCents: Cents; readonly interestCents: Cents; readonly feesCents: Cents },
): Row {
  return {
    record_type: 'transaction',
    loan_number: number,
    type: 'payment',
    amount_cents: amount,
    effective_on: on,
    principal_cents: split.principalCents,
    interest_cents: split.interestCents,
    fees_cents: split.feesCents,
    external_id: `${number}-${installment}`,
    payment_method: 'ach',
  };
}

function begun(terms: {
  readonly originatedOn: IsoDate;
  readonly firstDueOn: IsoDate;
  readonly principal: Cents;
  readonly annualRateBps: number;
  readonly termMonths: number;
  readonly scheduledPaymentCents: Cents;
}): Loan {
  const { principal, ...agreed } = terms;
  const zero = cents(0);
  return {
    ...agreed,
    id: 'sample',
    organizationId: 'sample',
    status: 'active',
    product: BUILT_IN_TERMS,
    originalPrincipalCents: principal,
    nsfFeeCents: zero,
    principalCents: principal,
    interestCents: zero,
    accrualRemainder: 0,
    accruedThrough: terms.originatedOn,
    feesCents: zero,
    lateFeesCents: zero,
    takenByLateFeesCents: zero,
    lateFeeInstallments: [],
    scheduledPaidCents: zero,
    chargedOffOn: null,
    paidOffOn: null,
    dayEndThrough: previousBusinessDay(terms.originatedOn),
  };
}

function monthsBefore(date: IsoDate, months: number): IsoDate {
  return dueDate({ firstDueOn: date }, 1 - months);
}

function lineOf(row: Row): string {
  return `${NAMES.map((name) => row[name] ?? '').join(',')}\n`;
}

/** mulberry32: small, and the same on every platform. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
