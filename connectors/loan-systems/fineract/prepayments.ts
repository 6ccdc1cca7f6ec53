import { type Cents, cents } from '../../../core/money.js';
import type { IsoDate } from '../../../core/time/dates.js';
import type { DatedPayoff, LoanReference, PayoffSplit, Reached, Unavailable } from '../../../loan-model/port.js';
import { centsOf } from '../http/amounts.js';
import type { FineractContext } from './fineract-context.js';
import { type PayoffTemplate, payoffTemplate } from './response-schemas.js';

export type Prepayment = Pick<DatedPayoff, 'payoffCents' | 'split'>;

/** What pays off a loan on Fineract's business day, and that day: unavailable if the day is not plausible. */
export async function prepaymentNow(
  desk: FineractContext,
  loan: LoanReference,
): Promise<Reached<Prepayment & { readonly businessDay: IsoDate }>> {
  const read = await template(desk, loan, {});
  if (read.kind === 'unavailable') return read;
  const { date } = read.value;
  if (date === undefined || date === null) return { kind: 'unavailable', isWell: true };
  const day = desk.businessDays.checked(date);
  if (day.kind === 'unavailable') return day;
  const quoted = prepaymentOf(desk, loan, read.value);
  if (quoted.kind === 'unavailable') return quoted;
  return { kind: 'answered', value: { ...quoted.value, businessDay: day.value } };
}

/** The same on another day. `date` of the answer is always the business date, whatever day was requested. */
export async function prepaymentOn(
  desk: FineractContext,
  loan: LoanReference,
  on: IsoDate,
): Promise<Reached<Prepayment>> {
  const read = await template(desk, loan, { transactionDate: on, dateFormat: 'yyyy-MM-dd', locale: 'en' });
  return read.kind === 'unavailable' ? read : prepaymentOf(desk, loan, read.value);
}

async function template(
  { api }: FineractContext,
  { externalId }: LoanReference,
  dated: Readonly<Record<string, string>>,
): Promise<Reached<PayoffTemplate>> {
  const path = ['loans', externalId, 'transactions', 'template'];
  const read = await api.read({ path, query: { command: 'prepayLoan', ...dated }, schema: payoffTemplate });
  if (read.kind === 'unavailable') return read;
  return read.value === 'absent' ? { kind: 'unavailable' } : { kind: 'answered', value: read.value };
}

function prepaymentOf(desk: FineractContext, loan: LoanReference, answer: PayoffTemplate): Reached<Prepayment> {
  const payoffCents = centsOf(answer.amount);
  if (payoffCents === undefined) return oddMoney(desk, loan);
  return { kind: 'answered', value: { payoffCents, split: splitOf(answer, payoffCents) } };
}

/** Null if the portions are missing or do not sum to the amount. */
function splitOf(template: PayoffTemplate, payoffCents: Cents): PayoffSplit | null {
  const { principalPortion, interestPortion, feeChargesPortion, penaltyChargesPortion } = template;
  const [principal, interest, fees, penalties] = [
    principalPortion,
    interestPortion,
    feeChargesPortion,
    penaltyChargesPortion,
  ].map((portion) => centsOf(portion ?? '0'));
  if (principal === undefined || interest === undefined || fees === undefined || penalties === undefined) return null;
  if (principal + interest + fees + penalties !== payoffCents) return null;
  return { principalCents: principal, interestCents: interest, feesCents: cents(fees + penalties) };
}

export function oddMoney({ code, logger }: FineractContext, { externalId }: LoanReference): Unavailable {
  logger.error({ loan_system: code, loan: externalId }, 'a loan’s amount is not a whole number of cents');
  return { kind: 'unavailable', isWell: true };
}
