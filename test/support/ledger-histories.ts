import assert from 'node:assert/strict';
import { ACCRUE_TO, APPLICATION_ORDERS, DAY_COUNTS, PAYOFF_RULES } from '../../core/contract/ledger-product.js';
import { cents } from '../../core/money.js';
import { addDays, type IsoDate } from '../../core/time/dates.js';
import type { Components, Loan } from '../../ledger/loan.js';
import { historyOf } from '../../ledger/loan-history-from-entries.js';
import type { BoardedLoan } from '../../ledger/operations/opening-entry.js';
import { settled } from '../../ledger/operations/operation-result.js';
import { annualRateOf } from '../../ledger/rules/annual-rate.js';
import { isBusinessDay, rollForward } from '../../ledger/rules/business-day.js';
import { lateFeesPaid } from '../../ledger/rules/late-fee-rules.js';
import { owedOn, payoffCents } from '../../ledger/rules/payoff.js';
import { BUILT_IN_TERMS, type ProductTerms } from '../../ledger/rules/product-terms.js';
import { dueDate, installmentsDueBy, levelPaymentCents } from '../../ledger/rules/schedule.js';
import { Random } from '../../prisma/seed/demo/random.js';
import { exampleLoan, on } from './example-loan.js';
import { type BookEntry, LedgerBook, postingDaysOf } from './ledger-book.js';
import { countingOf, factsOf } from './ledger-facts.js';
import { closeDays, lateFeeTermsOf } from './ledger-late-fees.js';
import { type Recomputed, recomputed } from './recomputed.js';
import { twinTowardSchedule } from './recomputed-late-fees.js';

/** What occurred in the histories: a property without a single payoff would prove nothing. */
export interface HistoriesMet {
  payments: number;
  reversals: number;
  reallocations: number;
  payoffs: number;
  chargeOffs: number;
  lossChanges: number;
  recoveredInFull: number;
  adjustments: number;
  undoneChargeOffs: number;
  boarded: number;
  /** Those of them that had been charged off before, with that charge-off reversed here. */
  undoneOfBoarded: number;
  /** Loans that were closed by hand and reopened by the return of a payment. */
  openedAgain: number;
  lateFees: number;
  lateFeesOfBoarded: number;
  /** Late fees not charged, because an installment was short only by earlier late fees. */
  notPyramided: number;
  /** Payments of everything owed, and of all but a part of the day's interest. */
  shortOfTheirDay: number;
  /** Steps after which the interest of a payoff's day remains without the payoff. */
  payoffDaysKept: number;
  onDaysOff: number;
}

const STEPS = 24;
const DAYS = [0, 0, 1, 3, 7, 14, 30, 30, 31, 61] as const;

/**
 * Simulates `count` random histories of one loan each, with payments reversed in any order. After every step the loan
 * is compared with the same history without those payments, recomputed by independent arithmetic.
 *
 * @throws {AssertionError} at the first difference, with its seed.
 */
export function proveHistories(count: number, firstSeed = 1, { crowdsPayoffDays = true } = {}): HistoriesMet {
  const met = {
    payments: 0,
    reversals: 0,
    reallocations: 0,
    payoffs: 0,
    chargeOffs: 0,
    lossChanges: 0,
    recoveredInFull: 0,
    adjustments: 0,
    undoneChargeOffs: 0,
    boarded: 0,
    undoneOfBoarded: 0,
    openedAgain: 0,
    lateFees: 0,
    lateFeesOfBoarded: 0,
    notPyramided: 0,
    shortOfTheirDay: 0,
    payoffDaysKept: 0,
    onDaysOff: 0,
  };
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const random = new Random(seed);
    const terms = randomLoan(random);
    const book = random.chance(40) ? new LedgerBook({ boarded: randomBoarded(random, terms) }) : new LedgerBook(terms);
    let day = book.entries[0]?.effectiveOn ?? assert.fail('it begins with an entry');
    const isSteady = random.chance(30);
    for (let step = 0; step < STEPS; step += 1) {
      day = isSteady ? nearNextDue(book.loan, day, random) : addDays(day, random.oneOf(DAYS));
      if (!isBusinessDay(day)) met.onDaysOff += 1;
      const before = book.entries.map((entry) => structuredClone(entry));
      closeDays(book, day, met, `seed ${seed}, step ${step}, ${day}`);
      if (isSteady && random.chance(80)) payInstallment(book, day, met);
      else if (!crowdsPayoffDays || !crowdPayoffDay(book, random, day, met)) takeStep(book, random, day, met);
      holdAgainstReplay(book, day, `seed ${seed}, step ${step}, ${day}`);
      if (recomputed(countingOf(book.loan), factsOf(book)).isPayoffDayKept) met.payoffDaysKept += 1;
      assert.deepEqual(book.entries.slice(0, before.length), before, `seed ${seed}: an earlier transaction changed`);
    }
    tally(met, book.entries);
  }
  return met;
}

function randomLoan(random: Random): Loan {
  const principal = cents(random.between(20_000, 5_000_000));
  const rate = annualRateOf(random.oneOf(['0', '5.99', '6.875', '12', '19.99', '24.123456', '36']));
  assert.ok(rate);
  const termMonths = random.oneOf([3, 6, 12, 24, 36]);
  let originatedOn = addDays(on('2024-01-02'), random.between(0, 360));
  while (!isBusinessDay(originatedOn)) originatedOn = addDays(originatedOn, 1);
  return exampleLoan({
    originatedOn,
    firstDueOn: addDays(originatedOn, random.between(1, 45)),
    originalPrincipalCents: principal,
    ...rate,
    termMonths,
    scheduledPaymentCents: levelPaymentCents(principal, rate, termMonths),
    nsfFeeCents: cents(random.oneOf([0, 2_500])),
    product: random.chance(25) ? BUILT_IN_TERMS : randomProduct(random),
    accruedThrough: originatedOn,
  });
}

/** The same loan some months later, as another system's file might have it. */
function randomBoarded(random: Random, loan: Loan): BoardedLoan {
  const asOf = rollForward(addDays(loan.originatedOn, random.between(0, 400)));
  const principal = random.between(1, loan.originalPrincipalCents);
  const wentDown = loan.originalPrincipalCents - principal;
  const isChargedOff = random.chance(45);
  const opening = {
    principalCents: cents(principal),
    interestCents: cents(random.between(0, 20_000)),
    feesCents: cents(random.oneOf([0, 0, 1_500, 3_900, 6_400])),
    // The files of 0.2.0 did not have this for a charged-off loan.
    scheduledPaidCents: cents(isChargedOff && random.chance(50) ? 0 : wentDown + random.between(0, 100_000)),
    chargedOffOn: isChargedOff ? asOf : null,
  };
  return { ...loan, status: isChargedOff ? 'charged_off' : 'active', asOf, opening };
}

function randomProduct(random: Random): ProductTerms {
  return {
    dayCount: random.oneOf(DAY_COUNTS),
    applicationOrder: random.oneOf(APPLICATION_ORDERS),
    lateFeeCents: cents(random.oneOf([0, 1_500, 3_900])),
    lateFeeGraceDays: random.oneOf([0, 5, 15]),
    chargeOffAtDays: random.oneOf([null, 60, 120, 180]),
    toleranceCents: cents(random.oneOf([0, 0, 500, 5_000])),
    payoffRule: random.oneOf(PAYOFF_RULES),
    accrueTo: random.oneOf(ACCRUE_TO),
  };
}

/** A borrower who pays monthly: on the day, a little early, or too late. */
function nearNextDue(loan: Loan, after: IsoDate, random: Random): IsoDate {
  const due = dueDate(loan, installmentsDueBy(loan, addDays(after, 3)) + 1);
  const day = addDays(due, random.oneOf([-2, 0, 0, 0, 2, 20]));
  return day < after ? after : day;
}

function totalOf({ principal, interest, fees }: Recomputed): number {
  return Number(principal + interest + fees);
}

function payInstallment(book: LedgerBook, day: IsoDate, met: HistoriesMet): void {
  const { loan } = book;
  pay(book, Math.min(loan.scheduledPaymentCents, payoffOf(loan, day)), day, met);
}

function payoffOf(loan: Loan, day: IsoDate): number {
  return payoffCents(loan, postingDaysOf(day).accrueTo(loan));
}

function takeStep(book: LedgerBook, random: Random, day: IsoDate, met: HistoriesMet): void {
  const { loan } = book;
  const payoff = payoffOf(loan, day);
  const standing = historyOf(book.entries).payments;
  const chosen = standing[random.between(0, Math.max(0, standing.length - 1))];
  if (loan.status === 'paid_in_full' && random.chance(30)) {
    book.close(day);
    return;
  }
  const wasLostBefore = loan.status === 'charged_off' && book.entries[0]?.opening?.chargedOffOn === loan.chargedOffOn;
  if (wasLostBefore && random.chance(10)) {
    book.undoChargeOff(day);
    return;
  }
  const wasClosed = loan.status === 'closed' && loan.chargedOffOn === null;
  const dice = random.between(0, 99);
  if (dice < 45) {
    payInstallment(book, day, met);
  } else if (dice < 55) {
    pay(book, random.between(1, Math.max(1, payoff)), day, met);
  } else if (dice < 62) {
    // A few cents less may be everything owed without the day's interest.
    pay(book, Math.max(1, payoff - random.oneOf([0, 0, 1, 5, 20])), day, met);
  } else if (dice < 90) {
    const back = book.reverse(chosen?.referenceNumber ?? 0, day, random.chance(50));
    if (typeof back === 'number') met.reversals += 1;
    if (typeof back === 'number' && wasClosed) met.openedAgain += 1;
  } else if (dice < 93) {
    const component = random.oneOf(['interest', 'fees'] as const);
    const owed = component === 'fees' ? loan.feesCents : loan.interestCents;
    book.waive({ component, amountCents: cents(Math.ceil(owed / 2)), reason: 'goodwill' }, day);
  } else if (dice < 95) {
    const components = {
      principalCents: cents(random.between(-Math.floor(loan.principalCents / 4), 5_000)),
      interestCents: cents(random.between(-Math.floor(loan.interestCents / 2), 200)),
      feesCents: cents(random.between(-loan.feesCents, 1_000)),
    };
    book.adjust({ components, reason: 'correction' }, day);
  } else if (dice < 97) {
    book.chargeOff(day);
  } else {
    book.undoChargeOff(day);
  }
  if (book.loan.status === 'paid_in_full') met.payoffs += 1;
  if (book.loan.status === 'closed' && book.loan.chargedOffOn !== null) met.recoveredInFull += 1;
}

/**
 * On one day: nearly everything is paid, then the rest; the first payment is returned, something follows on the amount
 * owed again, and the payoff is returned too.
 *
 * @returns whether this was done: occasionally, on a loan that owes the interest of a payoff's day.
 */
function crowdPayoffDay(book: LedgerBook, random: Random, day: IsoDate, met: HistoriesMet): boolean {
  const { status, product } = book.loan;
  const isOpen = status === 'active' || status === 'delinquent';
  if (!isOpen || product.payoffRule !== 'through_payoff_day' || !random.chance(15)) return false;
  const nearly = pay(book, Math.max(payoffOf(book.loan, day) - random.between(1, 2_000), 1), day, met);
  const payoff = book.pay(payoffOf(book.loan, day), day);
  if (typeof nearly !== 'number' || typeof payoff !== 'number') return true;
  book.reverse(nearly, day);
  met.reversals += 1;
  switch (random.oneOf(['loss', 'waiver', 'payments'] as const)) {
    case 'loss':
      book.chargeOff(day);
      break;
    case 'waiver':
      book.waive({ component: 'interest', amountCents: book.loan.interestCents, reason: 'goodwill' }, day);
      break;
    case 'payments':
      book.pay(Math.ceil(payoffOf(book.loan, day) / 2), day);
  }
  if (random.chance(80)) pay(book, payoffOf(book.loan, day), day, met);
  if (typeof book.reverse(payoff, day, random.chance(50)) === 'number') met.reversals += 1;
  return true;
}

/**
 * Computes the day to which a payment accrues independently: its own day, or the next one for a payoff that owes it.
 */
function pay(book: LedgerBook, amount: number, day: IsoDate, met: HistoriesMet): number | undefined {
  const { loan, entries } = book;
  const { product, chargedOffOn } = loan;
  const to = product.accrueTo === 'day_of_receipt' ? day : rollForward(day);
  const owed = (date: IsoDate) => totalOf(recomputed(countingOf(loan), factsOf(book), date));
  const isThrough = product.payoffRule === 'through_payoff_day' && chargedOffOn === null && amount >= owed(to);
  const payoff = owed(product.payoffRule === 'through_payoff_day' ? addDays(to, 1) : to);
  const paid = book.pay(amount, day);
  const isPayable = loan.status !== 'paid_in_full' && loan.status !== 'closed';
  assert.equal(typeof paid === 'number', isPayable && amount <= payoff, `${amount} of ${payoff}`);
  if (typeof paid !== 'number') return undefined;
  const { accruedTo, effectiveOn } = entries.at(paid - 1) ?? assert.fail('it was posted');
  assert.equal(effectiveOn, rollForward(day));
  assert.equal(accruedTo ?? effectiveOn, isThrough ? addDays(to, 1) : to);
  if (isThrough && amount < payoff) met.shortOfTheirDay += 1;
  return paid;
}

function holdAgainstReplay(book: LedgerBook, day: IsoDate, where: string): void {
  const { loan, entries } = book;
  const { businessDay, accrueTo } = postingDaysOf(day);
  const expected = recomputed(countingOf(loan), factsOf(book), accrueTo(loan));
  const twin = twinTowardSchedule(lateFeeTermsOf(book), expected.paid, expected.accruedThrough);
  const takenByLateFeesCents = cents(expected.paid.length === 0 ? 0 : twin - Number(expected.towardSchedule));
  const present = settled(
    { ...loan, ...standingOf(expected), takenByLateFeesCents, status: 'active', paidOffOn: null },
    businessDay,
  );
  const told = settled(accrued(loan, expected), businessDay);
  assert.deepEqual(
    { ...told.loan, paidOffOn: null, position: told.position },
    { ...present.loan, paidOffOn: null, position: present.position },
    where,
  );
  const isPaidOff = loan.status === 'paid_in_full' || (loan.status === 'closed' && loan.chargedOffOn === null);
  assert.equal(loan.paidOffOn, isPaidOff ? lastPaid(entries) : null, where);
  holdBooks(book, expected, where);
}

/** The loan's own figures, with interest through the day; other amounts unchanged. */
function accrued(loan: Loan, { interest, remainder, accruedThrough }: Recomputed): Loan {
  const owed = owedOn(loan, on(accruedThrough)).interestCents;
  assert.equal(owed, Number(interest), 'interest');
  const status = loan.status === 'closed' || loan.status === 'paid_in_full' ? 'active' : loan.status;
  return {
    ...loan,
    status,
    interestCents: cents(owed),
    accrualRemainder: Number(remainder),
    accruedThrough: on(accruedThrough),
    takenByLateFeesCents: lateFeesPaid(loan, on(accruedThrough)),
  };
}

function standingOf({ principal, interest, fees, lateFees, remainder, accruedThrough, towardSchedule }: Recomputed) {
  return {
    principalCents: cents(Number(principal)),
    interestCents: cents(Number(interest)),
    feesCents: cents(Number(fees)),
    lateFeesCents: cents(Number(lateFees)),
    accrualRemainder: Number(remainder),
    accruedThrough: on(accruedThrough),
    scheduledPaidCents: cents(Number(towardSchedule)),
  };
}

/** Checks that journal, transactions and current splits agree with the balances. */
function holdBooks({ loan, entries }: LedgerBook, expected: Recomputed, where: string): void {
  const balance = (...accounts: readonly string[]) =>
    entries
      .flatMap(({ lines }) => lines)
      .filter(({ ledgerAccount }) => accounts.includes(ledgerAccount))
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
  for (const { lines, referenceNumber } of entries) {
    const sum = lines.reduce((total, { amountCents }) => total + amountCents, 0);
    assert.equal(sum, 0, `${where}: entry ${referenceNumber}`);
  }
  assert.equal(balance('principal_receivable', 'recoverable_principal'), loan.principalCents, where);
  assert.equal(balance('interest_receivable', 'recoverable_interest'), loan.interestCents, where);
  assert.equal(balance('fee_receivable', 'recoverable_fees'), loan.feesCents, where);
  assert.equal(balance('charge_off_expense'), Number(expected.loss ?? 0n), where);
  assert.equal(balance('recoverable_contra') + (loan.chargedOffOn === null ? 0 : owedBy(loan)), 0, where);
  // The reversal of a charge-off is about the loss, not about the amount owed.
  const owing = entries.filter(({ type }) => type !== 'charge_off_reversal');
  const [first] = entries;
  const opening = first?.opening ?? undefined;
  const isLost = opening?.chargedOffOn && !entries.some(({ type }) => type === 'charge_off_reversal');
  const came = opening === undefined || isLost ? 0 : owedBy(opening);
  assert.equal(balance('boarding_clearing') + came, 0, where);
  const told = owing.reduce((sum, { transaction: { type, principalCents } }) => {
    const sign =
      { adjustment: 1, payment: -1, reversal: -1, nsf: -1, disbursement: 1, reallocation: 1 }[String(type)] ?? 0;
    return sum + sign * (principalCents ?? 0);
  }, opening?.principalCents ?? 0);
  assert.equal(told, loan.principalCents, `${where}: transactions`);
  for (const { referenceNumber, split } of historyOf(entries).payments) {
    const { principal, interest, fees } = expected.splits.get(String(referenceNumber)) ?? {};
    const { principalCents, interestCents, feesCents } = split;
    const replayed = [principal, interest, fees].map(Number);
    assert.deepEqual([principalCents, interestCents, feesCents], replayed, `${where}: payment ${referenceNumber}`);
  }
}

function owedBy({ principalCents, interestCents, feesCents }: Components): number {
  return principalCents + interestCents + feesCents;
}

function lastPaid(entries: readonly BookEntry[]): IsoDate | undefined {
  return entries.findLast(({ type }) => ['payment', 'waiver', 'adjustment'].includes(type))?.effectiveOn;
}

function tally(met: HistoriesMet, entries: readonly BookEntry[]): void {
  const of = (...types: readonly string[]) => entries.filter(({ type }) => types.includes(type)).length;
  met.payments += of('payment', 'recovery');
  met.reallocations += of('reallocation');
  met.chargeOffs += of('charge_off');
  met.lossChanges += of('loss_change');
  met.adjustments += of('adjustment');
  met.undoneChargeOffs += of('charge_off_reversal');
  met.boarded += of('opening');
  if (entries[0]?.opening?.chargedOffOn) met.undoneOfBoarded += Math.min(of('charge_off_reversal'), 1);
}
