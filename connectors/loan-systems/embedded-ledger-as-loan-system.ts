import type { Database, Transaction } from '../../core/db/database.js';
import { EmbeddedLedger } from '../../ledger/embedded-ledger.js';
import type { EmbeddedLoanSystem, EmbeddedOutcome } from '../../ledger/embedded-loan-system-interface.js';
import { LEDGER_CODE } from '../../ledger/ledger-code.js';
import type { LedgerOperations } from '../../ledger/operations/non-payment-operations-interface.js';
import { LedgerQuotes } from '../../ledger/payoff-quotes.js';
import { findPosted } from '../../ledger/store/journal-store.js';
import { asPosting } from '../../ledger/write-loan-operation.js';
import type { LoanReference, LoanSystem, Reached } from '../../loan-model/port.js';
import { applyChange } from '../../loan-model/projection/apply-change.js';
import type { ProjectionContext } from '../../loan-model/projection/projection-context.js';

/** Abandoned work is a transaction in our own database: it ends with its connection. */
const SETTLE_AFTER_MS = 5_000;

/** The embedded servicing ledger: a loan system with additional operations for servicers. */
export interface Ledger extends LoanSystem {
  readonly embedded: EmbeddedLoanSystem;
  readonly operations: LedgerOperations;
}

interface LedgerParts extends ProjectionContext {
  readonly db: Database;
}

/**
 * The servicing ledger in our own Postgres. Payments use `embedded`, inside the caller's transaction; the other methods
 * do the same in their own transaction, and apply the change themselves.
 */
export function createLedger({ db, ...projecting }: LedgerParts): Ledger {
  const { clock } = projecting;
  const embedded = new EmbeddedLedger(projecting);
  const quotes = new LedgerQuotes({ db, clock });

  return {
    code: LEDGER_CODE,
    settleAfterMs: SETTLE_AFTER_MS,
    embedded,
    operations: embedded,
    businessDay: async (organizationId) => answered(await quotes.businessDay(organizationId)),
    quotePayoff: async (loan) => answered(await quotes.payoff(loan)),
    quotePayoffOn: async (loan, on) => answered(await quotes.payoffOn(loan, on)),
    quotePayoffs: async (loans) => answered(await quotes.payoffs(loans)),
    findPosting: async (loan, externalReference) => {
      const entry = await findPosted(db, loan, externalReference);
      return answered(entry === undefined ? 'absent' : asPosting(entry));
    },
    postPayment: (payment) => posting(payment.loan, (tx) => embedded.postPayment(tx, payment)),
    reversePayment: (reversal) => posting(reversal.loan, (tx) => embedded.reversePayment(tx, reversal)),
  };

  function posting(loan: LoanReference, post: (tx: Transaction) => Promise<EmbeddedOutcome>): Promise<EmbeddedOutcome> {
    return db.transaction(async (tx) => {
      await embedded.lockAndQuote(tx, loan);
      const outcome = await post(tx);
      if (outcome.kind === 'confirmed' && outcome.posting.change)
        await applyChange(tx, projecting, outcome.posting.change);
      return outcome;
    });
  }
}

function answered<T>(value: T): Reached<T> {
  return { kind: 'answered', value };
}
