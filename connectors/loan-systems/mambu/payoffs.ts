import { cents } from '../../../core/money.js';
import { addDays, type IsoDate } from '../../../core/time/dates.js';
import type { DatedPayoff, LoanReference, PayoffQuote, PayoffSplit, Reached } from '../../../loan-model/port.js';
import type { MambuApi } from './api.js';
import { NO_LOAN } from './errors.js';
import { isInDollars } from './loan-mapping.js';
import type { Organization } from './organization-time.js';
import { type Amount, loanPath, loanShape, type MambuLoan, type MambuPayoff, payoffShape } from './response-schemas.js';
import { takesRepayments } from './statuses.js';

/** The payoff amount now. */
export async function quotePayoff(
  api: MambuApi,
  organization: Organization,
  { externalId }: LoanReference,
): Promise<Reached<PayoffQuote>> {
  const [loan, time] = await Promise.all([readLoan(api, externalId), organization.time()]);
  if (loan.kind === 'unavailable') return loan;
  if (time.kind === 'unavailable') return time;
  if (loan.value === 'absent') return { kind: 'answered', value: { payable: false, payoffCents: cents(0) } };
  if (!isPayable(loan.value)) {
    const { principalBalance } = loan.value.balances;
    return principalBalance === 'inexact'
      ? { kind: 'unavailable', isWell: true }
      : { kind: 'answered', value: { payable: false, payoffCents: principalBalance } };
  }
  const quoted = await preview(api, externalId, time.value.text);
  return quoted.kind === 'unavailable'
    ? quoted
    : { kind: 'answered', value: { payable: true, payoffCents: quoted.value.payoffCents } };
}

/** The payoff amount on a future day, from Mambu's preview; every day is a business day. */
export async function quotePayoffOn(
  api: MambuApi,
  organization: Organization,
  { externalId }: LoanReference,
  on: IsoDate | null,
): Promise<Reached<DatedPayoff | 'not_payable'>> {
  const [loan, time] = await Promise.all([readLoan(api, externalId), organization.time()]);
  if (loan.kind === 'unavailable') return loan;
  if (time.kind === 'unavailable') return time;
  if (loan.value === 'absent' || !isPayable(loan.value)) return { kind: 'answered', value: 'not_payable' };
  const appliedOn = on === null || on < time.value.today ? time.value.today : on;
  const [then, dayAfter] = await Promise.all([
    preview(api, externalId, time.value.on(appliedOn)),
    preview(api, externalId, time.value.on(addDays(appliedOn, 1))),
  ]);
  if (then.kind === 'unavailable') return then;
  if (dayAfter.kind === 'unavailable') return dayAfter;
  const perDiemCents = cents(Math.max(0, interestOf(dayAfter.value) - interestOf(then.value)));
  const applied = { appliedOn, goodThrough: appliedOn };
  return { kind: 'answered', value: { ...then.value, perDiemCents, exactPerDiem: null, ...applied } };
}

async function readLoan(api: MambuApi, externalId: string): Promise<Reached<MambuLoan | 'absent'>> {
  const read = await api.read({ method: 'GET', path: loanPath(externalId) }, loanShape, NO_LOAN);
  if (read.kind === 'unavailable') return read;
  return { kind: 'answered', value: read.value === 'absent' ? 'absent' : read.value.content };
}

function isPayable(loan: MambuLoan): boolean {
  return takesRepayments(loan.accountState) && isInDollars(loan);
}

type Preview = Pick<DatedPayoff, 'payoffCents' | 'split'>;

/** A fee that falls due the next day is not part of a day's interest. */
function interestOf({ payoffCents, split }: Preview): number {
  return split === null ? payoffCents : split.interestCents;
}

/** @param valueDate - the moment, as Mambu writes it. */
async function preview(api: MambuApi, externalId: string, valueDate: string): Promise<Reached<Preview>> {
  const path = `${loanPath(externalId)}:previewPayOffAmounts`;
  const read = await api.read({ method: 'POST', path, body: { valueDate } }, payoffShape);
  if (read.kind === 'unavailable') return read;
  if (read.value === 'absent') return { kind: 'unavailable' };
  const { totalBalance } = read.value.content;
  if (totalBalance === 'inexact') return { kind: 'unavailable', isWell: true };
  return { kind: 'answered', value: { payoffCents: totalBalance, split: splitOf(read.value.content, totalBalance) } };
}

/**
 * Mambu reports interest in several parts, so interest is the total less principal and fees. Null if those are not
 * exact.
 */
function splitOf(preview: MambuPayoff, payoffCents: number): PayoffSplit | null {
  const principal = sumOf([preview.principalBalance, preview.carriedForwardPrincipalInArrears ?? NOTHING]);
  const fees = sumOf([
    preview.feeBalance ?? NOTHING,
    preview.penaltyBalance ?? NOTHING,
    preview.interestBearingFeeBalance ?? NOTHING,
    preview.earlyRepaymentCharge ?? NOTHING,
  ]);
  if (principal === undefined || fees === undefined || principal + fees > payoffCents) return null;
  return {
    principalCents: cents(principal),
    interestCents: cents(payoffCents - principal - fees),
    feesCents: cents(fees),
  };
}

const NOTHING: Amount = cents(0);

function sumOf(amounts: readonly (Amount | undefined)[]): number | undefined {
  let sum = 0;
  for (const amount of amounts) {
    if (amount === undefined || amount === 'inexact') return undefined;
    sum += amount;
  }
  return sum;
}
