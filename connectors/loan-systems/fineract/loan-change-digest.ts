import { createHash } from 'node:crypto';
import { LosslessNumber } from 'lossless-json';
import type { LoanRow } from './response-schemas.js';

/** A loan is read again after this many days, even if its row has not changed. */
const READ_AGAIN_EVERY = 7;
const READ_AGAIN_EVERY_CLOSED = 28;
const OPEN: ReadonlySet<number> = new Set([100, 200, 300, 303, 304, 601, 700]);

/**
 * Fineract has no version numbers. A loan's row carries its derived totals, which nearly every
 * transaction changes: their digest is the revision. Some changes leave the totals as they were (a payment and its
 * reversal between two reads, a client's new telephone number). To find those, each loan is read again every few days,
 * a share of them each day.
 *
 * Only columns of the loan itself count, which are the same in the list and in the single loan. The additional sums of
 * the single loan do not count, nor does the last closed day, which would change every loan every night.
 */
export function revisionOf(row: LoanRow, epochDay: number): string {
  const { summary, timeline, ...loan } = row;
  const derived = SUMMARY.map((name) => canonical(summary?.[name]));
  const own = Object.keys(loan)
    .filter((name) => !DETAIL_ONLY.has(name))
    .sort();
  const parts = [own.map((name) => [name, canonical(Reflect.get(loan, name))]), timeline ?? null, derived];
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
  const every = OPEN.has(row.status.id) ? READ_AGAIN_EVERY : READ_AGAIN_EVERY_CLOSED;
  return `${digest}.${Math.floor((epochDay + row.id) / every)}.${commandDigest(row)}`;
}

/**
 * A digest of the fields that only commands change: its status, its dates, and what was paid, waived or written off. Arrears, interest and
 * late fees also change by the jobs of the day's end, which no list of commands names; a client's name changes by a command
 * on the client.
 */
function commandDigest({ status, chargedOff, timeline, externalId, summary }: LoanRow): string {
  const amounts = SUMMARY.filter((name) => BY_COMMAND.test(name)).map((name) => canonical(summary?.[name]));
  const parts = [status.id, chargedOff ?? null, timeline ?? null, externalId ?? null, amounts];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 11);
}

const BY_COMMAND = /^(?:principalDisbursed|totalRepayment|totalRecovered|\w+(?:Paid|Waived|WrittenOff))$/;

/** Revisions of earlier versions have no digest of commands, and are not compared. */
export function isNamedChange(before: string, after: string): boolean {
  const [, , was] = before.split('.');
  const [, , is] = after.split('.');
  return was !== undefined && is !== undefined && was !== is;
}

const DETAIL_ONLY: ReadonlySet<string> = new Set(['repaymentSchedule', 'transactions']);

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

/** The same numeral, whatever the number of trailing zeros. */
function canonical(value: unknown): unknown {
  const numeral = value instanceof LosslessNumber ? value.value : value;
  if (typeof numeral !== 'string') return numeral ?? null;
  return /^-?\d+\.\d+$/.test(numeral) ? numeral.replace(/0+$/, '').replace(/\.$/, '') : numeral;
}
