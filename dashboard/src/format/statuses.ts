import type { BoardingStatus } from '../generated/contract-lists';
import type {
  AccountStatusCode,
  ApprovalStatus,
  AutopayRunStatus,
  AutopayStatus,
  CollectedPaymentStatus,
  DisputeStatus,
  LedgerBoardingProblemSeverity,
  PaymentBatchOutcome,
  PaymentBatchStatus,
  TieOutDifferenceStatus,
  WebhookDeliveryStatus,
} from '../generated/graphql';
import { flagShown } from './flags';

/** What a color means: no action, watch, act, over. */
export type Tone = 'good' | 'waiting' | 'bad' | 'quiet' | 'plain';

interface Shown {
  readonly text: string;
  readonly tone: Tone;
}

interface Statuses {
  readonly account: AccountStatusCode;
  readonly payment: CollectedPaymentStatus;
  readonly run: AutopayRunStatus;
  readonly schedule: AutopayStatus;
  readonly dispute: DisputeStatus;
  readonly difference: TieOutDifferenceStatus;
  readonly approval: ApprovalStatus;
  readonly batch: PaymentBatchStatus;
  readonly batchRow: PaymentBatchOutcome;
  readonly delivery: WebhookDeliveryStatus;
  readonly boarding: BoardingStatus;
  readonly boardingProblem: LedgerBoardingProblemSeverity;
}

export type StatusKind = keyof Statuses;

/** Display names of the API's statuses, in the terms of loan servicing; filters offer them in this order. */
const STATUSES: { readonly [Kind in StatusKind]: Readonly<Record<Statuses[Kind], Shown>> } = {
  account: {
    active: { text: 'Current', tone: 'good' },
    delinquent: { text: 'Past due', tone: 'waiting' },
    charged_off: { text: 'Charged off', tone: 'bad' },
    pending: { text: 'Pending', tone: 'quiet' },
    paid_in_full: { text: 'Paid in full', tone: 'quiet' },
    closed: { text: 'Closed', tone: 'quiet' },
    unknown: { text: 'Unknown', tone: 'plain' },
  },
  payment: {
    posted: { text: 'Posted', tone: 'good' },
    pending: { text: 'In progress', tone: 'waiting' },
    pending_confirmation: { text: 'Unconfirmed', tone: 'waiting' },
    reversal_pending: { text: 'Reversal unconfirmed', tone: 'waiting' },
    reversed: { text: 'Reversed', tone: 'quiet' },
    failed: { text: 'Failed', tone: 'bad' },
  },
  run: {
    retrying: { text: 'Will be retried', tone: 'waiting' },
    held: { text: 'Held, possible duplicate', tone: 'waiting' },
    failed: { text: 'Failed', tone: 'bad' },
    missed: { text: 'Missed', tone: 'bad' },
    charging: { text: 'Charging', tone: 'waiting' },
    charged: { text: 'Charged, not posted yet', tone: 'waiting' },
    posting: { text: 'Being posted', tone: 'waiting' },
    posted: { text: 'Posted', tone: 'good' },
    reversed: { text: 'Reversed', tone: 'bad' },
    refunding: { text: 'Being refunded', tone: 'waiting' },
    refunded: { text: 'Refunded', tone: 'quiet' },
  },
  schedule: {
    active: { text: 'Active', tone: 'good' },
    paused: { text: 'Paused', tone: 'waiting' },
    cancelled: { text: 'Cancelled', tone: 'quiet' },
    expired: { text: 'Ended', tone: 'quiet' },
  },
  dispute: {
    needs_response: { text: 'Response needed', tone: 'bad' },
    inquiry_needs_response: { text: 'Inquiry, response needed', tone: 'bad' },
    under_review: { text: 'Under review', tone: 'waiting' },
    inquiry_under_review: { text: 'Inquiry under review', tone: 'waiting' },
    inquiry_closed: { text: 'Inquiry closed', tone: 'quiet' },
    won: { text: 'Won', tone: 'good' },
    lost: { text: 'Lost', tone: 'bad' },
  },
  difference: {
    open: { text: 'Open', tone: 'bad' },
    waiting: { text: 'Snoozed', tone: 'waiting' },
    accepted: { text: 'Accepted', tone: 'quiet' },
    gone: { text: 'Cleared', tone: 'good' },
  },
  approval: {
    open: { text: 'Awaiting approval', tone: 'waiting' },
    approved: { text: 'Approved, in progress', tone: 'waiting' },
    done: { text: 'Done', tone: 'good' },
    failed: { text: 'Failed', tone: 'bad' },
    rejected: { text: 'Rejected', tone: 'bad' },
    expired: { text: 'Expired', tone: 'quiet' },
    withdrawn: { text: 'Withdrawn', tone: 'quiet' },
  },
  batch: {
    accepted: { text: 'Accepted', tone: 'waiting' },
    processing: { text: 'In progress', tone: 'waiting' },
    stopped: { text: 'Stopped', tone: 'bad' },
    completed: { text: 'Completed', tone: 'good' },
  },
  batchRow: {
    posted: { text: 'Posted', tone: 'good' },
    pending_confirmation: { text: 'Unconfirmed', tone: 'waiting' },
    failed: { text: 'Failed', tone: 'bad' },
    refused: { text: 'Refused', tone: 'bad' },
    unavailable: { text: 'Loan system unavailable', tone: 'waiting' },
    not_tried: { text: 'Not tried', tone: 'quiet' },
    would_post: { text: 'Would be posted', tone: 'good' },
  },
  delivery: {
    pending: { text: 'Pending', tone: 'waiting' },
    delivered: { text: 'Delivered', tone: 'good' },
    failed: { text: 'Failed', tone: 'bad' },
  },
  boarding: {
    receiving: { text: 'Uploading', tone: 'waiting' },
    received: { text: 'Uploaded', tone: 'waiting' },
    writing: { text: 'In progress', tone: 'waiting' },
    done: { text: 'Boarded', tone: 'good' },
    checked: { text: 'Checked', tone: 'quiet' },
    refused: { text: 'Refused', tone: 'bad' },
    abandoned: { text: 'Abandoned', tone: 'quiet' },
  },
  boardingProblem: {
    error: { text: 'Error', tone: 'bad' },
    difference: { text: 'Difference', tone: 'bad' },
    warning: { text: 'Warning', tone: 'waiting' },
    notice: { text: 'Notice', tone: 'quiet' },
  },
};

/** The statuses of a kind, in the order of filters. */
export function statusesOf<Kind extends StatusKind>(kind: Kind): readonly Statuses[Kind][] {
  return Object.keys(STATUSES[kind]) as Statuses[Kind][];
}

/** The choices of a filter by status. */
export function statusChoices(kind: StatusKind) {
  return statusesOf(kind).map((id) => ({ id, text: shownStatus(kind, id).text }));
}

/** A newer server may send a status that this page does not know. */
export function shownStatus(kind: StatusKind, status: string): Shown {
  const known: Readonly<Record<string, Shown>> = STATUSES[kind];
  return known[status] ?? { text: statusText(status), tone: 'plain' };
}

/**
 * A readable form of a code without a display name: `money_order` and `referenceNumber` become `Money order` and
 * `Reference number`.
 */
export function statusText(code: string): string {
  // The reason of an autopay charge that a flag on the loan stopped.
  if (code.startsWith('account_flag_')) return `Flag: ${flagShown(code.slice('account_flag_'.length)).text}`;
  const text = code.replaceAll('_', ' ').replace(/[a-z][A-Z]/g, (pair) => `${pair[0]} ${pair[1]?.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
