import type { DisputeStatus } from '../../generated/graphql';

export const UNKNOWN_CHARGE =
  'Tributary did not make this charge, so no payment here belongs to it. Look for the charge at the card processor, and answer there.';

/** What a dispute’s status means for the lender, and what to do about it. */
export const ADVICE: Readonly<Record<DisputeStatus, string>> = {
  inquiry_needs_response:
    'The bank asks about the charge and has withdrawn nothing. Answer at the card processor before the deadline: an inquiry without an answer can become a dispute.',
  inquiry_under_review: 'The bank reviews the answer. Nothing has to be done.',
  inquiry_closed: 'The inquiry was closed without a dispute. Nothing has to be done.',
  needs_response:
    'The bank has withdrawn the money, so the payment was reversed. Send evidence to the card processor before the deadline, for example the borrower’s authorization of autopay and the loan agreement; or accept the dispute there.',
  under_review: 'The bank reviews the evidence. Nothing has to be done until it decides.',
  won: 'The bank decided in the lender’s favor. The money came back, and the payment was posted again.',
  lost: 'The bank decided in the borrower’s favor. The payment stays reversed, and the amount is owed again: agree with the borrower on another way to pay.',
};
