import { cents } from '../../../core/money.js';
import type { IsoDate } from '../../../core/time/dates.js';
import type { LoanReference, LoanSystem, PaymentOrder, Reached, ReversalOrder } from '../../../loan-model/port.js';
import { fineractAdapter, referenceTo } from './fineract-adapter.js';
import type { BookLoan, BookTransaction } from './fineract-book.js';
import { type FineractServer, openFineract } from './fineract-server.js';

export const FRIDAY = '2026-11-20' as IsoDate;
export const MONDAY = '2026-11-23' as IsoDate;

/** A stand-in, the adapter for it, and a new loan of 1,000.00 for each test. */
export class FineractHarness {
  readonly server: FineractServer;
  readonly system: LoanSystem;
  /** Has a short timeout, for calls that are never answered. */
  readonly shortTimeoutSystem: LoanSystem;
  readonly #closing: readonly (() => Promise<void>)[];
  #bookLoan: BookLoan;

  constructor(server: FineractServer) {
    this.server = server;
    const system = fineractAdapter(server, { settings: { 'payment-types': 'check=2,cash=1' } });
    const hasty = fineractAdapter(server, { timeoutMs: 500 });
    this.system = system;
    this.shortTimeoutSystem = hasty;
    this.#closing = [() => system.close(), () => hasty.close(), () => server.close()];
    this.#bookLoan = server.book.loan();
  }

  renew(): void {
    this.server.faults.clear();
    this.server.heard.length = 0;
    this.server.book.businessDate = FRIDAY;
    this.#bookLoan = this.server.book.loan();
  }

  get bookLoan(): BookLoan {
    return this.#bookLoan;
  }

  get loan(): LoanReference {
    return referenceTo(this.#bookLoan);
  }

  payment(externalReference: string, amount = 1_000, loan = this.loan): PaymentOrder {
    const amountCents = cents(amount);
    return { loan, externalReference, amountCents, paymentMethod: 'cash', checkNumber: null, memo: null };
  }

  reversal(externalReference: string, paymentReference: string): ReversalOrder {
    const posted = this.server.book.byExternalId.get(paymentReference);
    return {
      loan: this.loan,
      externalReference,
      paymentReference,
      postingExternalId: String(posted?.id ?? 0),
      amountCents: cents(1_000),
      reason: null,
      isNsf: false,
    };
  }

  /** How many postings are under a reference in the book. */
  postings(reference: string): number {
    return this.#bookLoan.transactions.filter(({ externalId }) => externalId === reference).length;
  }

  latest(): BookTransaction {
    const transaction = this.#bookLoan.transactions.at(-1);
    if (transaction === undefined) throw new Error('nothing posted');
    return transaction;
  }

  requestsTo(call: string) {
    return this.server.heard.filter((heard) => heard.call === call);
  }

  async close(): Promise<void> {
    await Promise.all(this.#closing.map((close) => close()));
  }
}

export async function openFineractHarness(): Promise<FineractHarness> {
  return new FineractHarness(await openFineract());
}

export function answered<T>(reached: Reached<T>): T {
  if (reached.kind === 'unavailable') throw new Error('not answered');
  return reached.value;
}

export function found(reached: Reached<unknown>): boolean {
  return answered(reached) !== 'absent';
}
