import { Temporal } from 'temporal-polyfill';
import {
  type BookLoan,
  type BookTransaction,
  type Holder,
  type NewLoan,
  NOTHING,
  type Portions,
  pay,
  plus,
  positionOf,
  scheduleOf,
  unpay,
} from './mambu-loan.js';

export type Refusal = { readonly refused: { readonly code: number; readonly reason: string } };

export interface Repayment {
  readonly amount: number;
  readonly at?: number;
  readonly externalId?: string | undefined;
  readonly notes?: string | undefined;
  readonly channel?: string | undefined;
}

type Order = Omit<Repayment, 'at'> & {
  readonly type: string;
  readonly portions: Portions;
  readonly originalKey?: string;
};

/** The books of a Mambu tenant: holders, loans with their schedules, and transactions that change them. */
export class MambuBook {
  readonly loans = new Map<string, BookLoan>();
  readonly holders = new Map<string, Holder>();
  readonly transactions = new Map<string, BookTransaction>();
  readonly byExternalId = new Map<string, BookTransaction[]>();
  readonly timeZone: string;
  now: () => number = Date.now;
  /** Cached until something changes, so that pages of a long list are not sorted again. */
  #ordered: readonly BookLoan[] | undefined;
  #keys = 0;
  #transactionIds = 0;

  constructor(timeZone: string) {
    this.timeZone = timeZone;
  }

  holder(type: Holder['type'] = 'CLIENT', name = 'Ada', lastName = 'Moreno'): Holder {
    const modifiedAt = Date.parse('2020-01-01T12:00:00Z');
    const about = { type, name, lastName, members: [], phone: '+1 212 555 0100', modifiedAt };
    const holder: Holder = { key: this.#key(), ...about };
    this.holders.set(holder.key, holder);
    return holder;
  }

  /** Changes nothing of the holder's loans. */
  changePhone(holder: Holder, phone: string): void {
    Object.assign(holder, { phone, modifiedAt: this.now() });
  }

  /** An active, disbursed loan with equal monthly installments of principal and flat interest. */
  loan(terms: NewLoan = {}): BookLoan {
    const { principal = 100_000, interest = 0, installments = 12, disbursedAt, holder, currency = 'USD' } = terms;
    const at = disbursedAt === undefined ? this.now() : Temporal.Instant.from(disbursedAt).epochMilliseconds;
    const loan: BookLoan = {
      key: this.#key(),
      id: `LN${String(this.loans.size + 1).padStart(6, '0')}`,
      holder: holder ?? this.holder(),
      principal,
      ratePercent: 12.5,
      currency,
      disbursedAt: at,
      installments: scheduleOf({ principal, interest, count: installments, from: at, timeZone: this.timeZone }),
      transactions: [],
      state: 'ACTIVE',
      subState: undefined,
      owes: { principal, interest, fees: 0 },
      closedAt: undefined,
      arrearsAt: undefined,
      modifiedAt: at,
      perDiem: 0,
    };
    this.loans.set(loan.key, loan);
    this.#ordered = undefined;
    this.#record(loan, { type: 'DISBURSEMENT', amount: principal, portions: { ...NOTHING, principal } }, at);
    return loan;
  }

  /** Many loans, each with a number of past transactions. */
  bulk(loans: number, transactionsPerLoan: number, firstDay = '2024-01-05T15:00:00Z'): void {
    const day = 86_400_000;
    for (let number = 0; number < loans; number += 1) {
      const loan = this.loan({ principal: 2_400_000, installments: 36, disbursedAt: firstDay });
      for (let count = 1; count < transactionsPerLoan; count += 1) {
        this.repay(loan, { amount: 10_000 + count, at: loan.disbursedAt + count * 30 * day });
      }
    }
  }

  owed(loan: BookLoan): Portions {
    return loan.state === 'CLOSED' ? NOTHING : loan.owes;
  }

  /** By modification time, in whole seconds as in Mambu, then by key. */
  byModification(): readonly BookLoan[] {
    this.#ordered ??= [...this.loans.values()].sort((one, other) => (positionOf(one) < positionOf(other) ? -1 : 1));
    return this.#ordered;
  }

  total(loan: BookLoan): number {
    const { principal, interest, fees } = this.owed(loan);
    return principal + interest + fees;
  }

  repay(loan: BookLoan, order: Repayment): BookTransaction | Refusal {
    if (order.externalId !== undefined && this.byExternalId.has(order.externalId)) {
      return { refused: { code: 148, reason: 'TRANSACTION_IDENTIFIER_ALREADY_USED' } };
    }
    if (loan.state !== 'ACTIVE' && loan.state !== 'ACTIVE_IN_ARREARS') {
      return { refused: { code: 128, reason: 'INVALID_ACCOUNT_STATE_FOR_REPAYMENTS' } };
    }
    if (order.amount > this.total(loan)) return { refused: { code: 110, reason: 'EXCESS_REPAYMENT_ERROR' } };
    const portions = pay(loan.installments, order.amount);
    loan.owes = plus(loan.owes, portions, -1);
    const at = order.at ?? this.now();
    const transaction = this.#record(loan, { type: 'REPAYMENT', ...order, portions }, at);
    if (this.total(loan) === 0) this.#close(loan, 'REPAID', at);
    return transaction;
  }

  adjust(original: BookTransaction, notes: string): BookTransaction | Refusal {
    if (original.adjustmentKey !== undefined || original.type !== 'REPAYMENT') {
      return { refused: { code: 152, reason: 'TRANSACTION_CANNOT_BE_ADJUSTED' } };
    }
    const { loan, amount, portions } = original;
    if (loan.subState === 'REPAID') Object.assign(loan, { state: 'ACTIVE', subState: undefined, closedAt: undefined });
    unpay(loan.installments, portions);
    loan.owes = plus(loan.owes, portions, 1);
    const order = { type: 'REPAYMENT_ADJUSTMENT', amount, portions, notes, originalKey: original.key };
    const adjusting = this.#record(loan, order, this.now());
    original.adjustmentKey = adjusting.key;
    return adjusting;
  }

  fee(loan: BookLoan, amount: number): BookTransaction {
    const last = loan.installments.at(-1);
    if (last === undefined) throw new Error('no installment to put the fee on');
    const portions = { ...NOTHING, fees: amount };
    loan.installments[loan.installments.length - 1] = { ...last, fees: last.fees + amount };
    loan.owes = plus(loan.owes, portions, 1);
    return this.#record(loan, { type: 'FEE_APPLIED', amount, portions }, this.now());
  }

  /** An entry for accrued interest, which the installments already include. */
  applyInterest(loan: BookLoan, amount: number): BookTransaction {
    const portions = { ...NOTHING, interest: amount };
    return this.#record(loan, { type: 'INTEREST_APPLIED', amount, portions }, this.now());
  }

  writeOff(loan: BookLoan): void {
    const portions = this.owed(loan);
    this.#record(loan, { type: 'WRITE_OFF', amount: this.total(loan), portions }, this.now());
    this.#close(loan, 'WRITTEN_OFF', this.now());
  }

  setState(loan: BookLoan, state: string, subState?: string): void {
    const now = this.now();
    Object.assign(loan, { state, subState, modifiedAt: now });
    this.#ordered = undefined;
    if (state === 'ACTIVE_IN_ARREARS') loan.arrearsAt = now;
    if (state.startsWith('CLOSED')) loan.closedAt = now;
  }

  #close(loan: BookLoan, subState: string, at: number): void {
    Object.assign(loan, { state: 'CLOSED', subState, closedAt: at, modifiedAt: at });
    this.#ordered = undefined;
  }

  #record(loan: BookLoan, order: Order, at: number): BookTransaction {
    this.#transactionIds += 1;
    const transaction: BookTransaction = {
      key: this.#key(),
      id: this.#transactionIds,
      externalId: order.externalId,
      loan,
      type: order.type,
      amount: order.amount,
      portions: order.portions,
      balance: { principal: this.owed(loan).principal, total: this.total(loan) },
      at,
      notes: order.notes,
      channel: order.channel,
      originalKey: order.originalKey,
      adjustmentKey: undefined,
    };
    loan.transactions.push(transaction);
    loan.modifiedAt = Math.max(loan.modifiedAt, at);
    this.#ordered = undefined;
    this.transactions.set(transaction.key, transaction);
    if (order.externalId !== undefined) this.byExternalId.set(order.externalId, [transaction]);
    return transaction;
  }

  #key(): string {
    this.#keys += 1;
    return `8a8e${this.#keys.toString(16).padStart(28, '0')}`;
  }
}
