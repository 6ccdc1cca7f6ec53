import { businessClock } from '../core/business-time/business-clock.js';
import type { Transaction } from '../core/db/database.js';
import { type Cents, cents } from '../core/money.js';
import type { Clock } from '../core/time/clock.js';
import type { IsoDate } from '../core/time/dates.js';
import type { LoanReference, PaymentOrder, PayoffQuote, ReversalOrder } from '../loan-model/port.js';
import type { ProjectionContext } from '../loan-model/projection/projection-context.js';
import { hasLateFeesCounted, withLateFeesCounted } from './count-late-fees-of-old-loans.js';
import type {
  DayQuote,
  DecidedPayment,
  EmbeddedLoanSystem,
  EmbeddedOutcome,
  UnlockedPayment,
} from './embedded-loan-system-interface.js';
import type { Loan } from './loan.js';
import { historyOf } from './loan-history-from-entries.js';
import { type Adjustment, adjust } from './operations/adjustment.js';
import { chargeOff } from './operations/charge-off.js';
import { reverseChargeOff } from './operations/charge-off-reversal.js';
import { closeDays } from './operations/close-days.js';
import { close } from './operations/close-loan.js';
import { disburse } from './operations/disbursement.js';
import type { LedgerOperations, OperationOutcome } from './operations/non-payment-operations-interface.js';
import { type AppliedOperation, type Refusal, refused } from './operations/operation-result.js';
import { pay } from './operations/payment.js';
import { type PaymentPreview, previewPayment } from './operations/payment-preview.js';
import { reverse } from './operations/payment-reversal.js';
import { type Waiver, waive } from './operations/waiver.js';
import { dayQuoteOf } from './payoff-quotes.js';
import { previousBusinessDay } from './rules/business-day.js';
import { isPayable, payoffCents } from './rules/payoff.js';
import { type PostingDays, postingDays } from './rules/posting-days.js';
import { findPosted, journalParameters, readHistory } from './store/journal-store.js';
import { lockedLoan } from './store/loan-store.js';
import { type StoredLoan, withTerms } from './store/stored-loan.js';
import { unlockedEntryParameters } from './store/unlocked-entry.js';
import { writeClosedDays } from './write-closed-days.js';
import { asPosting, changeOf, type PostedAct, settledAct, type WrittenAct, writeAct } from './write-loan-operation.js';

/** Applies an operation to a loan on a business day, with interest to the day that the loan's product requires. */
type Decision = (loan: Loan, on: IsoDate, accrueTo: IsoDate) => AppliedOperation | Refusal;

type Posted = { readonly kind: 'posted' } & PostedAct;

/** The ledger inside the caller's transaction. Recording a payment takes two statements: lock and read, write. */
export class EmbeddedLedger implements EmbeddedLoanSystem, LedgerOperations {
  readonly #projecting: ProjectionContext;
  /**
   * The loans that each open transaction has locked, in their current state, so that posting need not read them again.
   */
  readonly #locked = new WeakMap<Transaction, Map<string, Loan>>();
  /** The business clocks of the sandbox organizations in each open transaction. */
  readonly #clocks = new WeakMap<Transaction, ReadonlyMap<string, Clock>>();

  constructor(projecting: ProjectionContext) {
    this.#projecting = projecting;
  }

  quote(loan: StoredLoan, business: Clock): DayQuote {
    return dayQuoteOf(withTerms(loan), business);
  }

  previewPayment(loan: StoredLoan, amountCents: Cents, business: Clock): PaymentPreview | Refusal {
    return previewPayment(withTerms(loan), amountCents, business);
  }

  async lockAndQuote(tx: Transaction, reference: LoanReference, locked?: StoredLoan): Promise<PayoffQuote> {
    const loan = await this.#lock(tx, reference, locked);
    const payable = isPayable(loan.status);
    return {
      payable,
      payoffCents: payable ? payoffCents(loan, (await this.#days(tx, reference)).accrueTo(loan)) : cents(0),
    };
  }

  async postPayment(tx: Transaction, payment: PaymentOrder): Promise<EmbeddedOutcome> {
    const posted = await this.#perform(tx, payment.loan, (loan, on, accrueTo) => pay(loan, payment, on, accrueTo));
    if (posted !== 'reference_in_use' && posted.kind === 'posted') return confirmed(posted, payment.amountCents);
    // A repeated payment may be refused as well, for example because the first one paid the loan off.
    const before = await this.#postedBefore(tx, payment.loan, payment.externalReference);
    return posted === 'reference_in_use' || before.kind === 'confirmed' ? before : posted;
  }

  async decidePayment(tx: Transaction, payment: PaymentOrder): Promise<DecidedPayment | undefined> {
    const { externalId } = payment.loan;
    const decided = await this.#decide(tx, payment.loan, (loan, on, accrueTo) => pay(loan, payment, on, accrueTo));
    if (decided.kind === 'refused') return undefined;
    const { loan } = decided.act;
    const { entry, ...unwritten } = onlyEntryOf(decided.act);
    const journal = journalParameters(loan, [entry], unwritten.postedAt);
    return { ...unwritten, journal, written: () => this.#lockedIn(tx).set(externalId, loan) };
  }

  quoteUnlocked(read: StoredLoan): PayoffQuote | undefined {
    const current = this.#upToDate(read);
    if (current === undefined) return undefined;
    const { loan, accrueTo } = current;
    const payable = isPayable(loan.status);
    return { payable, payoffCents: payable ? payoffCents(loan, accrueTo(loan)) : cents(0) };
  }

  decideUnlocked(read: StoredLoan, payment: PaymentOrder): UnlockedPayment | undefined {
    const { clock } = this.#projecting;
    const current = this.#upToDate(read);
    if (current === undefined) return undefined;
    const { loan, businessDay, accrueTo } = current;
    const act = pay(loan, payment, businessDay, accrueTo(loan));
    if (act.kind === 'refused') return undefined;
    const settled = settledAct({ clock, business: clock }, payment.loan.accountId, loan, act, businessDay);
    const { entry, ...unwritten } = onlyEntryOf(settled);
    return {
      ...unwritten,
      payoffCents: payoffCents(loan, accrueTo(loan)),
      entry: unlockedEntryParameters(settled.loan, entry, unwritten.postedAt),
    };
  }

  async reversePayment(tx: Transaction, reversal: ReversalOrder): Promise<EmbeddedOutcome> {
    const payment = await findPosted(tx, reversal.loan, reversal.paymentReference);
    if (payment === undefined) return refused('payment_not_found');
    if (payment.isReversed) {
      const outcome = await this.#postedBefore(tx, reversal.loan, reversal.externalReference);
      return outcome.kind === 'confirmed' ? outcome : refused('already_reversed');
    }
    const history = historyOf(await readHistory(tx, reversal.loan));
    const order = { ...reversal, referenceNumber: payment.referenceNumber };
    const posted = await this.#perform(tx, reversal.loan, (loan, on, accrueTo) =>
      reverse(loan, history, order, on, accrueTo),
    );
    if (posted === 'reference_in_use') return refused('reference_in_use');
    return posted.kind === 'posted' ? confirmed(posted, reversal.amountCents) : posted;
  }

  disburse(tx: Transaction, loan: LoanReference): Promise<OperationOutcome> {
    return this.#operate(tx, loan, disburse);
  }

  waive(tx: Transaction, loan: LoanReference, waiver: Waiver): Promise<OperationOutcome> {
    return this.#operate(tx, loan, (current, on, accrueTo) => waive(current, waiver, on, accrueTo));
  }

  chargeOff(tx: Transaction, loan: LoanReference, reason: string): Promise<OperationOutcome> {
    return this.#operate(tx, loan, (current, on, accrueTo) => chargeOff(current, on, reason, accrueTo));
  }

  adjust(tx: Transaction, loan: LoanReference, adjustment: Adjustment): Promise<OperationOutcome> {
    return this.#operate(tx, loan, (current, on, accrueTo) => adjust(current, adjustment, on, accrueTo));
  }

  async undoChargeOff(tx: Transaction, loan: LoanReference, reason: string): Promise<OperationOutcome> {
    await this.#lock(tx, loan);
    const history = historyOf(await readHistory(tx, loan));
    return this.#operate(tx, loan, (current, on, accrueTo) => reverseChargeOff(current, history, reason, on, accrueTo));
  }

  close(tx: Transaction, loan: LoanReference): Promise<OperationOutcome> {
    return this.#operate(tx, loan, close);
  }

  async #operate(tx: Transaction, reference: LoanReference, decide: Decision): Promise<OperationOutcome> {
    await this.#lock(tx, reference);
    const posted = await this.#perform(tx, reference, decide);
    if (posted === 'reference_in_use') throw new Error('an operation posts without an external reference');
    return posted.kind === 'refused' ? posted : { kind: 'done', change: posted.change };
  }

  async #perform(
    tx: Transaction,
    reference: LoanReference,
    decide: Decision,
  ): Promise<Posted | Refusal | 'reference_in_use'> {
    const decided = await this.#decide(tx, reference, decide);
    if (decided.kind === 'refused') return decided;
    const posted = await writeAct(tx, decided.act);
    if (posted === 'reference_in_use') return posted;
    this.#lockedIn(tx).set(reference.externalId, posted.loan);
    return { kind: 'posted', ...posted };
  }

  async #decide(
    tx: Transaction,
    reference: LoanReference,
    decide: Decision,
  ): Promise<{ readonly kind: 'decided'; readonly act: WrittenAct } | Refusal> {
    const loan = this.#lockedIn(tx).get(reference.externalId);
    if (loan === undefined) throw new Error('a loan must be locked before posting to it');
    const business = await this.#businessClock(tx, reference);
    const { businessDay, accrueTo } = postingDays(business.now());
    const act = decide(loan, businessDay, accrueTo(loan));
    if (act.kind === 'refused') return act;
    const clocks = { clock: this.#projecting.clock, business };
    return { kind: 'decided', act: settledAct(clocks, reference.accountId, loan, act, businessDay) };
  }

  /**
   * Locks the loan and brings it up to date: between midnight and the day-end job, a loan may have days to close, and
   * their results (for example a charge-off) precede the new posting.
   */
  async #lock(tx: Transaction, reference: LoanReference, locked?: StoredLoan): Promise<Loan> {
    const loan = locked === undefined ? await lockedLoan(tx, reference) : withTerms(locked);
    const stored = await withLateFeesCounted(tx, loan, reference.accountId);
    const closed = closeDays(stored, previousBusinessDay((await this.#days(tx, reference)).businessDay));
    if (closed.changes.length > 0) await writeClosedDays(tx, this.#projecting, reference.accountId, closed.changes);
    this.#lockedIn(tx).set(reference.externalId, closed.loan);
    return closed.loan;
  }

  /** A lender's loan as it was read; undefined if something must be written before anything is derived from it. */
  #upToDate(read: StoredLoan): (PostingDays & { readonly loan: Loan }) | undefined {
    const stored = withTerms(read);
    const days = postingDays(this.#projecting.clock.now());
    const { loan, changes } = closeDays(stored, previousBusinessDay(days.businessDay));
    return changes.length > 0 || !hasLateFeesCounted(stored) ? undefined : { ...days, loan };
  }

  /** A repeated payment returns the existing posting and changes nothing. */
  async #postedBefore(tx: Transaction, loan: LoanReference, externalReference: string): Promise<EmbeddedOutcome> {
    const entry = await findPosted(tx, loan, externalReference);
    return entry === undefined ? refused('reference_in_use') : { kind: 'confirmed', posting: asPosting(entry) };
  }

  #lockedIn(tx: Transaction): Map<string, Loan> {
    const known = this.#locked.get(tx);
    if (known !== undefined) return known;
    const fresh = new Map<string, Loan>();
    this.#locked.set(tx, fresh);
    return fresh;
  }

  /** By the business clock of the loan's organization. */
  async #days(tx: Transaction, reference: LoanReference): Promise<PostingDays> {
    return postingDays((await this.#businessClock(tx, reference)).now());
  }

  /**
   * The clock of the loan's organization. Read once per transaction: a concurrent advance does not affect a transaction
   * that has begun.
   */
  async #businessClock(tx: Transaction, { organizationId }: LoanReference): Promise<Clock> {
    const known = this.#clocks.get(tx)?.get(organizationId);
    if (known !== undefined) return known;
    const { clock } = this.#projecting;
    const read = await businessClock(tx, clock, organizationId);
    if (read === clock) return read;
    this.#clocks.set(tx, new Map([...(this.#clocks.get(tx) ?? []), [organizationId, read]]));
    return read;
  }
}

/** A payment is one entry. */
function onlyEntryOf(act: WrittenAct) {
  const [first, ...others] = act.entries;
  if (first === undefined || others.length > 0) throw new Error('a payment is one entry');
  const { entry } = first;
  return { entry, effectiveOn: entry.effectiveOn, postedAt: act.postedAt, change: changeOf(act, []) };
}

function confirmed({ referenceNumbers, postedAt, change }: Posted, amountCents: Cents): EmbeddedOutcome {
  const [referenceNumber] = referenceNumbers;
  const effectiveOn = change.transactions[0]?.effectiveAt;
  if (referenceNumber === undefined || effectiveOn == null) throw new Error('a posting has an entry and a date');
  const externalId = String(referenceNumber);
  return { kind: 'confirmed', posting: { externalId, referenceNumber, effectiveOn, postedAt, amountCents, change } };
}
