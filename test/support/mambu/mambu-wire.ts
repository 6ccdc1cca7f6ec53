import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { MambuBook } from './mambu-book.js';
import type { BookLoan, BookTransaction, Holder, Installment } from './mambu-loan.js';

/**
 * A book's contents in the format of Mambu's API v2. A division by 100 is exact in its shortest decimal, which JSON
 * prints.
 */

export function wireLoan(book: MambuBook, loan: BookLoan): Record<string, unknown> {
  const owed = book.owed(loan);
  const now = today(book);
  const paid = (part: 'principal' | 'interest' | 'fees') =>
    loan.installments.reduce((sum, installment) => sum + installment.paid[part], 0);
  const late = loan.installments.filter((one) => isLate(now, one));
  const due = (part: 'principal' | 'interest' | 'fees') =>
    late.reduce((sum, installment) => sum + installment[part] - installment.paid[part], 0);
  return {
    encodedKey: loan.key,
    id: loan.id,
    accountHolderKey: loan.holder.key,
    accountHolderType: loan.holder.type,
    accountState: loan.state,
    ...(loan.subState !== undefined && { accountSubState: loan.subState }),
    creationDate: moment(book, loan.disbursedAt),
    lastModifiedDate: moment(book, loan.modifiedAt),
    ...(loan.closedAt !== undefined && { closedDate: moment(book, loan.closedAt) }),
    ...(loan.arrearsAt !== undefined && { lastSetToArrearsDate: moment(book, loan.arrearsAt) }),
    loanName: 'Personal loan',
    productTypeKey: '8a8e867271bd280c0171bf7e4ec71b01',
    loanAmount: loan.principal / 100,
    currency: { code: loan.currency },
    daysInArrears: 0,
    daysLate: 0,
    balances: {
      principalBalance: owed.principal / 100,
      principalDue: due('principal') / 100,
      principalPaid: paid('principal') / 100,
      interestBalance: owed.interest / 100,
      interestDue: due('interest') / 100,
      interestPaid: paid('interest') / 100,
      feesBalance: owed.fees / 100,
      feesDue: due('fees') / 100,
      feesPaid: paid('fees') / 100,
      penaltyBalance: 0,
      penaltyDue: 0,
      penaltyPaid: 0,
    },
    interestSettings: { interestRate: loan.ratePercent, interestChargeFrequency: 'ANNUALIZED' },
    scheduleSettings: {
      gracePeriod: 0,
      repaymentInstallments: loan.installments.length,
      repaymentPeriodCount: 1,
      repaymentPeriodUnit: 'MONTHS',
      scheduleDueDatesMethod: 'INTERVAL',
    },
    disbursementDetails: {
      disbursementDate: moment(book, loan.disbursedAt),
      firstRepaymentDate: dueMoment(book, loan.installments[0]?.dueOn ?? '2026-01-01'),
    },
  };
}

export function wireTransaction(book: MambuBook, transaction: BookTransaction): Record<string, unknown> {
  const { key, id, externalId, loan, type, amount, portions, balance, at, notes, channel } = transaction;
  return {
    encodedKey: key,
    id: String(id),
    ...(externalId !== undefined && { externalId }),
    creationDate: moment(book, at),
    valueDate: moment(book, at),
    bookingDate: moment(book, at),
    ...(notes !== undefined && { notes }),
    parentAccountKey: loan.key,
    ...(transaction.adjustmentKey !== undefined && { adjustmentTransactionKey: transaction.adjustmentKey }),
    ...(transaction.originalKey !== undefined && { originalTransactionKey: transaction.originalKey }),
    type,
    amount: amount / 100,
    affectedAmounts: {
      principalAmount: portions.principal / 100,
      interestAmount: portions.interest / 100,
      feesAmount: portions.fees / 100,
      penaltyAmount: 0,
    },
    accountBalances: { principalBalance: balance.principal / 100, totalBalance: balance.total / 100 },
    currency: { code: 'USD' },
    ...(channel !== undefined && { transactionDetails: { transactionChannelId: channel } }),
  };
}

export function wireSchedule(book: MambuBook, loan: BookLoan): Record<string, unknown> {
  const amount = (installment: Installment, part: 'principal' | 'interest' | 'fees') => ({
    amount: {
      expected: installment[part] / 100,
      paid: installment.paid[part] / 100,
      due: (installment[part] - installment.paid[part]) / 100,
    },
  });
  const now = today(book);
  return {
    currency: { code: 'USD' },
    installments: loan.installments.map((installment, index) => ({
      number: String(index + 1),
      dueDate: dueMoment(book, installment.dueOn),
      state: stateOf(now, installment),
      parentAccountKey: loan.key,
      principal: amount(installment, 'principal'),
      interest: amount(installment, 'interest'),
      fee: amount(installment, 'fees'),
    })),
  };
}

export function wirePayoff(book: MambuBook, loan: BookLoan, body: unknown): Record<string, unknown> {
  const { principal, interest: owed, fees } = book.owed(loan);
  const { valueDate } = z.object({ valueDate: z.string() }).parse(body);
  const ahead = Temporal.PlainDate.from(today(book)).until(Temporal.PlainDate.from(valueDate.slice(0, 10)), {
    largestUnit: 'days',
  }).days;
  const interest = owed + loan.perDiem * ahead;
  return {
    principalBalance: principal / 100,
    interestBalance: interest / 100,
    feeBalance: fees / 100,
    penaltyBalance: 0,
    totalBalance: (principal + interest + fees) / 100,
  };
}

export function wireHolder(book: MambuBook, holder: Holder): Record<string, unknown> {
  const { key, type, name, lastName, members, phone, modifiedAt } = holder;
  const contact = {
    encodedKey: key,
    id: key.slice(0, 9),
    emailAddress: `${name.toLowerCase()}@example.test`,
    creationDate: moment(book, Date.parse('2020-01-01T12:00:00Z')),
    lastModifiedDate: moment(book, modifiedAt),
    mobilePhone: phone,
    addresses: [{ line1: '1 Main Street', city: 'Albany', region: 'NY', postcode: '12207', country: 'United States' }],
  };
  return type === 'CLIENT'
    ? { ...contact, firstName: name, lastName, state: 'ACTIVE' }
    : { ...contact, groupName: name, ...(members.length > 0 && { groupMembers: members.map(wireMember) }) };
}

function wireMember({ client, role }: Holder['members'][number]) {
  const named = { roleName: role, roleNameId: role.toUpperCase() };
  return {
    clientKey: client.key,
    roles: [{ encodedKey: `r${client.key.slice(1)}`, groupRoleNameKey: `n${client.key.slice(1)}`, ...named }],
  };
}

/** To the second, with the organization's offset. */
export function moment({ timeZone }: MambuBook, at: number): string {
  const { ms, text } = offsetAt(timeZone, at);
  return new Date(at + ms).toISOString().slice(0, 19) + text;
}

const offsets = new Map<string, { readonly ms: number; readonly text: string }>();

/**
 * Cached by the hour: computed for each of hundreds of thousands of dates, it would take most of the stand-in's time.
 */
function offsetAt(timeZone: string, at: number): { readonly ms: number; readonly text: string } {
  const hour = Math.floor(at / 3_600_000);
  const known = offsets.get(`${timeZone} ${hour}`);
  if (known !== undefined) return known;
  const zoned = Temporal.Instant.fromEpochMilliseconds(hour * 3_600_000).toZonedDateTimeISO(timeZone);
  const offset = { ms: zoned.offsetNanoseconds / 1_000_000, text: zoned.offset };
  offsets.set(`${timeZone} ${hour}`, offset);
  return offset;
}

/** The start of the day, close enough to noon that every time zone has the same date. */
function dueMoment(book: MambuBook, date: string): string {
  const { text } = offsetAt(book.timeZone, Date.parse(`${date}T12:00:00Z`));
  return `${date}T00:00:00${text}`;
}

function stateOf(now: string, installment: Installment): string {
  const { principal, interest, fees, paid } = installment;
  const left = principal + interest + fees - paid.principal - paid.interest - paid.fees;
  if (left === 0) return 'PAID';
  if (isLate(now, installment)) return 'LATE';
  return paid.principal + paid.interest + paid.fees > 0 ? 'PARTIALLY_PAID' : 'PENDING';
}

function isLate(now: string, { dueOn }: Installment): boolean {
  return dueOn < now;
}

function today(book: MambuBook): string {
  return moment(book, book.now()).slice(0, 10);
}
