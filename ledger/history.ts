import { type Cents, cents } from '../core/money.js';
import type { IsoDate } from '../core/time/dates.js';
import { adjustedBy, appliedBy, type EntryType, type JournalLine, lostBy, owedMoreBy, sumOn } from './journal.js';
import type { Components } from './loan.js';
import type { AccrualDays, LoanEvent, Opening } from './loan-events.js';
import { NOTHING, plus, total } from './rules/components.js';

/** An entry as far as a loan's history needs it. */
export interface HistoryEntry {
  readonly referenceNumber: number;
  readonly type: EntryType;
  readonly effectiveOn: IsoDate;
  readonly accruedTo: IsoDate | null;
  readonly reversesReference: number | null;
  readonly reallocatesReference: number | null;
  readonly lines: readonly JournalLine[];
  /** Of an opening: how the loan stood when it was boarded. */
  readonly opening?: Opening | null;
}

/** A payment or a recovery that stands, with what it goes to at present: as posted, and as reallocated since. */
export interface StandingPayment {
  readonly referenceNumber: number;
  readonly isRecovery: boolean;
  readonly split: Components;
}

/** What happened to a loan and still counts. */
export interface LoanHistory {
  readonly events: readonly LoanEvent[];
  readonly payments: readonly StandingPayment[];
  /** The charge-off that stands; undefined: none does. */
  readonly chargedOff: ChargedOff | undefined;
}

export interface ChargedOff {
  /** The charge-off's; null: the loan was boarded as charged off, and its loss stands in the books of the system before. */
  readonly referenceNumber: number | null;
  /** The reference numbers of the changes of its loss. */
  readonly changes: readonly number[];
  /** What was written off, by component, with what the loss has grown by since; of a boarded one what was left to recover. */
  readonly loss: Components;
  /** What has been recovered of it and was not taken back. */
  readonly recoveredCents: Cents;
}

/** The history that a loan's journal tells, in the order in which it was written; payments that were taken back are in none of it. */
export function historyOf(entries: readonly HistoryEntry[]): LoanHistory {
  const reversed = new Set(entries.map(({ reversesReference }) => reversesReference));
  const standing = entries.filter(({ referenceNumber }) => !reversed.has(referenceNumber));
  const movesOf = new Map<number | null, HistoryEntry[]>();
  for (const entry of entries) {
    const moves = movesOf.get(entry.reallocatesReference);
    if (moves === undefined) movesOf.set(entry.reallocatesReference, [entry]);
    else moves.push(entry);
  }
  const undone = entries.findLast(({ type }) => type === 'charge_off_reversal')?.referenceNumber ?? 0;
  return {
    chargedOff: chargedOffBy(entries.filter(({ referenceNumber }) => referenceNumber > undone)),
    events: withAccrualDays(entries)
      .filter(({ entry }) => !reversed.has(entry.referenceNumber))
      .flatMap(({ entry, days }) => eventOf(entry, days, undone > 0) ?? []),
    payments: standing
      .filter(({ type }) => type === 'payment' || type === 'recovery')
      .map((entry) => ({
        referenceNumber: entry.referenceNumber,
        // What was recovered before its charge-off was taken back is a payment.
        isRecovery: entry.type === 'recovery' && entry.referenceNumber > undone,
        split: (movesOf.get(entry.referenceNumber) ?? []).reduce(
          (split, { lines }) => plus(split, owedMoreBy(lines), -1),
          appliedBy(entry.lines),
        ),
      })),
  };
}

/**
 * Entries with the days to which interest ran. What was reversed later had charged interest, too, when the next entries came; once it is
 * reversed, its day counts no more.
 */
function withAccrualDays(entries: readonly HistoryEntry[]) {
  /** What charged interest to a day that is later than that of the entries after it. */
  let ahead: { readonly referenceNumber: number; readonly on: IsoDate }[] = [];
  return entries.map((entry): { readonly entry: HistoryEntry; readonly days: AccrualDays } => {
    const { referenceNumber, reversesReference } = entry;
    const on = entry.accruedTo ?? entry.effectiveOn;
    if (!accruesInterest(entry)) return { entry, days: { on, chargedTo: on } };
    ahead = ahead.filter((before) => before.on > on && before.referenceNumber !== reversesReference);
    const chargedTo = ahead.reduce((latest, before) => (before.on > latest ? before.on : latest), on);
    ahead.push({ referenceNumber, on });
    return { entry, days: { on, chargedTo } };
  });
}

/** What only follows from another entry, or is a fee of its own, accrues nothing to its day. */
function accruesInterest({ type }: HistoryEntry): boolean {
  return type !== 'nsf_fee' && type !== 'reallocation' && type !== 'loss_change';
}

/** @param entries - since the last charge-off was taken back, if one was. */
function chargedOffBy(entries: readonly HistoryEntry[]): ChargedOff | undefined {
  const recovered = entries.reduce((sum, { lines }) => sum - sumOn(lines, ['recovery_income']), 0);
  const recoveredCents = cents(recovered);
  const boarded = entries.find(({ opening }) => opening && opening.chargedOffOn !== null);
  if (boarded !== undefined)
    return { referenceNumber: null, changes: [], loss: owedMoreBy(boarded.lines), recoveredCents };
  const chargeOff = entries.find(({ type }) => type === 'charge_off');
  if (chargeOff === undefined) return undefined;
  const losses = entries.filter(({ type }) => type === 'charge_off' || type === 'loss_change');
  return {
    referenceNumber: chargeOff.referenceNumber,
    changes: losses.filter(({ type }) => type === 'loss_change').map(({ referenceNumber }) => referenceNumber),
    loss: losses.reduce((sum, { lines }) => plus(sum, lostBy(lines)), NOTHING),
    recoveredCents,
  };
}

/** Undefined: what moved no balance, or only says what follows from the other events. */
function eventOf(entry: HistoryEntry, days: AccrualDays, isChargeOffUndone: boolean): LoanEvent | undefined {
  const { type, effectiveOn, referenceNumber, lines, opening } = entry;
  const debited = (account: JournalLine['ledgerAccount']) =>
    cents(
      lines
        .filter(({ ledgerAccount, amountCents }) => ledgerAccount === account && amountCents > 0)
        .reduce((sum, { amountCents }) => sum + amountCents, 0),
    );
  switch (type) {
    case 'disbursement':
      return { kind: 'disbursement', ...days, amountCents: debited('principal_receivable') };
    case 'payment':
    case 'recovery':
      return { kind: 'payment', ...days, referenceNumber, amountCents: total(appliedBy(lines)) };
    case 'nsf_fee':
      return { kind: 'fee', amountCents: debited('fee_receivable') };
    case 'late_fee':
      return { kind: 'late_fee', amountCents: debited('fee_receivable') };
    case 'waiver': {
      const { interestCents, feesCents } = appliedBy(lines);
      return { kind: 'waiver', ...days, interestCents, feesCents };
    }
    case 'adjustment':
      return { kind: 'adjustment', ...days, ...adjustedBy(lines) };
    case 'charge_off':
      return { kind: 'charge_off', ...days, chargedOffOn: effectiveOn, referenceNumber };
    case 'opening': {
      if (!opening) throw new Error(`entry ${referenceNumber} opens a loan, and nothing says how it stood`);
      return { kind: 'opening', ...days, opening, isChargeOffUndone };
    }
    case 'charge_off_reversal':
    case 'payment_reversal':
    case 'nsf_return':
    case 'reallocation':
    case 'loss_change':
      return undefined;
  }
}
