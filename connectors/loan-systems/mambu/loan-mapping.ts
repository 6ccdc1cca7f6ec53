import { createHash } from 'node:crypto';
import { isLosslessNumber, stringify } from 'lossless-json';
import type { AccountStatusCode } from '../../../core/contract/account-enumerations.js';
import { type Cents, cents } from '../../../core/money.js';
import type { IsoDate } from '../../../core/time/dates.js';
import type { LoanHead, SourceContract, SourceLoan } from '../../../loan-model/loan-source-types.js';
import type {
  Milestones,
  NormalizedLifecycleEvent,
  PastDuePosition,
} from '../../../loan-model/projection/account-change.js';
import { personId } from './persons.js';
import type { Amount, MambuHead, MambuInstallment, MambuLoan, Moment } from './response-schemas.js';
import { sourceStatusOf, statusOf } from './statuses.js';

/** The fields of a loan that a transaction, an end of day or an edit changes. */
const SEEN = [
  'lastModifiedDate',
  'id',
  'accountHolderKey',
  'accountState',
  'accountSubState',
  'balances',
  'daysInArrears',
  'daysLate',
];

/** Mambu dates modifications by the second, so the revision contains more than that date. */
export function headOf(loan: MambuHead): LoanHead {
  const seen = stringify(SEEN.map((field) => inOrder(loan[field]))) ?? '';
  const revision = createHash('sha256').update(seen).digest('base64url').slice(0, 22);
  return { externalId: loan.encodedKey, revision };
}

/** Independent of the call: a search and a read may list the balances in different orders. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return value ?? null;
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
}

/**
 * Undefined when it is not in dollars, or its principal is not a whole number of cents: such a loan cannot be shown
 * correctly.
 */
export function sourceLoan(
  { head, loan }: { readonly head: MambuHead; readonly loan: MambuLoan },
  installments: readonly MambuInstallment[],
  today: IsoDate,
): SourceLoan | undefined {
  const { accountState, accountSubState, balances } = loan;
  if (balances.principalBalance === 'inexact' || !isInDollars(loan)) return undefined;
  const statusCode = statusOf(accountState, accountSubState);
  return {
    ...headOf(head),
    // Mambu has one number per loan, which it generates unless one is supplied: there is no separate number of the
    // client.
    externalContractNumber: null,
    externalAccountNumber: loan.id,
    sourceStatus: sourceStatusOf(accountState, accountSubState),
    statusCode,
    currentBalanceCents: balances.principalBalance,
    contract: contractOf(loan, installments),
    milestones: milestonesOf(loan, statusCode),
    pastDue: pastDueOf(statusCode, installments, today),
    lifecycleEvents: lifecycleEventsOf(loan, statusCode),
    borrowers: [{ externalId: personId(loan.accountHolderType, loan.accountHolderKey), role: 'primary' }],
  };
}

/** All our amounts are US dollars. */
export function isInDollars({ currency }: MambuLoan): boolean {
  return currency === undefined || currency.code === 'USD';
}

function contractOf(loan: MambuLoan, installments: readonly MambuInstallment[]): SourceContract {
  const { interestSettings, scheduleSettings, disbursementDetails } = loan;
  const isYearly = interestSettings?.interestChargeFrequency === 'ANNUALIZED';
  const first = installments[0];
  return {
    originatedOn: disbursementDetails?.disbursementDate?.on ?? null,
    firstDueOn: first?.dueDate ?? disbursementDetails?.firstRepaymentDate?.on ?? null,
    maturityOn: installments.at(-1)?.dueDate ?? null,
    originalPrincipalCents: loan.loanAmount === 'inexact' ? null : loan.loanAmount,
    scheduledPaymentCents: exact(scheduleSettings?.periodicPayment) ?? (first ? total(first, 'expected') : null),
    annualRate: isYearly ? (interestSettings.interestRate ?? null) : null,
    termMonths: termMonths(scheduleSettings),
  };
}

function termMonths(settings: MambuLoan['scheduleSettings']): number | null {
  const { repaymentInstallments, repaymentPeriodCount, repaymentPeriodUnit } = settings ?? {};
  const unit = repaymentPeriodUnit === 'MONTHS' ? 1 : repaymentPeriodUnit === 'YEARS' ? 12 : undefined;
  if (repaymentInstallments === undefined || repaymentPeriodCount === undefined || unit === undefined) return null;
  return repaymentInstallments * repaymentPeriodCount * unit;
}

function milestonesOf({ closedDate }: MambuLoan, status: AccountStatusCode): Milestones {
  const closedOn = closedDate?.on ?? null;
  return {
    chargedOffOn: status === 'charged_off' ? closedOn : null,
    paidOffOn: status === 'paid_in_full' ? closedOn : null,
  };
}

/** Status changes that Mambu itself dates. */
function lifecycleEventsOf(loan: MambuLoan, status: AccountStatusCode): readonly NormalizedLifecycleEvent[] {
  const { disbursementDetails, lastSetToArrearsDate, closedDate } = loan;
  const events: NormalizedLifecycleEvent[] = [];
  const add = (moment: Moment | undefined, event: Omit<NormalizedLifecycleEvent, 'occurredAt'>) => {
    if (moment !== undefined) events.push({ ...event, occurredAt: moment.at });
  };
  add(disbursementDetails?.disbursementDate, { type: 'opened', fromStatus: 'pending', toStatus: 'active' });
  if (status === 'delinquent') {
    add(lastSetToArrearsDate, { type: 'delinquent', fromStatus: 'active', toStatus: 'delinquent' });
  }
  if (status === 'charged_off' || status === 'paid_in_full' || status === 'closed') {
    add(closedDate, { type: status, fromStatus: null, toStatus: status });
  }
  return events;
}

/** The amount due before today and unpaid, by the loan's schedule; null if an amount in it is not known exactly. */
function pastDueOf(
  status: AccountStatusCode,
  installments: readonly MambuInstallment[],
  asOf: IsoDate,
): PastDuePosition | null {
  const open = status === 'active' || status === 'delinquent' ? installments.filter(isOpen) : [];
  const late = open.filter(({ dueDate }) => dueDate < asOf);
  const next = open.find(({ dueDate }) => dueDate >= asOf);
  const lateAmounts = late.map((installment) => total(installment, 'due'));
  const nextDueCents = next === undefined ? null : total(next, 'due');
  let pastDueCents = 0;
  for (const amount of lateAmounts) {
    if (amount === null) return null;
    pastDueCents += amount;
  }
  return {
    asOf,
    pastDueCents: cents(pastDueCents),
    oldestUnpaidOn: late[0]?.dueDate ?? null,
    nextDueOn: next?.dueDate ?? null,
    nextDueCents,
  };
}

function isOpen(installment: MambuInstallment): boolean {
  return installment.state !== 'PAID' && installment.state !== 'GRACE' && total(installment, 'due') !== 0;
}

/** The amount of one installment: principal, interest, fees and penalties. */
function total({ principal, interest, fee, penalty }: MambuInstallment, which: 'due' | 'expected'): Cents | null {
  let sum = 0;
  for (const part of [principal, interest, fee, penalty]) {
    const amount = part?.amount?.[which];
    if (amount === 'inexact') return null;
    sum += amount ?? 0;
  }
  return cents(sum);
}

function exact(amount: Amount | undefined): Cents | null {
  return amount === undefined || amount === 'inexact' ? null : amount;
}
