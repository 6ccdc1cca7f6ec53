/** What a color means: no action, watch, act, over. */
export type Tone = 'good' | 'waiting' | 'bad' | 'quiet' | 'plain';

interface Shown {
  readonly text: string;
  readonly tone: Tone;
}

/** Display names of the API's statuses, in the terms of loan servicing. */
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
  pending: { text: 'In progress', tone: 'waiting' },
  posted: { text: 'Posted', tone: 'good' },
  pending_confirmation: { text: 'Unconfirmed', tone: 'waiting' },
  reversal_pending: { text: 'Reversal unconfirmed', tone: 'waiting' },
  reversed: { text: 'Reversed', tone: 'quiet' },
  failed: { text: 'Failed', tone: 'bad' },
};

const RUNS: Readonly<Record<string, Shown>> = {
  charging: { text: 'Charging', tone: 'waiting' },
  retrying: { text: 'Will be tried again', tone: 'waiting' },
  charged: { text: 'Charged, not applied yet', tone: 'waiting' },
  posting: { text: 'Being applied', tone: 'waiting' },
  posted: { text: 'Posted', tone: 'good' },
  reversed: { text: 'Taken back', tone: 'bad' },
  refunding: { text: 'Being refunded', tone: 'waiting' },
  refunded: { text: 'Refunded', tone: 'quiet' },
  failed: { text: 'Failed', tone: 'bad' },
  missed: { text: 'Missed', tone: 'bad' },
  held: { text: 'Held, possible duplicate', tone: 'waiting' },
};

const DISPUTES: Readonly<Record<string, Shown>> = {
  inquiry_needs_response: { text: 'Inquiry, answer due', tone: 'bad' },
  inquiry_under_review: { text: 'Inquiry under review', tone: 'waiting' },
  inquiry_closed: { text: 'Inquiry closed', tone: 'quiet' },
  needs_response: { text: 'Evidence due', tone: 'bad' },
  under_review: { text: 'Under review', tone: 'waiting' },
  won: { text: 'Won', tone: 'good' },
  lost: { text: 'Lost', tone: 'bad' },
};

const DIFFERENCES: Readonly<Record<string, Shown>> = {
  open: { text: 'Open', tone: 'bad' },
  waiting: { text: 'Waiting', tone: 'waiting' },
  accepted: { text: 'Accepted', tone: 'quiet' },
  gone: { text: 'Gone', tone: 'good' },
};

const SCHEDULES: Readonly<Record<string, Shown>> = {
  active: { text: 'Active', tone: 'good' },
  paused: { text: 'Paused', tone: 'waiting' },
  cancelled: { text: 'Cancelled', tone: 'quiet' },
  expired: { text: 'Ended', tone: 'quiet' },
};

/** Exceptions: what no rule could decide. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  posted_after_failed: 'Failed payment applied later',
  reversed_after_refused: 'Refused reversal done later',
  autopay_charged_after_given_up: 'Card charged after autopay gave up',
  autopay_posted_after_refund: 'Autopay applied after its refund',
  autopay_refund_refused: 'Autopay refund refused',
  campaign_identifier_unapproved: 'Campaign of an unknown sender',
  autopay_partly_taken_back: 'Autopay charge partly reversed',
  autopay_partly_given_back: 'Part of a reversed charge was recovered',
  autopay_taken_back_before: 'Charge reversed before Tributary followed the processor',
  autopay_reversal_refused: 'Charge reversed, payment not',
  autopay_reposting_refused: 'Charge won back, payment not applied',
  dispute_evidence_due: 'Evidence due in a dispute',
  dispute_of_unknown_charge: 'Dispute of an unknown charge',
  autopay_run_held: 'Autopay held as a possible duplicate',
  autopay_amount_too_small: 'Autopay amount below the processor’s minimum',
  autopay_paused_after_charge_off: 'Autopay paused after a charge-off',
  autopay_charge_refused: 'Autopay charge refused as invalid',
  tie_out_posting_missing: 'Posted in Tributary, not in the loan system',
  tie_out_posting_doubled: 'Posted more than once in the loan system',
  tie_out_amount_differs: 'Different amount in the loan system',
  tie_out_reversed_there: 'Reversed in the loan system only',
  tie_out_not_reversed_there: 'Reversed in Tributary, still posted in the loan system',
  tie_out_posted_there_only: 'Failed in Tributary, posted in the loan system',
  tie_out_unknown_here: 'In the loan system under an unknown reference',
  tie_out_charge_missing: 'Charged in Tributary, not at the processor',
  tie_out_charge_amount_differs: 'Different amount at the processor',
  tie_out_charge_unknown_here: 'Charged at the processor only',
  tie_out_charge_doubled: 'Charged more than once at the processor',
  tie_out_refund_missing: 'Refunded in Tributary, not at the processor',
  tie_out_refund_unknown_here: 'Refunded at the processor only',
  tie_out_refund_amount_differs: 'Different refund amount at the processor',
  tie_out_books_out_of_balance: 'Ledger entry that does not balance',
  tie_out_books_transactions: 'Ledger entry that differs from its transaction',
  tie_out_books_balances: 'Balance that differs from its journal',
  tie_out_books_reports: 'Report that differs from the books',
};

/** The recommended action for each exception. */
const TO_DO: Readonly<Record<string, string>> = {
  posted_after_failed:
    'It was reported as failed, and the loan system applied it later. Check whether the borrower has paid again; if so, reverse one of the two.',
  reversed_after_refused:
    'The loan system refused the reversal, and then carried it out later. Check whether the borrower was given the right balance.',
  autopay_charged_after_given_up:
    'The charge succeeded after autopay had stopped waiting for it. Refund it with the card processor, or record it as a payment.',
  autopay_posted_after_refund:
    'The borrower was refunded, but the loan system applied the payment. Reverse the payment.',
  autopay_refund_refused: 'The card processor refused the refund. Refund the borrower in another way.',
  autopay_partly_taken_back:
    'Part of the charge was returned to the borrower; the payment is still posted in full. Reverse it and record the rest, or adjust the loan.',
  autopay_partly_given_back:
    'The bank reversed the whole charge, so the payment was reversed. Part of the money has been recovered. Record that part as a payment. This opens again if more is recovered or reversed.',
  autopay_taken_back_before:
    'The money was returned to the borrower before Tributary tracked this. If the payment is still posted, replay its processor event or reverse the payment.',
  autopay_reversal_refused:
    'The money was returned to the borrower, but the loan system refused to reverse the payment. Reverse it in the loan system.',
  autopay_reposting_refused:
    'The dispute was won, but the loan system refused to post the payment again. Record it in the loan system.',
  dispute_evidence_due: 'Send the evidence to the card processor before its due date.',
  autopay_run_held:
    'Another schedule of this loan charges the same method and amount for the same day. Release this run if both are meant. Otherwise cancel it, and cancel one of the two schedules. If the other run failed or was refunded, nothing was collected for this date.',
  autopay_paused_after_charge_off:
    'The loan was charged off, so its schedule charges nothing. Resume it on the loan’s page if the borrower has agreed to a plan or the charge-off was undone. Otherwise cancel it.',
  autopay_amount_too_small:
    'The amount is below the card processor’s minimum, so autopay cannot collect it. Collect the rest from the borrower in another way and record it as a payment, or waive it, before the loan falls past due.',
  autopay_charge_refused:
    'The card processor refuses this charge on every attempt, and not because of the card: the code says what is wrong with the request. Fix it (in the processor’s account or settings), and collect this payment in another way.',
  dispute_of_unknown_charge: 'Tributary did not make this charge. Look for it at the card processor.',
};

const TO_DO_OF_DIFFERENCES =
  'Correct the side that is wrong, and wait: the next comparison closes a difference that is gone. Or accept it, with a reason.';

export function exceptionToDo(kind: string): string | undefined {
  return TO_DO[kind] ?? (kind.startsWith(TIE_OUT) ? TO_DO_OF_DIFFERENCES : undefined);
}

/** The display name of a difference's exception. */
export const TIE_OUT = 'tie_out_';

/** The kinds of differences, without the prefix. */
export const DIFFERENCE_KINDS = Object.keys(EXCEPTIONS).flatMap((kind) =>
  kind.startsWith(TIE_OUT) ? [kind.slice(TIE_OUT.length)] : [],
);

export function exceptionName(kind: string): string {
  return EXCEPTIONS[kind] ?? statusText(kind);
}

const OF = {
  account: STATUSES,
  payment: PAYMENTS,
  run: RUNS,
  schedule: SCHEDULES,
  dispute: DISPUTES,
  difference: DIFFERENCES,
} as const;

export type StatusKind = keyof typeof OF;

export function shownStatus(kind: StatusKind, status: string): Shown {
  return OF[kind][status] ?? { text: statusText(status), tone: 'plain' };
}

/**
 * A readable form of a code without a display name: `money_order` and `referenceNumber` become `Money order` and
 * `Reference number`.
 */
export function statusText(code: string): string {
  const text = code.replaceAll('_', ' ').replace(/[a-z][A-Z]/g, (pair) => `${pair[0]} ${pair[1]?.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
