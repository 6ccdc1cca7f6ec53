import { Temporal } from 'temporal-polyfill';

/** What a Mambu tenant keeps: holders, loans with their schedules, and transactions that truly move them. Amounts are cents. */

export interface Holder {
  readonly key: string;
  readonly type: 'CLIENT' | 'GROUP';
  readonly name: string;
  readonly lastName: string;
}

export interface Portions {
  readonly principal: number;
  readonly interest: number;
  readonly fees: number;
}

export interface Installment {
  readonly dueOn: string;
  readonly principal: number;
  readonly interest: number;
  readonly fees: number;
  paid: Portions;
}

export interface BookTransaction {
  readonly key: string;
  readonly id: number;
  readonly externalId: string | undefined;
  readonly loan: BookLoan;
  readonly type: string;
  readonly amount: number;
  readonly portions: Portions;
  readonly balance: { readonly principal: number; readonly total: number };
  readonly at: number;
  readonly notes: string | undefined;
  readonly channel: string | undefined;
  readonly originalKey: string | undefined;
  adjustmentKey: string | undefined;
}

export interface BookLoan {
  readonly key: string;
  readonly id: string;
  readonly holder: Holder;
  readonly principal: number;
  readonly ratePercent: number;
  readonly currency: string;
  readonly disbursedAt: number;
  readonly installments: Installment[];
  readonly transactions: BookTransaction[];
  state: string;
  subState: string | undefined;
  /** What is still to be paid. */
  owes: Portions;
  closedAt: number | undefined;
  arrearsAt: number | undefined;
  modifiedAt: number;
}

export interface NewLoan {
  readonly principal?: number;
  readonly interest?: number;
  readonly installments?: number;
  readonly disbursedAt?: string;
  readonly holder?: Holder;
  readonly currency?: string;
}

export type Refusal = { readonly refused: { readonly code: number; readonly reason: string } };

const NOTHING: Portions = { principal: 0, interest: 0, fees: 0 };

export class MambuBook {
  readonly loans = new Map<string, BookLoan>();
  readonly holders = new Map<string, Holder>();
  readonly transactions = new Map<string, BookTransaction>();
  readonly byExternalId = new Map<string, BookTransaction[]>();
  readonly timeZone: string;
  now: () => number = Date.now;
  /** Kept until something changes: pages of a long list are not sorted anew. */
  #ordered: readonly BookLoan[] | undefined;
  readonly #dueDates = new Map<string, readonly string[]>();
  #keys = 0;
  #transactionIds = 0;

  constructor(timeZone: string) {
    this.timeZone = timeZone;
  }

  holder(type: Holder['type'] = 'CLIENT', name = 'Ada', lastName = 'Moreno'): Holder {
    const holder = { key: this.#key(), type, name, lastName };
    this.holders.set(holder.key, holder);
    return holder;
  }

  /** An active loan, paid out: its schedule has equal installments, a month apart, of principal and flat interest. */
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
      installments: this.#schedule(principal, interest, installments, at),
      transactions: [],
      state: 'ACTIVE',
      subState: undefined,
      owes: { principal, interest, fees: 0 },
      closedAt: undefined,
      arrearsAt: undefined,
      modifiedAt: at,
    };
    this.loans.set(loan.key, loan);
    this.#ordered = undefined;
    this.#record(loan, { type: 'DISBURSEMENT', amount: principal, portions: { ...NOTHING, principal } }, at);
    return loan;
  }

  /** Many loans with as many transactions each, all of the past. */
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

  /** By modification, in whole seconds as Mambu keeps them, then by key. */
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

  #schedule(principal: number, interest: number, count: number, from: number): Installment[] {
    const share = (amount: number, index: number) =>
      index < count - 1 ? Math.floor(amount / count) : amount - Math.floor(amount / count) * (count - 1);
    return this.#dueOn(count, from).map((dueOn, index) => ({
      dueOn,
      principal: share(principal, index),
      interest: share(interest, index),
      fees: 0,
      paid: NOTHING,
    }));
  }

  #dueOn(count: number, from: number): readonly string[] {
    const known = this.#dueDates.get(`${from} ${count}`);
    if (known !== undefined) return known;
    const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(this.timeZone).toPlainDate();
    const dates = Array.from({ length: count }, (_, index) => start.add({ months: index + 1 }).toString());
    this.#dueDates.set(`${from} ${count}`, dates);
    return dates;
  }

  #key(): string {
    this.#keys += 1;
    return `8a8e${this.#keys.toString(16).padStart(28, '0')}`;
  }
}

/** The place of a loan in a cursor's order. */
export function positionOf({ modifiedAt, key }: BookLoan): string {
  return `${String(Math.floor(modifiedAt / 1000)).padStart(12, '0')} ${key}`;
}

function plus(one: Portions, other: Portions, sign: 1 | -1): Portions {
  return {
    principal: one.principal + sign * other.principal,
    interest: one.interest + sign * other.interest,
    fees: one.fees + sign * other.fees,
  };
}

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

const ORDER = ['fees', 'interest', 'principal'] as const;

/** Installment by installment, in each fees, interest, principal. */
function pay(installments: readonly Installment[], amount: number): Portions {
  let left = amount;
  const portions = { ...NOTHING };
  for (const installment of installments) {
    for (const part of ORDER) {
      const paid = Math.min(left, installment[part] - installment.paid[part]);
      if (paid === 0) continue;
      installment.paid = { ...installment.paid, [part]: installment.paid[part] + paid };
      portions[part] += paid;
      left -= paid;
    }
    if (left === 0) break;
  }
  return portions;
}

/** From the last paid installment back. */
function unpay(installments: readonly Installment[], portions: Portions): void {
  for (const part of ORDER) {
    let left = portions[part];
    for (const installment of installments.toReversed()) {
      const back = Math.min(left, installment.paid[part]);
      installment.paid = { ...installment.paid, [part]: installment.paid[part] - back };
      left -= back;
    }
  }
}
