/** What colour means: nothing to do, look, act, over. */
export type Tone = 'good' | 'waiting' | 'bad' | 'quiet' | 'plain';

interface Shown {
  readonly text: string;
  readonly tone: Tone;
}

/** The contract's states, in the words of people who service loans. */
const STATUSES: Readonly<Record<string, Shown>> = {
  // accounts
  pending: { text: 'Pending', tone: 'quiet' },
  active: { text: 'Current', tone: 'good' },
  delinquent: { text: 'Past due', tone: 'waiting' },
  charged_off: { text: 'Charged off', tone: 'bad' },
  paid_in_full: { text: 'Paid in full', tone: 'quiet' },
  closed: { text: 'Closed', tone: 'quiet' },
  unknown: { text: 'Unknown', tone: 'plain' },
};

const PAYMENTS: Readonly<Record<string, Shown>> = {
  pending: { text: 'Posting', tone: 'waiting' },
  posted: { text: 'Posted', tone: 'good' },
  pending_confirmation: { text: 'Unconfirmed', tone: 'waiting' },
  reversal_pending: { text: 'Reversal unconfirmed', tone: 'waiting' },
  reversed: { text: 'Reversed', tone: 'quiet' },
  failed: { text: 'Failed', tone: 'bad' },
};

const RUNS: Readonly<Record<string, Shown>> = {
  charging: { text: 'Charging', tone: 'waiting' },
  retrying: { text: 'Will be tried again', tone: 'waiting' },
  charged: { text: 'Charged, not posted yet', tone: 'waiting' },
  posting: { text: 'Posting', tone: 'waiting' },
  posted: { text: 'Posted', tone: 'good' },
  refunding: { text: 'Being refunded', tone: 'waiting' },
  refunded: { text: 'Refunded', tone: 'quiet' },
  failed: { text: 'Failed', tone: 'bad' },
  missed: { text: 'Missed', tone: 'bad' },
};

const SCHEDULES: Readonly<Record<string, Shown>> = {
  active: { text: 'Active', tone: 'good' },
  paused: { text: 'Paused', tone: 'waiting' },
  cancelled: { text: 'Cancelled', tone: 'quiet' },
  expired: { text: 'Ended', tone: 'quiet' },
};

/** What no rule could decide. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  posted_after_failed: 'Posted, though it was told as failed',
  reversed_after_refused: 'Reversed, though it was told as refused',
  autopay_charged_after_given_up: 'Card charged after autopay gave up',
  autopay_posted_after_refund: 'Autopay posted, though it was refunded',
  autopay_refund_refused: 'Autopay refund refused',
};

export function exceptionName(kind: string): string {
  return EXCEPTIONS[kind] ?? worded(kind);
}

const OF = { account: STATUSES, payment: PAYMENTS, run: RUNS, schedule: SCHEDULES } as const;

export type StatusKind = keyof typeof OF;

export function shownStatus(kind: StatusKind, status: string): Shown {
  return OF[kind][status] ?? { text: worded(status), tone: 'plain' };
}

/** A code that has no words of its own yet: `money_order`, and `referenceNumber`, as `Money order` and `Reference number`. */
export function worded(code: string): string {
  const text = code.replaceAll('_', ' ').replace(/[a-z][A-Z]/g, (pair) => `${pair[0]} ${pair[1]?.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
