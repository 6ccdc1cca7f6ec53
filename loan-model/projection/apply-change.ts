import type { Temporal } from 'temporal-polyfill';
import { businessToday } from '../../core/business-time/business-clock.js';
import { chunksOf } from '../../core/chunks.js';
import type { Transaction } from '../../core/db/database.js';
import { newId } from '../../core/ids/ids.js';
import { enqueue } from '../../core/jobs/job-types-and-enqueue.js';
import { limitToOrganization, systemPrincipal } from '../../core/principal/principal.js';
import type { Clock } from '../../core/time/clock.js';
import { isoInstant } from '../../core/time/dates.js';
import type { AccountChange, NormalizedLifecycleEvent, NormalizedTransaction } from './account-change.js';
import { closingToRecord, recordClosing, recordReportedPayoff } from './closing.store.js';
import { recordEvents } from './lifecycle-event.store.js';
import { linkConsequences, reverseTransactions } from './linked-transactions.store.js';
import { withNormalizedSigns } from './normalize-signs.js';
import { type ChangeParameters, type NewTransactionParameters, writeChange } from './projection.store.js';
import type { ProjectionContext } from './projection-context.js';

const PROJECTION = systemPrincipal('projection');

/** Transactions per statement: one change may contain a loan's whole history. */
const MOST_AT_ONCE = 500;

/**
 * Writes a change of one account, as its loan system reported it, into the normalized model. Amounts get the sign that
 * their transaction type has there, whatever sign the loan system uses. Applying the same change again changes nothing:
 * a transaction is identified by (account, external id), a lifecycle event by (account, type, time). A reversed
 * transaction becomes `reversed` and stays so.
 *
 * Only this function and `applyChangeSet` end autopay schedules with their loan: every payoff is written by one of them.
 *
 * It takes one statement per 500 transactions, and one more for each rare case: reversals, changes of status, the end
 * of the loan, and its reopening. The caller serializes the changes of one account: it holds the lock of the account or
 * the loan, or is its only writer.
 *
 * @throws {Error} when the account does not exist in that organization: a bug.
 */
export async function applyChange(
  tx: Transaction,
  projecting: ProjectionContext,
  change: AccountChange,
): Promise<void> {
  const { clock } = projecting;
  const { organizationId, accountId } = change;
  const projection = limitToOrganization(PROJECTION, organizationId);
  const at = clock.now();
  await recordBeforeReopening(tx, clock, change);
  // The account's fields are the same after the first chunk as after the last: only the transactions differ.
  const { transactions } = change;
  for (const chunk of transactions.length === 0 ? [transactions] : chunksOf(transactions, MOST_AT_ONCE)) {
    const parameters = changeParameters({ ...change, transactions: chunk }, at);
    const applied = await tx.first(projection, writeChange, parameters);
    if (applied === undefined) throw new Error(`account ${accountId} does not exist, so it cannot be changed`);
  }
  await applyConsequences(tx, projecting, change);
}

/** Before a loan is reopened: keeps what reports have shown of its payoff, and the closing if no snapshot records it. */
export async function recordBeforeReopening(tx: Transaction, clock: Clock, change: AccountChange): Promise<void> {
  const { organizationId, accountId, lifecycleEvents } = change;
  const account = { organizationId, accountId };
  const projection = limitToOrganization(PROJECTION, organizationId);
  if (lifecycleEvents.some(wasPaidOff)) {
    const today = await businessToday(tx, clock, organizationId);
    await tx.many(projection, recordReportedPayoff, { ...account, today });
  }
  if (lifecycleEvents.some(({ type }) => type === 'reopened')) {
    const closing = await tx.first(projection, closingToRecord, account);
    if (closing !== undefined) await tx.many(projection, recordClosing, { ...account, ...closing });
  }
}

function wasPaidOff({ type, fromStatus }: NormalizedLifecycleEvent): boolean {
  return type === 'reopened' && (fromStatus === 'paid_in_full' || fromStatus === 'closed');
}

/** The parameters of one statement, with at most 500 transactions. */
export function changeParameters(change: AccountChange, at: Temporal.Instant): ChangeParameters {
  const transactions = change.transactions.map(withNormalizedSigns).map((row) => withId(row, at));
  return { ...accountAfter(change, at), transactions: JSON.stringify(transactions) };
}

/** The parameters of the statement for a change of one new transaction without a reason. */
export function newTransactionParameters(change: AccountChange, at: Temporal.Instant): NewTransactionParameters {
  const [only, ...others] = change.transactions;
  if (only === undefined || others.length > 0 || only.reason !== null)
    throw new Error('the change has one transaction, without a reason');
  const transaction = withNormalizedSigns(only);
  return {
    ...accountAfter(change, at),
    transactionId: newId(at.epochMilliseconds),
    transactionType: transaction.type,
    transactionStatus: transaction.status,
    transactionCents: transaction.amountCents,
    effectiveAt: transaction.effectiveAt,
    receivedOn: transaction.receivedOn ?? null,
    transactionMethod: transaction.paymentMethod,
    toPrincipalCents: transaction.principalCents,
    toInterestCents: transaction.interestCents,
    toFeesCents: transaction.feesCents,
    endingBalanceCents: transaction.endingBalanceCents,
  };
}

export function accountAfter(change: AccountChange, at: Temporal.Instant) {
  const { organizationId, accountId, pastDue, milestones } = change;
  return {
    organizationId,
    accountId,
    balanceCents: change.currentBalanceCents,
    statusCode: change.statusCode,
    version: change.version ?? null,
    recordedAt: isoInstant(at),
    asOf: pastDue?.asOf ?? null,
    pastDueCents: pastDue?.pastDueCents ?? null,
    oldestUnpaidOn: pastDue?.oldestUnpaidOn ?? null,
    oldestUnpaidCents: pastDue?.oldestUnpaidCents ?? null,
    nextDueOn: pastDue?.nextDueOn ?? null,
    nextDueCents: pastDue?.nextDueCents ?? null,
    hasMilestones: milestones !== undefined,
    originatedOn: milestones?.originatedOn ?? null,
    chargedOffOn: milestones?.chargedOffOn ?? null,
    paidOffOn: milestones?.paidOffOn ?? null,
  };
}

export function withId<T extends object>(row: T, at: Temporal.Instant): T & { readonly id: string } {
  return { ...row, id: newId(at.epochMilliseconds) };
}

/** Whether `applyConsequences` has anything to write for a change. */
export function hasConsequences(change: AccountChange): boolean {
  return change.lifecycleEvents.length > 0 || hasRareConsequences(change);
}

/** Whether it has more to write than lifecycle events of a loan that stays open. */
export function hasRareConsequences({ transactions, statusCode }: AccountChange): boolean {
  return (
    statusCode === 'paid_in_full' ||
    statusCode === 'closed' ||
    transactions.some(
      ({ originalExternalId, becauseOfExternalId }) => originalExternalId !== null || becauseOfExternalId,
    )
  );
}

/**
 * Writes the rare parts of a change after its account fields and transactions: reversal links, lifecycle events, the
 * end of the loan.
 */
export async function applyConsequences(
  tx: Transaction,
  projecting: ProjectionContext,
  change: AccountChange,
): Promise<void> {
  const { organizationId, accountId } = change;
  const account = { organizationId, accountId };
  const projection = limitToOrganization(PROJECTION, organizationId);
  const at = projecting.clock.now();
  const reversals = change.transactions.filter(({ originalExternalId }) => originalExternalId !== null);
  if (reversals.length > 0) {
    const pairs = reversals.flatMap(reversedPairs);
    await tx.many(projection, reverseTransactions, { ...account, pairs: JSON.stringify(pairs) });
  }
  const consequences = change.transactions.filter(({ becauseOfExternalId }) => becauseOfExternalId !== undefined);
  const links = consequences.map(({ externalId, becauseOfExternalId, reallocatesExternalId }) => ({
    ...{ externalId, becauseOfExternalId, reallocatesExternalId },
  }));
  if (links.length > 0) await tx.many(projection, linkConsequences, { ...account, links: JSON.stringify(links) });
  if (change.lifecycleEvents.length > 0) {
    const events = change.lifecycleEvents.map((event) => ({ ...withId(event, at), accountId }));
    await tx.many(projection, recordEvents, { organizationId, events: JSON.stringify(events) });
  }
  await applyEndOfLoan(tx, projecting, change);
}

/** A reversal and each transaction that it reverses. */
export function reversedPairs(reversal: NormalizedTransaction) {
  const { externalId, originalExternalId, alsoReversesExternalIds = [] } = reversal;
  return [
    { externalId, originalExternalId },
    ...alsoReversesExternalIds.map((also) => ({ externalId: null, originalExternalId: also })),
  ];
}

/** Records the closing of a loan, and ends or pauses its schedules; a new account has neither. */
export async function applyEndOfLoan(
  tx: Transaction,
  { clock, endSchedules }: ProjectionContext,
  change: AccountChange,
): Promise<void> {
  if (change.isNew) return;
  const { organizationId, accountId } = change;
  const account = { organizationId, accountId };
  const projection = limitToOrganization(PROJECTION, organizationId);
  const closedOn = closedBefore(change);
  if (closedOn !== undefined) await tx.many(projection, recordClosing, { ...account, ...closedOn });
  if (change.statusCode === 'paid_in_full' || change.statusCode === 'closed') {
    const isPassedOver = await endSchedules(tx, clock, projection, account);
    if (isPassedOver) await enqueueEnd(tx, account);
  }
  // The lender chooses whether its schedules pause. A job decides, because waiting for the schedules under the loan's
  // lock is not allowed.
  const isLost = change.statusCode === 'charged_off';
  const turns = change.lifecycleEvents.some((event) => (isLost ? event.toStatus : event.fromStatus) === 'charged_off');
  if (turns) await enqueueEnd(tx, account);
}

/**
 * The past day on which an open loan was charged off or paid off; undefined if it is today. Day-end records the day
 * that it closes.
 */
function closedBefore({ lifecycleEvents, statusCode, pastDue, milestones }: AccountChange) {
  const closes = lifecycleEvents.some(
    ({ fromStatus, toStatus }) => toStatus === statusCode && (fromStatus === 'active' || fromStatus === 'delinquent'),
  );
  const closedOn = statusCode === 'charged_off' ? milestones?.chargedOffOn : milestones?.paidOffOn;
  if (!closes || pastDue === undefined || closedOn === undefined || closedOn === null) return undefined;
  return closedOn < pastDue.asOf ? { closedOn, asOf: pastDue.asOf } : undefined;
}

function enqueueEnd(tx: Transaction, account: { readonly organizationId: string; readonly accountId: string }) {
  const key = `autopay_loan_ended:${account.organizationId}:${account.accountId}`;
  return enqueue(tx, 'autopay_loan_ended', account, { delayMs: 0, key });
}
