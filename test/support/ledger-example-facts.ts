import type { IsoDate } from '../../core/time/dates.js';
import { historyOf } from '../../ledger/loan-history-from-entries.js';
import { accruedTo } from '../../ledger/operations/operation-result.js';
import { payoffOn } from '../../ledger/operations/payoff-on.js';
import { exactPerDiem } from '../../ledger/rules/exact-per-diem.js';
import { unitsPerCent } from '../../ledger/rules/interest.js';
import { owedOn, payoffCents } from '../../ledger/rules/payoff.js';
import { daysPastDue, pastDuePosition } from '../../ledger/rules/schedule.js';
import { on } from './example-loan.js';
import { type LedgerBook, postingDaysOf } from './ledger-book.js';

/** An amount as the examples write it; one group. */
export const DATE = String.raw`(\d{4}-\d\d-\d\d)`;

/** A claim with the true value filled in: `interest $305.75`. @throws {Error} for an unreadable claim. */
export function factOf(book: LedgerBook, payments: ReadonlyMap<string, number>, day: IsoDate, claimed: string): string {
  const { loan, entries } = book;
  const to = postingDaysOf(day).accrueTo(loan);
  const position = pastDuePosition(loan, day);
  const owed = owedOn(loan, day);
  const ofPayment = new RegExp(`^the payment of ${DATE}`).exec(claimed);
  if (ofPayment !== null) {
    const reference = payments.get(ofPayment[1] ?? '');
    const split = historyOf(entries).payments.find(({ referenceNumber }) => referenceNumber === reference)?.split;
    if (split === undefined) return `${ofPayment[0]} does not stand`;
    const { principalCents, interestCents, feesCents } = split;
    return `${ofPayment[0]}: ${money(feesCents)} fees + ${money(interestCents)} interest + ${money(principalCents)} principal`;
  }
  const quoted = new RegExp(`^payoff on ${DATE} `).exec(claimed);
  if (quoted !== null) {
    const quote = payoffOn(loan, postingDaysOf(day).businessDay, on(quoted[1] ?? ''), day);
    return `payoff on ${quoted[1]} ${quote === 'not_payable' ? quote : `${money(quote.payoffCents)} through ${quote.goodThrough}`}`;
  }
  const ofAccount = /^account (\w+) /.exec(claimed)?.[1];
  if (ofAccount !== undefined)
    return `account ${ofAccount} ${money(sumOf(entries, (account) => account === ofAccount))}`;
  const name = claimed.replace(/ (?:-?\$.*|\d.*|none|[a-z_]+)$/, '');
  switch (name) {
    case 'level payment':
      return `${name} ${money(loan.scheduledPaymentCents)}`;
    case 'principal':
      return `${name} ${money(owed.principalCents)}`;
    case 'interest':
      return `${name} ${money(owed.interestCents)}`;
    case 'fees':
      return `${name} ${money(owed.feesCents)}`;
    case 'carried': {
      const { accrualRemainder } = accruedTo(loan, day).loan;
      const units = (count: number) => count.toLocaleString('en-US');
      return `${name} ${units(accrualRemainder)} of ${units(Number(unitsPerCent(loan)))}`;
    }
    case 'payoff':
      return `${name} ${money(payoffCents(loan, to))}`;
    case 'past due':
      return `${name} ${money(position.pastDueCents)}`;
    case 'presently past due':
      return `${name} ${money(pastDuePosition(loan, postingDaysOf(day).businessDay).pastDueCents)}`;
    case 'oldest unpaid':
      return `${name} ${position.oldestUnpaidOn ?? 'none'}`;
    case 'days past due':
      return `${name} ${daysPastDue(position)}`;
    case 'next due':
      return `${name} ${position.nextDueOn === null ? 'none' : `${position.nextDueOn} ${money(position.nextDueCents ?? 0)}`}`;
    case 'status':
      return `${name} ${loan.status}`;
    case 'charged off on':
      return `${name} ${loan.chargedOffOn ?? 'none'}`;
    case 'paid off on':
      return `${name} ${loan.paidOffOn ?? 'none'}`;
    case 'late fees':
      return `${name} ${entries.filter(({ type }) => type === 'late_fee').length}`;
    case 'loss':
      return `${name} ${money(sumOf(entries, (account) => account === 'charge_off_expense'))}`;
    case 'all accounts':
      return `${name} ${money(sumOf(entries, () => true))}`;
    case 'per diem':
      return `${name} ${exactPerDiem(loan, day)}`;
    default:
      throw new Error(`cannot read: ${claimed}`);
  }
}

function sumOf(entries: LedgerBook['entries'], isCounted: (ledgerAccount: string) => boolean): number {
  return entries
    .flatMap(({ lines }) => lines)
    .filter(({ ledgerAccount }) => isCounted(ledgerAccount))
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

function money(amount: number): string {
  const dollars = (Math.abs(amount) / 100).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return `${amount < 0 ? '-' : ''}$${dollars}`;
}
