import { daysBetween, type IsoDate } from '../../../core/time/dates.js';
import {
  accountNumberOf,
  type BookAddress,
  type BookClient,
  type BookGroup,
  type BookLoan,
  type BookTransaction,
  outstanding,
  outstandingInterest,
  outstandingPrincipal,
  overpaid,
} from './fineract-book.js';

/** The book in Fineract's format. Amounts are marked texts until `asJson` writes them as its database's decimals. */

const USD = {
  code: 'USD',
  name: 'US Dollar',
  decimalPlaces: 2,
  displaySymbol: '$',
  nameCode: 'currency.USD',
  displayLabel: 'US Dollar ($)',
};

/** Fineract writes decimals with its columns' six places, and leaves out null values. */
export function asJson(value: unknown): string {
  return JSON.stringify(value).replace(/"@(-?\d+\.\d{6})"/g, '$1');
}

function money(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `@${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}0000`;
}

export function day(date: IsoDate | undefined): readonly number[] | undefined {
  return date?.split('-').map(Number);
}

const LOAN_STATUSES: Readonly<Record<number, string>> = {
  100: 'submitted.and.pending.approval',
  200: 'approved',
  300: 'active',
  400: 'withdrawn.by.client',
  303: 'transfer.in.progress',
  304: 'transfer.on.hold',
  500: 'rejected',
  600: 'closed.obligations.met',
  601: 'closed.written.off',
  602: 'closed.reschedule.outstanding.amount',
  700: 'overpaid',
};

const MONTHS = { id: 2, code: 'termFrequency.periodFrequencyType.months', description: 'Months' };

/** A row of the list; the single loan starts with the same fields. */
export function wireLoan(loan: BookLoan, clientName: string | undefined, today: IsoDate, groupName?: string) {
  const due = loan.instalments.filter(({ dueOn }) => dueOn < today && loan.status === 300);
  const overdueOf = (part: 'principal' | 'interest') =>
    due.reduce((sum, one) => sum + one[part] - one[`${part}Paid`], 0);
  const [principalOverdue, interestOverdue] = [overdueOf('principal'), overdueOf('interest')];
  const first = due.find((one) => one.principal + one.interest > one.principalPaid + one.interestPaid);
  const [principal, interest] = [outstandingPrincipal(loan), outstandingInterest(loan)];
  const paid = (part: 'principalPaid' | 'interestPaid') => loan.instalments.reduce((sum, one) => sum + one[part], 0);
  const charged = loan.instalments.reduce((sum, one) => sum + one.interest, 0);
  const writtenOff = loan.writtenOff?.amount ?? 0;
  return {
    id: loan.id,
    accountNo: accountNumberOf(loan),
    externalId: loan.externalId,
    clientId: loan.clientId,
    clientName,
    group: loan.groupId === undefined ? undefined : { id: loan.groupId, name: groupName },
    status: {
      id: loan.status,
      code: `loanStatusType.${LOAN_STATUSES[loan.status] ?? 'invalid'}`,
      active: loan.status === 300,
      closed: [600, 601, 602].includes(loan.status),
      overpaid: loan.status === 700,
    },
    chargedOff: loan.chargedOffOn !== undefined,
    currency: { ...USD, code: loan.currency, decimalPlaces: loan.decimals },
    principal: money(loan.principal),
    annualInterestRate: '@12.500000',
    isInterestRecalculationEnabled: loan.perDiem > 0,
    termFrequency: loan.instalments.length,
    termPeriodFrequencyType: MONTHS,
    numberOfRepayments: loan.instalments.length,
    totalOverpaid: loan.status === 700 ? money(overpaid(loan)) : undefined,
    overpaidOnDate: day(loan.overpaidOn),
    lastClosedBusinessDate: day(today),
    timeline: {
      submittedOnDate: day(loan.disbursedOn),
      approvedOnDate: day(loan.disbursedOn),
      actualDisbursementDate: day(loan.disbursedOn),
      expectedMaturityDate: day(loan.instalments.at(-1)?.dueOn),
      closedOnDate: day(loan.closedOn),
      writeOffOnDate: day(loan.writtenOff?.on),
      chargedOffOnDate: day(loan.chargedOffOn),
    },
    summary: {
      currency: USD,
      principalDisbursed: money(loan.principal),
      principalPaid: money(paid('principalPaid')),
      principalWrittenOff: money(loan.writtenOff?.principal ?? 0),
      principalOutstanding: money(principal),
      principalOverdue: money(principalOverdue),
      interestCharged: money(charged),
      interestPaid: money(paid('interestPaid')),
      interestOutstanding: money(interest),
      interestOverdue: money(interestOverdue),
      totalRepayment: money(paid('principalPaid') + paid('interestPaid')),
      totalWrittenOff: money(writtenOff),
      totalOutstanding: money(principal + interest),
      totalOverdue: money(principalOverdue + interestOverdue),
      totalRecovered: money(loan.recovered),
      overdueSinceDate: day(first?.dueOn),
      inArrears: first !== undefined,
    },
  };
}

export function wireSchedule(loan: BookLoan) {
  const disbursement = { dueDate: day(loan.disbursedOn), principalLoanBalanceOutstanding: money(loan.principal) };
  const periods = loan.instalments.map((one, index) => ({
    period: index + 1,
    dueDate: day(one.dueOn),
    complete: one.principalPaid === one.principal && one.interestPaid === one.interest,
    principalDue: money(one.principal),
    interestDue: money(one.interest),
    principalPaid: money(one.principalPaid),
    interestPaid: money(one.interestPaid),
    totalDueForPeriod: money(one.principal + one.interest),
    totalOutstandingForPeriod: money(one.principal + one.interest - one.principalPaid - one.interestPaid),
  }));
  return { currency: USD, totalOutstanding: money(outstanding(loan)), periods: [disbursement, ...periods] };
}

const TRANSACTION_TYPES: Readonly<Record<number, string>> = {
  1: 'disbursement',
  2: 'repayment',
  6: 'writeOff',
  8: 'recoveryRepayment',
  10: 'accrual',
  12: 'initiateTransfer',
  14: 'withdrawTransfer',
  27: 'chargeOff',
};

export const PAYMENT_TYPES: Readonly<Record<number, string>> = { 1: 'Cash', 2: 'Check' };

export function wireTransaction(transaction: BookTransaction) {
  const { paymentType } = transaction;
  return {
    id: transaction.id,
    type: {
      id: transaction.type,
      code: `loanTransactionType.${TRANSACTION_TYPES[transaction.type] ?? 'invalid'}`,
      value: TRANSACTION_TYPES[transaction.type],
      repayment: transaction.type === 2,
    },
    date: day(transaction.on),
    submittedOnDate: day(transaction.submittedOn),
    currency: USD,
    amount: money(transaction.amount),
    principalPortion: money(transaction.principal),
    interestPortion: money(transaction.interest),
    feeChargesPortion: money(0),
    penaltyChargesPortion: money(0),
    overpaymentPortion: money(transaction.overpaid),
    outstandingLoanBalance: money(transaction.balance),
    externalId: transaction.externalId,
    manuallyReversed: transaction.reversed,
    reversedOnDate: day(transaction.reversedOn),
    reversalExternalId: transaction.reversalExternalId,
    paymentDetailData:
      paymentType === undefined
        ? undefined
        : {
            id: transaction.id,
            paymentType: { id: paymentType, name: PAYMENT_TYPES[paymentType] },
            checkNumber: transaction.checkNumber,
          },
  };
}

/** The amounts are of the requested day; `date` is the business date, whatever day was requested. */
export function wirePayoff(loan: BookLoan, today: IsoDate, on = today) {
  const ahead = Math.floor(loan.perDiem * daysBetween(today, on));
  return {
    type: { id: 2, code: 'loanTransactionType.repayment' },
    date: day(today),
    currency: USD,
    amount: money(outstanding(loan) + ahead),
    principalPortion: money(outstandingPrincipal(loan)),
    interestPortion: money(outstandingInterest(loan) + ahead),
    feeChargesPortion: money(0),
    penaltyChargesPortion: money(0),
  };
}

export function wireClient(client: BookClient) {
  return {
    id: client.id,
    accountNo: accountNumberOf(client),
    status: { id: 300, code: 'clientStatusType.active' },
    active: true,
    officeId: 1,
    displayName: client.name,
    emailAddress: client.email,
    mobileNo: client.mobile,
  };
}

export function wireAddress(clientId: number, addressId: number, address: BookAddress) {
  const { line1, city, state, postalCode, country, isActive } = address;
  return {
    clientID: clientId,
    addressType: 'Home',
    addressId,
    addressTypeId: 14,
    isActive,
    street: '',
    addressLine1: line1,
    addressLine2: '',
    addressLine3: '',
    townVillage: '',
    city,
    stateProvinceId: 801,
    stateName: state,
    countryId: 802,
    countryName: country,
    postalCode,
  };
}

export function wireGroup(id: number, { name, members }: BookGroup, withMembers: boolean) {
  const clientMembers = members.map((client) => ({ id: client.id, displayName: client.name }));
  return { id, name, officeId: 1, ...(withMembers && { clientMembers }) };
}
