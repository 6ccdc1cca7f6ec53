import { Temporal } from 'temporal-polyfill';
import type { Transaction } from '../core/db/database.js';
import { cents } from '../core/money.js';
import type { Clock } from '../core/time/clock.js';
import { type IsoDate, type IsoInstant, isoInstant } from '../core/time/dates.js';
import type { Posting } from '../loan-model/port.js';
import type { AccountChange, PastDuePosition } from '../loan-model/projection/account-change.js';
import type { Loan } from './loan.js';
import { type AppliedOperation, type OperationEntry, settled } from './operations/operation-result.js';
import { dayOfReceipt } from './rules/business-day.js';
import { lifecycleEvents } from './rules/status.js';
import { type StoredEntry, writeJournal } from './store/journal-store.js';

/**
 * An operation that has been written: the loan after it, its reference numbers, and its changes to the normalized
 * model.
 */
export interface PostedAct {
  readonly loan: Loan;
  readonly referenceNumbers: readonly number[];
  readonly postedAt: IsoInstant;
  readonly change: AccountChange;
}

/** An operation as of a business day, ready to be written: the loan's status follows from its balances. */
export function settledAct(
  { clock, business }: PostingClocks,
  accountId: string,
  before: Loan,
  act: AppliedOperation,
  on: IsoDate,
): WrittenAct {
  const postedAt = isoInstant(clock.now());
  const occurredAt = business === clock ? postedAt : isoInstant(business.now());
  const { loan, position } = settled(act.loan, on);
  return { accountId, before, loan, entries: act.entries, position, postedAt, occurredAt, receivedAt: occurredAt };
}

/** Postings are dated by the business clock; the time of writing is real time. */
export interface PostingClocks {
  readonly clock: Clock;
  readonly business: Clock;
}

export interface WrittenAct {
  readonly accountId: string;
  readonly before: Loan;
  /** The loan after the operation, with its status determined. */
  readonly loan: Loan;
  readonly entries: readonly OperationEntry[];
  readonly position: PastDuePosition;
  readonly postedAt: IsoInstant;
  /** When a change of status took place: changes by day-end are at the end of the day it closes, whenever it runs. */
  readonly occurredAt: IsoInstant;
  /** When money was received, by the business clock. */
  readonly receivedAt: IsoInstant;
}

export async function writeAct(tx: Transaction, act: WrittenAct): Promise<PostedAct | 'reference_in_use'> {
  const { loan, postedAt } = act;
  const journalEntries = act.entries.map(({ entry }) => entry);
  const referenceNumbers = await writeJournal(tx, loan, journalEntries, postedAt);
  if (referenceNumbers === 'reference_in_use') return referenceNumbers;
  return { loan, referenceNumbers, postedAt, change: changeOf(act, referenceNumbers) };
}

/**
 * The changes of an operation to the normalized model.
 *
 * @param referenceNumbers - of its entries; none before they are written, in which case its transactions have no
 *   external ids.
 */
export function changeOf(act: WrittenAct, referenceNumbers: readonly number[]): AccountChange {
  const { loan } = act;
  const externalIdOf = (index: number) => String(referenceNumbers[index] ?? '');
  const paidOut = act.entries.find(({ entry }) => entry.type === 'disbursement');
  return {
    organizationId: loan.organizationId,
    accountId: act.accountId,
    currentBalanceCents: loan.principalCents,
    statusCode: loan.status,
    transactions: act.entries.map(({ entry, transaction }, index) => ({
      ...transaction,
      ...(transaction.type === 'payment' && { receivedOn: dayOfReceipt(Temporal.Instant.from(act.receivedAt)) }),
      ...(entry.isBecauseOfFirst && { becauseOfExternalId: externalIdOf(0) }),
      externalId: externalIdOf(index),
      endingBalanceCents: loan.principalCents,
    })),
    lifecycleEvents: lifecycleEvents(act.before.status, loan.status, act.occurredAt),
    pastDue: act.position,
    milestones: {
      ...(paidOut !== undefined && { originatedOn: paidOut.entry.effectiveOn }),
      chargedOffOn: loan.chargedOffOn,
      paidOffOn: loan.paidOffOn,
    },
  };
}

/** A stored entry in the port's form; its amount is the cash that it moved. */
export function asPosting(entry: StoredEntry): Posting {
  const cash = entry.lines
    .filter((line) => line.ledgerAccount === 'cash')
    .reduce((sum, line) => sum + line.amountCents, 0);
  return {
    externalId: String(entry.referenceNumber),
    referenceNumber: entry.referenceNumber,
    effectiveOn: entry.effectiveOn,
    postedAt: entry.postedAt,
    amountCents: cents(Math.abs(cash)),
  };
}
