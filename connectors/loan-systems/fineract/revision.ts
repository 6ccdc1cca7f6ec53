import { createHash } from 'node:crypto';
import { LosslessNumber } from 'lossless-json';
import type { LoanRow } from './wire.js';

/** Read anew this often although its row says that nothing changed, days. */
const SEEN_ANEW_EVERY = 7;
const SEEN_ANEW_EVERY_CLOSED = 28;
const OPEN: ReadonlySet<number> = new Set([100, 200, 300, 303, 304, 601, 700]);

/**
 * Fineract lists no changes and numbers no versions. A loan's row carries its derived totals, which nearly every transaction
 * moves: their digest is the revision. What leaves them as they were (a payment and its reversal between two looks, a
 * client's new telephone number) is seen by reading each loan anew every few days, a share of them each day.
 *
 * Only columns of the loan itself count, which the list and the single loan show alike: not the sums that the single loan has
 * besides, and not the day that was closed last, which would change every loan every night.
 */
export function revisionOf(row: LoanRow, epochDay: number): string {
  const { summary, timeline, ...loan } = row;
  const derived = SUMMARY.map((name) => told(summary?.[name]));
  const own = Object.keys(loan)
    .filter((name) => !DETAIL_ONLY.has(name))
    .sort();
  const parts = [own.map((name) => [name, told(Reflect.get(loan, name))]), timeline ?? null, derived];
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
  const every = OPEN.has(row.status.id) ? SEEN_ANEW_EVERY : SEEN_ANEW_EVERY_CLOSED;
  return `${digest}.${Math.floor((epochDay + row.id) / every)}`;
}

const DETAIL_ONLY: ReadonlySet<string> = new Set(['repaymentSchedule']);

const SUMMARY = [
  'principalDisbursed',
  'principalAdjustments',
  'principalPaid',
  'principalWrittenOff',
  'principalOutstanding',
  'principalOverdue',
  'interestCharged',
  'interestPaid',
  'interestWaived',
  'interestWrittenOff',
  'interestOutstanding',
  'interestOverdue',
  'feeChargesCharged',
  'feeChargesPaid',
  'feeChargesWaived',
  'feeChargesWrittenOff',
  'feeChargesOutstanding',
  'feeChargesOverdue',
  'penaltyChargesCharged',
  'penaltyChargesPaid',
  'penaltyChargesWaived',
  'penaltyChargesWrittenOff',
  'penaltyChargesOutstanding',
  'penaltyChargesOverdue',
  'totalRepayment',
  'totalWaived',
  'totalWrittenOff',
  'totalOutstanding',
  'totalOverdue',
  'totalRecovered',
  'overdueSinceDate',
] as const;

/** A numeral is the same however many zeros it ends in. */
function told(value: unknown): unknown {
  const numeral = value instanceof LosslessNumber ? value.value : value;
  if (typeof numeral !== 'string') return numeral ?? null;
  return /^-?\d+\.\d+$/.test(numeral) ? numeral.replace(/0+$/, '').replace(/\.$/, '') : numeral;
}
