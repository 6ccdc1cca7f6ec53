import { Temporal } from 'temporal-polyfill';
import type { Transaction } from '../../../core/db/database.js';
import { newId } from '../../../core/ids/ids.js';
import { isoInstant } from '../../../core/time/dates.js';
import { DEMO_KEY } from './demo-actor.js';
import { insertRows, type Row } from './insert-rows.js';
import { isCollected } from './loan-steps.js';
import type { SimulatedPayment } from './simulate-loan-histories.js';

/** Earlier payments were received elsewhere: they are in the loans' books but not recorded in Tributary. */
const RECORDED_DAYS = 45;
const CARD_BRANDS = ['visa', 'mastercard', 'discover', 'amex'] as const;

/** The payments of the last weeks as recorded through the API, and their reversals. */
export async function seedRecordedPayments(
  tx: Transaction,
  lived: readonly SimulatedPayment[],
  now: Temporal.Instant,
): Promise<void> {
  const since = now.subtract({ hours: 24 * RECORDED_DAYS });
  const recorded = lived
    .filter(({ method, at }) => isCollected(method) && Temporal.Instant.compare(at, since) >= 0)
    .toSorted((one, other) => Temporal.Instant.compare(one.at, other.at));
  await insertRows(tx, 'collected_payment', recorded.map(paymentRow));
  await insertRows(tx, 'payment_reversal', recorded.flatMap(reversalRow));
}

function paymentRow({ reference, loan, posting, method, takenBack }: SimulatedPayment, index: number): Row {
  const numbered = method === 'check' || method === 'money_order' || method === 'cashiers_check';
  return {
    ...{ id: reference, organization_id: loan.organizationId, account_id: loan.accountId },
    ...{ amount_cents: posting.amountCents, payment_method: method, check_number: numbered ? 1_000 + index : null },
    ...{ card_brand: method === 'card' ? (CARD_BRANDS[index % CARD_BRANDS.length] ?? null) : null },
    ...{ external_reference: `till-${1 + (index % 3)}-${String(index + 1).padStart(5, '0')}` },
    ...{ memo: method === 'cash' && index % 3 === 0 ? 'At the counter' : null },
    ...{ status: takenBack === undefined ? 'posted' : 'reversed', effective_date: posting.effectiveOn },
    ...{ reference_number: posting.referenceNumber, posted_at: posting.postedAt, settled_at: posting.postedAt },
    ...{ posting_external_id: posting.externalId, recorded_by: DEMO_KEY, created_at: posting.postedAt },
  };
}

function reversalRow({ reference, loan, takenBack }: SimulatedPayment): readonly Row[] {
  if (takenBack === undefined) return [];
  const { id, posting, isNsf, reason } = takenBack;
  return [
    {
      ...{ id, organization_id: loan.organizationId, payment_id: reference, status: 'reversed', reason, is_nsf: isNsf },
      ...{ reversed_by: DEMO_KEY, reversed_at: posting.postedAt, reference_number: posting.referenceNumber },
      created_at: posting.postedAt,
    },
  ];
}

/**
 * Exceptions for people to handle: payments that were settled as failed and whose postings arrived later, two of them
 * open.
 */
export async function seedExceptions(
  tx: Transaction,
  { organizationId, accountId }: { readonly organizationId: string; readonly accountId: string },
  now: Temporal.Instant,
): Promise<void> {
  const found = [
    { hoursAgo: 3, amount: 18_250, resolution: null },
    { hoursAgo: 52, amount: 42_000, resolution: null },
    { hoursAgo: 170, amount: 9_900, resolution: 'Posted by hand in the loan system, reference 88120.' },
  ].map(({ hoursAgo, amount, resolution }, index) => {
    const raisedAt = now.subtract({ hours: hoursAgo });
    const recordedAt = raisedAt.subtract({ hours: 2 });
    return { raisedAt, recordedAt, amount, resolution, index, paymentId: newId(recordedAt.epochMilliseconds) };
  });
  await insertRows(
    tx,
    'collected_payment',
    found.map(({ paymentId, recordedAt, amount, index }) => ({
      ...{ id: paymentId, organization_id: organizationId, account_id: accountId, amount_cents: amount },
      ...{ payment_method: 'money_order', check_number: 70_010 + index, status: 'failed', recorded_by: DEMO_KEY },
      ...{ created_at: isoInstant(recordedAt), settled_at: isoInstant(recordedAt.add({ minutes: 40 })) },
    })),
  );
  await insertRows(
    tx,
    'operator_exception',
    found.map(({ paymentId, raisedAt, resolution, index }) => ({
      ...{ id: newId(raisedAt.epochMilliseconds), organization_id: organizationId, kind: 'posted_after_failed' },
      ...{ subject_id: paymentId, detail: { referenceNumber: 88_118 + index }, created_at: isoInstant(raisedAt) },
      ...{ resolution, resolved_by: resolution === null ? null : 'demo-operator' },
      resolved_at: resolution === null ? null : isoInstant(raisedAt.add({ hours: 5 })),
    })),
  );
}
