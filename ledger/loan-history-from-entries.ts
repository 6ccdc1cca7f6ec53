import { type Cents, cents } from '../core/money.js';
import type { IsoDate } from '../core/time/dates.js';
import { adjustedBy, appliedBy, type EntryType, type JournalLine, lostBy, owedMoreBy, sumOn } from './journal.js';
import type { Components } from './loan.js';
import type { AccrualDays, LoanEvent, Opening } from './replayable-loan-events.js';
import { addComponents, NOTHING, total } from './rules/balance-component-arithmetic.js';

/** The part of an entry that a loan's history needs. */
export interface HistoryEntry {
  readonly referenceNumber: number;
  readonly type: EntryType;
  readonly effectiveOn: IsoDate;
  readonly accruedTo: IsoDate | null;
  readonly reversesReference: number | null;
  readonly reallocatesReference: number | null;
  readonly lines: readonly JournalLine[];
  /** For an opening: the state of the loan when it was boarded. */
  readonly opening?: Opening | null;
}

/** A payment or a recovery that was not reversed, with its current allocation: as posted, plus later reallocations. */
export interface AllocatedPayment {
  readonly referenceNumber: number;
  readonly isRecovery: boolean;
  readonly split: Components;
}

/** The events of a loan that still count. */
export interface LoanHistory {
  readonly events: readonly LoanEvent[];
  readonly payments: readonly AllocatedPayment[];
  /** The charge-off in effect; undefined: there is none. */
  readonly chargedOff: ChargedOff | undefined;
}

export interface ChargedOff {
  /**
   * Reference number of the charge-off; null: the loan was charged off before it was boarded, and its loss is in the
   * previous system's books.
   */
  readonly referenceNumber: number | null;
  /** The reference numbers of the changes of its loss. */
  readonly changes: readonly number[];
  /**
   * The amount charged off, by component, plus later changes of the loss; for a boarded charge-off, the amount left to
   * recover.
   */
  readonly loss: Components;
  /** The amount recovered and not reversed. */
  readonly recoveredCents: Cents;
}

/** The history in a loan's journal, in the order of writing, without reversed payments. */
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
        // A recovery whose charge-off was reversed counts as a payment.
        isRecovery: entry.type === 'recovery' && entry.referenceNumber > undone,
        split: (movesOf.get(entry.referenceNumber) ?? []).reduce(
          (split, { lines }) => addComponents(split, owedMoreBy(lines), -1),
          appliedBy(entry.lines),
        ),
      })),
  };
}

/**
 * Entries with the days to which interest ran. An entry that was reversed later had charged interest when the next
 * entries were posted; after the reversal, its day no longer counts.
 */
function withAccrualDays(entries: readonly HistoryEntry[]) {
  /** Entries that charged interest to a later day than the entries after them. */
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

/** An entry that follows from another, or is a fee of its own, accrues no interest to its day. */
function accruesInterest({ type }: HistoryEntry): boolean {
  return type !== 'nsf_fee' && type !== 'reallocation' && type !== 'loss_change';
}

/** @param entries - since the last reversal of a charge-off, if there was one. */
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
    loss: losses.reduce((sum, { lines }) => addComponents(sum, lostBy(lines)), NOTHING),
    recoveredCents,
  };
}

/** Undefined for an entry that moved no balance, or that follows from the other events. */
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
      if (!opening) throw new Error(`entry ${referenceNumber} opens a loan, but its opening state is missing`);
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
