import { businessClock } from '../../../core/business-clock.js';
import type { Clock } from '../../../core/clock.js';
import type { Database } from '../../../core/db/database.js';
import { cents } from '../../../core/money.js';
import type { LoanReference, LoanSystem, PaymentOrder, PayoffQuote, Reached, ReversalOrder } from '../port.js';
import { applyChange } from '../projection/apply-change.js';
import { EmbeddedLedger } from './embedded-ledger.js';
import type { EmbeddedLoanSystem } from './embedded-loan-system.js';
import type { Loan } from './loan.js';
import { closeDays } from './operations/close-days.js';
import type { LedgerOperations } from './operations/operations.js';
import { payoffOn } from './operations/payoff-on.js';
import { asPosting } from './posting.js';
import { businessDayOf, dayOfReceipt, previousBusinessDay } from './rules/business-day.js';
import { isPayable, payoffCents } from './rules/payoff.js';
import { postingDays } from './rules/posting-days.js';
import { findPosted } from './store/journal-store.js';
import { readLoan, readLoans } from './store/loan-store.js';

/** The code under which the ledger is registered among the loan systems. */
export const LEDGER_CODE = 'ledger';

/** Abandoned work is a transaction in our own database: it is over when its connection is. */
const SETTLE_AFTER_MS = 5_000;

/** The embedded servicing ledger: a loan system, and what else a servicer does with its loans. */
export interface Ledger extends LoanSystem {
  readonly embedded: EmbeddedLoanSystem;
  readonly operations: LedgerOperations;
}

/**
 * The servicing ledger in our own Postgres. Payments go through `embedded`, inside the caller's transaction; the other
 * methods are the same in a transaction of their own, and apply the change themselves.
 */
export function createLedger({ db, clock }: { readonly db: Database; readonly clock: Clock }): Ledger {
  const embedded = new EmbeddedLedger(clock);

  return {
    code: LEDGER_CODE,
    settleAfterMs: SETTLE_AFTER_MS,
    embedded,
    operations: embedded,
    businessDay: async (organizationId) => {
      const business = organizationId === undefined ? clock : await clockOf({ organizationId });
      return answered(businessDayOf(business.now()));
    },
    quotePayoff: async (loan) => answered(quoteOf(await readLoan(db, loan), await clockOf(loan))),
    quotePayoffOn: async (loan, on) => {
      const business = await clockOf(loan);
      const stored = await readLoan(db, loan);
      return answered(payoffOn(stored, businessDayOf(business.now()), on, dayOfReceipt(business.now())));
    },
    quotePayoffs: async (loans) => {
      const stored = await readLoans(db, loans);
      return answered(await Promise.all(stored.map(async (loan) => quoteOf(loan, await clockOf(loan)))));
    },
    findPosting: async (loan, externalReference) => {
      const entry = await findPosted(db, loan, externalReference);
      return answered(entry === undefined ? 'absent' : asPosting(entry));
    },
    postPayment: (payment: PaymentOrder) =>
      db.transaction(async (tx) => {
        await embedded.lockAndQuote(tx, payment.loan);
        const outcome = await embedded.postPayment(tx, payment);
        if (outcome.kind === 'confirmed' && outcome.posting.change)
          await applyChange(tx, clock, outcome.posting.change);
        return outcome;
      }),
    reversePayment: (reversal: ReversalOrder) =>
      db.transaction(async (tx) => {
        await embedded.lockAndQuote(tx, reversal.loan);
        const outcome = await embedded.reversePayment(tx, reversal);
        if (outcome.kind === 'confirmed' && outcome.posting.change)
          await applyChange(tx, clock, outcome.posting.change);
        return outcome;
      }),
  };

  function clockOf({ organizationId }: Pick<LoanReference, 'organizationId'>): Promise<Clock> {
    return businessClock(db, clock, organizationId);
  }

  /** A read locks nothing and writes nothing: days that day-end has not closed yet are closed in memory only. */
  function quoteOf(stored: Loan, business: Clock): PayoffQuote {
    const { businessDay, accrueTo } = postingDays(business.now());
    const { loan } = closeDays(stored, previousBusinessDay(businessDay));
    const payable = isPayable(loan.status);
    return { payable, payoffCents: payable ? payoffCents(loan, accrueTo(loan)) : cents(0) };
  }
}

function answered<T>(value: T): Reached<T> {
  return { kind: 'answered', value };
}
