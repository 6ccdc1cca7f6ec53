import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { ACCRUE_TO, APPLICATION_ORDERS, DAY_COUNTS, PAYOFF_RULES } from '../../core/contract/ledger-product.js';
import { cents } from '../../core/money.js';
import { type IsoDate, isoDate } from '../../core/time/dates.js';
import { annualRateOf } from '../../ledger/rules/annual-rate.js';
import { payoffCents } from '../../ledger/rules/payoff.js';
import { BUILT_IN_TERMS, type ProductTerms } from '../../ledger/rules/product-terms.js';
import { levelPaymentCents } from '../../ledger/rules/schedule.js';
import { exampleLoan, on } from './example-loan.js';
import { LedgerBook, postingDaysOf } from './ledger-book.js';
import { DATE, factOf } from './ledger-example-facts.js';

/*
 * A worked example of docs/ledger.md, line by line:
 *
 *   product late: late_fee $25.00, late_fee_grace_days 10
 *   book $10,000.00 at 36.00 % for 60 months on 2023-12-12, product late
 *   2024-01-12 pay $458.04
 *   2024-03-15 return the payment of 2024-01-12
 *   2024-03-15 => principal $9,981.45, interest $0.00
 *
 * A line with an arrow states what is true on that date, after the previous lines and with all earlier days closed.
 */

/** An example's claim for a date, and the value by the rules. */
export interface Claim {
  readonly line: string;
  readonly claimed: string;
  readonly is: string;
}

/** @throws {Error} for an unreadable line. */
export function runExample(text: string): readonly Claim[] {
  const example = new Example();
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => example.take(line));
}

const MONEY = String.raw`\$([\d,]+\.\d\d)`;

class Example {
  readonly #products = new Map<string, ProductTerms>();
  readonly #payments = new Map<string, number>();
  #opened: LedgerBook | undefined;

  take(line: string): readonly Claim[] {
    const told = new RegExp(`^${DATE} => (.+)$`).exec(line);
    if (told !== null) return this.#claims(line, on(text(told, 1)), text(told, 2));
    const product = /^product (\w+): (.+)$/.exec(line);
    if (product !== null) this.#products.set(text(product, 1), termsOf(text(product, 2)));
    else if (line.startsWith('book ')) this.#opened = opened(line, this.#products);
    else if (line.startsWith('board ')) this.#opened = boarded(line, this.#products);
    else this.#act(line);
    return [];
  }

  get #book(): LedgerBook {
    if (this.#opened === undefined) throw new Error('a loan is booked first');
    return this.#opened;
  }

  #act(line: string): void {
    const done = new RegExp(`^${DATE} (.+?)(?: => refused: (\\w+))?$`).exec(line);
    if (done === null) throw new Error(`cannot read: ${line}`);
    const day = on(text(done, 1));
    const result = this.#perform(day, text(done, 2));
    const reason = typeof result === 'number' ? undefined : result.reason;
    if (reason !== done[3]) throw new Error(`${line}: ${reason ?? 'is not refused'}`);
  }

  #perform(day: IsoDate, act: string) {
    const book = this.#book;
    const paid = new RegExp(`^pay (?:${MONEY}|the payoff)$`).exec(act);
    if (paid !== null) {
      book.closeDaysBefore(day);
      const amount =
        paid[1] === undefined ? payoffCents(book.loan, postingDaysOf(day).accrueTo(book.loan)) : centsOf(paid[1]);
      const posted = book.pay(amount, day);
      if (typeof posted === 'number') this.#payments.set(day, posted);
      return posted;
    }
    const back = new RegExp(`^(return|reverse) the payment of ${DATE}$`).exec(act);
    if (back !== null) return book.reverse(this.#payments.get(text(back, 2)) ?? 0, day, back[1] === 'return');
    const waived = new RegExp(`^waive ${MONEY} of (interest|fees)$`).exec(act);
    if (waived !== null) {
      const component = waived[2] === 'fees' ? 'fees' : 'interest';
      return book.waive({ component, amountCents: cents(centsOf(text(waived, 1))), reason: 'goodwill' }, day);
    }
    const adjusted = new RegExp(`^adjust (principal|interest|fees) by (-?)${MONEY}$`).exec(act);
    if (adjusted !== null) {
      const amount = cents(centsOf(text(adjusted, 3)) * (adjusted[2] === '-' ? -1 : 1));
      const nothing = { principalCents: cents(0), interestCents: cents(0), feesCents: cents(0) };
      return book.adjust({ components: { ...nothing, [`${adjusted[1]}Cents`]: amount }, reason: 'corrected' }, day);
    }
    if (act === 'disburse') return book.payOut(day);
    if (act === 'close') return book.close(day);
    if (act === 'charge off') return book.chargeOff(day);
    if (act === 'undo the charge-off') return book.undoChargeOff(day);
    throw new Error(`cannot read: ${act}`);
  }

  #claims(line: string, day: IsoDate, claims: string): readonly Claim[] {
    this.#book.closeDaysBefore(day);
    return claims
      .split(', ')
      .map((claimed) => ({ line, claimed, is: factOf(this.#book, this.#payments, day, claimed) }));
  }
}

/**
 * `day_count actual_360, late_fee $25.00`: the product's column names, with cents as dollars; omitted terms have the
 * built-in values.
 */
const TERMS = z.strictObject({
  day_count: z.enum(DAY_COUNTS).default(BUILT_IN_TERMS.dayCount),
  application_order: z.enum(APPLICATION_ORDERS).default(BUILT_IN_TERMS.applicationOrder),
  late_fee: z.string().default('$0.00'),
  late_fee_grace_days: z.coerce.number().default(0),
  charge_off_at_days: z
    .union([z.literal('never').transform(() => null), z.coerce.number()])
    .default(BUILT_IN_TERMS.chargeOffAtDays),
  tolerance: z.string().default('$0.00'),
  payoff_rule: z.enum(PAYOFF_RULES).default(BUILT_IN_TERMS.payoffRule),
  accrue_to: z.enum(ACCRUE_TO).default(BUILT_IN_TERMS.accrueTo),
});

function termsOf(told: string): ProductTerms {
  const given = told.split(', ').map((one) => [one.replace(/ .*$/, ''), one.replace(/^\S+ /, '')]);
  const terms = TERMS.parse(Object.fromEntries(given));
  return {
    dayCount: terms.day_count,
    applicationOrder: terms.application_order,
    lateFeeCents: cents(centsOf(terms.late_fee.slice(1))),
    lateFeeGraceDays: terms.late_fee_grace_days,
    chargeOffAtDays: terms.charge_off_at_days,
    toleranceCents: cents(centsOf(terms.tolerance.slice(1))),
    payoffRule: terms.payoff_rule,
    accrueTo: terms.accrue_to,
  };
}

/** A loan that is disbursed on the day it is booked or, if `pending`, later. */
function opened(line: string, products: ReadonlyMap<string, ProductTerms>): LedgerBook {
  const pending = line.replace(/, pending$/, '');
  return pending === line
    ? new LedgerBook(loanOf(line, products))
    : new LedgerBook({ pending: loanOf(pending, products) });
}

/** `board on 2024-05-01 owing $9,000.00 principal, $10.00 interest, $25.00 fees, $900.00 paid[, charged off]: $10,000.00 at …` */
function boarded(line: string, products: ReadonlyMap<string, ProductTerms>): LedgerBook {
  const owing = `${MONEY} principal, ${MONEY} interest, ${MONEY} fees, ${MONEY} paid`;
  const read = new RegExp(`^board on ${DATE} owing ${owing}(, charged off)?: (.+)$`).exec(line);
  if (read === null) throw new Error(`cannot read: ${line}`);
  const asOf = on(text(read, 1));
  const amount = (group: number) => cents(centsOf(text(read, group)));
  const chargedOffOn = read[6] === undefined ? null : asOf;
  return new LedgerBook({
    boarded: {
      ...loanOf(`book ${text(read, 7)}`, products),
      status: chargedOffOn === null ? 'active' : 'charged_off',
      asOf,
      opening: {
        principalCents: amount(2),
        interestCents: amount(3),
        feesCents: amount(4),
        scheduledPaidCents: amount(5),
        chargedOffOn,
      },
    },
  });
}

function loanOf(line: string, products: ReadonlyMap<string, ProductTerms>) {
  const read = new RegExp(
    `^book ${MONEY} at ([\\d.]+) % for (\\d+) months on ${DATE}(?:, first due ${DATE})?(?:, NSF fee ${MONEY})?(?:, product (\\w+))?$`,
  ).exec(line);
  if (read === null) throw new Error(`cannot read: ${line}`);
  const originalPrincipalCents = cents(centsOf(text(read, 1)));
  const annualRate = annualRateOf(text(read, 2));
  if (annualRate === undefined) throw new Error(`no rate: ${line}`);
  const termMonths = Number(text(read, 3));
  const originatedOn = on(text(read, 4));
  const product = read[7] === undefined ? BUILT_IN_TERMS : products.get(read[7]);
  if (product === undefined) throw new Error(`no product: ${line}`);
  return exampleLoan({
    originatedOn,
    firstDueOn: read[5] === undefined ? monthAfter(originatedOn) : on(read[5]),
    originalPrincipalCents,
    ...annualRate,
    termMonths,
    scheduledPaymentCents: levelPaymentCents(originalPrincipalCents, annualRate, termMonths),
    nsfFeeCents: cents(read[6] === undefined ? 0 : centsOf(read[6])),
    accruedThrough: originatedOn,
    product,
  });
}

function monthAfter(date: IsoDate): IsoDate {
  return isoDate(Temporal.PlainDate.from(date).add({ months: 1 }));
}

function centsOf(amount: string): number {
  return Math.round(Number(amount.replaceAll(',', '')) * 100);
}

function text(match: RegExpExecArray, group: number): string {
  return match[group] ?? '';
}
