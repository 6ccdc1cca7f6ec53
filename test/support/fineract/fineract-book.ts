import { addDays, type IsoDate } from '../../../core/time/dates.js';
import { AuditLog, HEAD_OFFICE } from './fineract-audits.js';

/**
 * The books of a Fineract tenant: clients, loans with their schedules, and transactions that change them. Amounts are
 * cents.
 */

export interface BookClient {
  readonly id: number;
  name: string;
  email: string | undefined;
  mobile: string | undefined;
  readonly addresses: BookAddress[];
}

/** State and country are the tenant's own names. */
export interface BookAddress {
  readonly line1: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
  readonly isActive: boolean;
}

export interface BookGroup {
  readonly name: string;
  readonly members: readonly BookClient[];
}

export interface Instalment {
  readonly dueOn: IsoDate;
  readonly principal: number;
  interest: number;
  principalPaid: number;
  interestPaid: number;
}

export interface BookTransaction {
  readonly id: number;
  readonly loan: BookLoan;
  readonly type: number;
  readonly on: IsoDate;
  readonly submittedOn: IsoDate;
  readonly amount: number;
  readonly externalId: string | undefined;
  readonly paymentType: number | undefined;
  readonly checkNumber: string | undefined;
  note: string | undefined;
  principal: number;
  interest: number;
  overpaid: number;
  balance: number;
  reversed: boolean;
  reversedOn: IsoDate | undefined;
  reversalExternalId: string | undefined;
}

export interface BookLoan {
  readonly id: number;
  readonly externalId: string | undefined;
  readonly clientId: number | undefined;
  readonly groupId: number | undefined;
  readonly principal: number;
  readonly currency: string;
  readonly decimals: number;
  readonly office: number;
  readonly disbursedOn: IsoDate;
  readonly instalments: readonly Instalment[];
  readonly transactions: BookTransaction[];
  status: number;
  chargedOffOn: IsoDate | undefined;
  writtenOff: { readonly on: IsoDate; readonly amount: number; readonly principal: number } | undefined;
  recovered: number;
  /** The interest per day of a loan whose interest is recalculated; 0: it is not, and owes the same on every day. */
  perDiem: number;
  closedOn: IsoDate | undefined;
  overpaidOn: IsoDate | undefined;
}

export interface NewLoan {
  readonly principal?: number;
  readonly interest?: number;
  readonly instalments?: number;
  readonly disbursedOn?: IsoDate;
  readonly externalId?: string;
  readonly client?: BookClient;
  readonly groupId?: number;
  readonly currency?: string;
  readonly decimals?: number;
  readonly office?: number;
}

export interface NewPayment {
  readonly amount: number;
  readonly on?: IsoDate;
  readonly externalId?: string | undefined;
  readonly note?: string | undefined;
  readonly paymentType?: number | undefined;
  readonly checkNumber?: string | undefined;
}

export const REPAYMENT = 2;
const WRITE_OFF = 6;
export const RECOVERY = 8;
const CHARGE_OFF = 27;

export class FineractBook {
  readonly clients = new Map<number, BookClient>();
  readonly groups = new Map<number, BookGroup>();
  /** Those that staff made, by their number. */
  readonly products: { readonly isRecalculated: boolean }[] = [];
  readonly loans = new Map<number, BookLoan>();
  readonly byExternalId = new Map<string, BookTransaction>();
  readonly audits = new AuditLog();
  /** Undefined: never set, and the tenant's own date counts. */
  businessDate: IsoDate | undefined;
  /** Switched off, the tenant's own date counts, although Fineract keeps the business date that was set. */
  isBusinessDateEnabled = true;
  #tenantDate: () => IsoDate;
  #ids = { client: 0, loan: 0, transaction: 0 };

  constructor(tenantDate: () => IsoDate) {
    this.#tenantDate = tenantDate;
  }

  today(): IsoDate {
    return (this.isBusinessDateEnabled ? this.businessDate : undefined) ?? this.#tenantDate();
  }

  client(name = 'Ada Moreno'): BookClient {
    const id = ++this.#ids.client;
    const client: BookClient = { id, name, email: `client-${id}@example.com`, mobile: '+12125550100', addresses: [] };
    this.clients.set(id, client);
    this.#auditClient('CREATE', id);
    return client;
  }

  changeClient(client: BookClient, fields: Partial<Pick<BookClient, 'name' | 'email' | 'mobile'>>): void {
    Object.assign(client, fields);
    this.#auditClient('UPDATE', client.id);
  }

  /** Its entry names neither client nor office, except in its address. */
  addAddress(client: BookClient, address: BookAddress): void {
    client.addresses.push(address);
    const resourceId = client.addresses.length;
    const url = `/clients/${client.id}/addresses`;
    this.audits.add({ actionName: 'CREATE', entityName: 'ADDRESS', resourceId, url });
  }

  /** Repayments of several loans in one command, whose entry names none of them. */
  collectionSheet(loans: readonly BookLoan[], amount: number): void {
    this.audits.isOn = false;
    for (const loan of loans) this.pay(loan, { amount });
    this.audits.isOn = true;
    const url = '/collectionsheet?command=saveCollectionSheet';
    this.audits.add({ actionName: 'SAVE', entityName: 'COLLECTIONSHEET', url });
  }

  /** Disbursed, in equal installments thirty days apart, with flat interest. */
  loan(loan: NewLoan = {}): BookLoan {
    const { principal = 100_000, interest = 0, instalments = 12, disbursedOn = this.today() } = loan;
    const made: BookLoan = {
      id: ++this.#ids.loan,
      externalId: loan.externalId,
      clientId: loan.groupId === undefined ? (loan.client ?? this.client()).id : undefined,
      groupId: loan.groupId,
      principal,
      currency: loan.currency ?? 'USD',
      decimals: loan.decimals ?? 2,
      office: loan.office ?? HEAD_OFFICE,
      disbursedOn,
      instalments: Array.from({ length: instalments }, (_, index) => ({
        dueOn: addDays(disbursedOn, (index + 1) * 30),
        principal: share(principal, instalments, index),
        interest: share(interest, instalments, index),
        principalPaid: 0,
        interestPaid: 0,
      })),
      transactions: [],
      status: 300,
      chargedOffOn: undefined,
      writtenOff: undefined,
      recovered: 0,
      perDiem: 0,
      closedOn: undefined,
      overpaidOn: undefined,
    };
    this.loans.set(made.id, made);
    this.auditLoan('CREATE', made, made.id);
    this.record(made, 1, { amount: principal, on: disbursedOn });
    return made;
  }

  /** Many loans, each with a number of past transactions. */
  bulk(loans: number, transactionsPerLoan: number, disbursedOn: IsoDate): void {
    this.audits.isOn = false;
    for (let number = 0; number < loans; number += 1) {
      const loan = this.loan({ principal: 2_400_000, instalments: 36, disbursedOn, externalId: `bulk-${number}` });
      for (let count = 1; count < transactionsPerLoan; count += 1) {
        this.pay(loan, { amount: 10_000 + count, on: addDays(disbursedOn, count * 30) });
      }
    }
    this.audits.isOn = true;
  }

  pay(loan: BookLoan, payment: NewPayment): BookTransaction {
    const made = this.record(loan, REPAYMENT, payment);
    apply(loan, made);
    settle(loan, made.on);
    return made;
  }

  recover(loan: BookLoan, payment: NewPayment): BookTransaction {
    loan.recovered += payment.amount;
    return this.record(loan, RECOVERY, payment);
  }

  undo(transaction: BookTransaction, reversalExternalId: string | undefined): void {
    const { loan } = transaction;
    this.auditLoan('ADJUST', loan, transaction.id);
    Object.assign(transaction, { reversed: true, reversedOn: this.today(), reversalExternalId });
    if (transaction.type === RECOVERY) return;
    for (const instalment of loan.instalments) Object.assign(instalment, { principalPaid: 0, interestPaid: 0 });
    Object.assign(loan, { status: 300, closedOn: undefined, overpaidOn: undefined });
    const standing = loan.transactions.filter(({ type, reversed }) => type === REPAYMENT && !reversed);
    for (const payment of standing) apply(loan, payment);
    settle(loan, standing.at(-1)?.on ?? loan.disbursedOn);
  }

  chargeOff(loan: BookLoan): void {
    this.record(loan, CHARGE_OFF, { amount: outstanding(loan) });
    loan.chargedOffOn = this.today();
  }

  writeOff(loan: BookLoan): void {
    const [amount, principal] = [outstanding(loan), outstandingPrincipal(loan)];
    this.record(loan, WRITE_OFF, { amount });
    Object.assign(loan, { status: 601, writtenOff: { on: this.today(), amount, principal }, closedOn: this.today() });
  }

  /** Any other entry, such as an accrual, that changes no balance. */
  record(loan: BookLoan, type: number, { amount, on = this.today(), ...rest }: NewPayment): BookTransaction {
    const made: BookTransaction = {
      id: ++this.#ids.transaction,
      loan,
      type,
      on,
      submittedOn: on,
      amount,
      externalId: rest.externalId,
      paymentType: rest.paymentType,
      checkNumber: rest.checkNumber,
      note: rest.note,
      principal: 0,
      interest: 0,
      overpaid: 0,
      balance: outstandingPrincipal(loan),
      reversed: false,
      reversedOn: undefined,
      reversalExternalId: undefined,
    };
    loan.transactions.push(made);
    if (made.externalId !== undefined) this.byExternalId.set(made.externalId, made);
    if (type !== ACCRUAL) this.auditLoan(ACTIONS[type] ?? 'OTHER', loan, made.id);
    return made;
  }

  auditLoan(actionName: string, { id, clientId, office }: BookLoan, resourceId: number): void {
    const url = actionName === 'CREATE' ? '/loans' : `/loans/${id}/transactions/template?command=${actionName}`;
    this.audits.add({ actionName, entityName: 'LOAN', resourceId, clientId, loanId: id, url, office });
  }

  #auditClient(actionName: string, id: number): void {
    const url = `/clients/${id}`;
    this.audits.add({ actionName, entityName: 'CLIENT', resourceId: id, clientId: id, url, office: HEAD_OFFICE });
  }
}

/** Written by a job, which is no command. */
const ACCRUAL = 10;
const ACTIONS: Readonly<Record<number, string>> = {
  1: 'DISBURSE',
  2: 'REPAYMENT',
  6: 'WRITEOFF',
  8: 'RECOVERYPAYMENT',
  27: 'CHARGEOFF',
};

/** As Fineract numbers accounts, of loans and clients. */
export function accountNumberOf({ id }: { readonly id: number }): string {
  return String(id).padStart(9, '0');
}

export function outstandingPrincipal({ status, instalments }: BookLoan): number {
  return status === 601 ? 0 : instalments.reduce((sum, one) => sum + one.principal - one.principalPaid, 0);
}

export function outstandingInterest({ status, instalments }: BookLoan): number {
  return status === 601 ? 0 : instalments.reduce((sum, one) => sum + one.interest - one.interestPaid, 0);
}

export function outstanding(loan: BookLoan): number {
  return outstandingPrincipal(loan) + outstandingInterest(loan);
}

export function overpaid({ transactions }: BookLoan): number {
  return transactions.reduce((sum, one) => sum + (one.reversed ? 0 : one.overpaid), 0);
}

/** Installment by installment, interest before principal; an excess is recorded as overpaid. */
function apply(loan: BookLoan, payment: BookTransaction): void {
  let left = payment.amount;
  Object.assign(payment, { principal: 0, interest: 0 });
  for (const one of loan.instalments) {
    if (left === 0) break;
    const interest = Math.min(left, one.interest - one.interestPaid);
    const principal = Math.min(left - interest, one.principal - one.principalPaid);
    one.interestPaid += interest;
    one.principalPaid += principal;
    payment.interest += interest;
    payment.principal += principal;
    left -= interest + principal;
  }
  payment.overpaid = left;
  payment.balance = outstandingPrincipal(loan);
}

function settle(loan: BookLoan, on: IsoDate): void {
  if (outstanding(loan) > 0) return;
  if (overpaid(loan) > 0) Object.assign(loan, { status: 700, overpaidOn: on });
  else Object.assign(loan, { status: 600, closedOn: on });
}

function share(amount: number, count: number, index: number): number {
  const each = Math.floor(amount / count);
  return index < count - 1 ? each : amount - each * (count - 1);
}
