import type { DisputeStatus } from '../../generated/graphql';

type Correction = { readonly kind: string; readonly status: string };

const UNKNOWN_CHARGE =
  'Tributary did not make this charge, so no payment here belongs to it. Look for the charge at the card processor, and answer there.';

/** What each status means for the lender, and what to do about it. */
const ADVICE: Readonly<Record<DisputeStatus, string>> = {
  inquiry_needs_response:
    'The bank asks about the charge and has withdrawn nothing. Answer at the card processor before the deadline: an inquiry without an answer can become a dispute.',
  inquiry_under_review: 'The bank reviews the answer. Nothing has to be done.',
  inquiry_closed: 'The inquiry was closed without a dispute. Nothing has to be done.',
  needs_response:
    'Send evidence to the card processor before the deadline, for example the borrower’s authorization of autopay and the loan agreement; or accept the dispute there.',
  under_review: 'The bank reviews the evidence. Nothing has to be done until it decides.',
  won: 'The bank decided in the lender’s favor.',
  lost: 'The bank decided in the borrower’s favor: what was reversed is owed again. Agree with the borrower on another way to pay.',
};

/** What became of the payment, by the latest correction that the dispute caused. */
const OF_PAYMENT: Readonly<Record<string, string>> = {
  'reversal done': 'The payment is reversed.',
  'reversal pending': 'The payment is being reversed.',
  'reversal refused': 'The loan system refused to reverse the payment: see the exception.',
  'posting done': 'The payment is posted again.',
  'posting pending': 'The payment is being posted again.',
  'posting refused': 'The loan system refused to post the payment again: see the exception.',
};

/** @param corrections - those that this dispute caused, in order. */
export function adviceOf(
  { runId, status }: { readonly runId: string | null; readonly status: DisputeStatus },
  corrections: readonly Correction[],
): string {
  if (runId === null) return UNKNOWN_CHARGE;
  const latest = corrections.at(-1);
  const payment = latest && OF_PAYMENT[`${latest.kind} ${latest.status}`];
  return payment === undefined ? ADVICE[status] : `${payment} ${ADVICE[status]}`;
}
