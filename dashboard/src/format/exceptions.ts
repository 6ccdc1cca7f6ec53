import type { DifferenceKind, ExceptionKind } from '../generated/contract-lists';
import { textOf } from './display-names';
import { statusText } from './statuses';

/** Exceptions, which no rule could decide. */
const EXCEPTIONS: Readonly<Record<ExceptionKind, string>> = {
  posted_after_failed: 'Failed payment applied later',
  reversed_after_refused: 'Refused reversal done later',
  posting_awaits_approval: 'Waiting for approval in the loan system',
  loan_overpaid: 'Loan overpaid in the loan system',
  loan_system_setting_refused: 'Setting refused by the loan system',
  posting_differs: 'Payment differs from its posting',
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
  loan_system_misconfigured: 'Loan system must be corrected',
  recovery_postings_unread: 'Postings must be read after a restore',
  posting_waits_for_recovery: 'Posting waits after a restore',
  contact_data_unread: 'Contact data could not be read',
};

/** The recommended action for each exception. */
const TO_DO: Readonly<Record<ExceptionKind, string>> = {
  posted_after_failed: 'Check whether the borrower has paid again; if so, reverse one of the two.',
  reversed_after_refused: 'Check whether the borrower was given the right balance.',
  posting_awaits_approval:
    'A person in the loan system must approve or reject it there. If its state cannot be read, give the API user the permission to read commands (READ_AUDIT). Do not collect it again until it is decided. If it is not seen any more (no_longer_seen), resolve this only when it is gone there.',
  loan_overpaid:
    'The loan had been paid off, or nearly, before this payment arrived. Refund the overpaid amount in the loan system, or reverse the payment.',
  loan_system_setting_refused:
    'Payments with this setting are not taken (503). Correct the loan system’s setting: remove it and add it again; or create what it names in the loan system.',
  posting_differs:
    'The loan system already has another posting under this reference: another amount or method, from more than a month ago, or reversed. Nothing was posted. For a request: ask the sender which of the two is right; the other one needs a key of its own. For an autopay charge: resolve this if the posting belongs to the charge, which then counts as applied. Otherwise refund the charge, which cancels the run.',
  autopay_charged_after_given_up:
    'The charge succeeded after autopay had stopped waiting for it. Refund it with the card processor, or record it as a payment.',
  autopay_posted_after_refund:
    'The borrower was refunded, but the loan system applied the payment. Reverse the payment.',
  autopay_refund_refused: 'The card processor refused the refund. Refund the borrower in another way.',
  campaign_identifier_unapproved:
    'Events of this campaign wait, because its identifier is not approved for a lender. If the campaign is the lender’s own, an administrator approves it: tributary campaign-events approve.',
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
  dispute_of_unknown_charge: 'Tributary did not make this charge. Look for it at the card processor.',
  autopay_run_held:
    'Another schedule of this loan charges the same method and amount for the same day. Release this run if both are meant. Otherwise cancel it, and cancel one of the two schedules. If the other run failed or was refunded, nothing was collected for this date.',
  autopay_amount_too_small:
    'The amount is below the card processor’s minimum, so autopay cannot collect it. Collect the rest from the borrower in another way and record it as a payment, or waive it, before the loan falls past due.',
  autopay_paused_after_charge_off:
    'The loan was charged off, so its schedule charges nothing. Resume it on the loan’s page if the borrower has agreed to a plan or the charge-off was undone. Otherwise cancel it.',
  autopay_charge_refused:
    'The card processor refuses this charge on every attempt, and not because of the card: the code says what is wrong with the request. Fix it (in the processor’s account or settings), and collect this payment in another way.',
  loan_system_misconfigured:
    'Tributary posts nothing to this loan system until the problem is gone. Correct it in the loan system or in its settings. This closes by itself afterwards.',
  recovery_postings_unread:
    'The database was restored, and this loan system cannot be searched by reference, so it takes no postings (503). Read its list of postings since the time of the restore, and record what is missing in Tributary. Then an administrator confirms it on the page of loan systems, or by: tributary recovery confirm-read.',
  posting_waits_for_recovery:
    'Nothing was posted or refunded. See why the loan system does not answer, whether commands wait there for approval, and whether its list of postings must be read (page of loan systems). The worker goes on by itself, and this closes with the posting.',
  contact_data_unread:
    'The last full sync could not read the contact data of some borrowers, so it may be old. Check what the API user may read in the loan system. This closes by itself when a full sync has read everyone.',
};

const DIFFERENCES: Readonly<Record<DifferenceKind, string>> = {
  posting_missing: 'Posted in Tributary, not in the loan system',
  posting_doubled: 'Posted more than once in the loan system',
  amount_differs: 'Different amount in the loan system',
  reversed_there: 'Reversed in the loan system only',
  not_reversed_there: 'Reversed in Tributary, still posted in the loan system',
  posted_there_only: 'Failed in Tributary, posted in the loan system',
  unknown_here: 'In the loan system under an unknown reference',
  charge_missing: 'Charged in Tributary, not at the processor',
  charge_amount_differs: 'Different amount at the processor',
  charge_unknown_here: 'Charged at the processor only',
  charge_doubled: 'Charged more than once at the processor',
  refund_missing: 'Refunded in Tributary, not at the processor',
  refund_unknown_here: 'Refunded at the processor only',
  refund_amount_differs: 'Different refund amount at the processor',
  books_out_of_balance: 'Ledger entry that does not balance',
  books_transactions: 'Ledger entry that differs from its transaction',
  books_balances: 'Balance that differs from its journal',
  books_reports: 'Report that differs from the books',
};

const TO_DO_OF_DIFFERENCES =
  'Correct the side that is wrong, and wait: the next comparison closes a difference that is gone. Or accept it, with a reason.';

/** The prefix of the exceptions that are differences. */
const TIE_OUT = 'tie_out_';

const NAMES: Readonly<Record<string, string>> = {
  ...EXCEPTIONS,
  ...Object.fromEntries(Object.entries(DIFFERENCES).map(([kind, name]) => [`${TIE_OUT}${kind}`, name])),
};

/** The choices of a filter by the kind of difference. */
export const DIFFERENCE_CHOICES = Object.entries(DIFFERENCES).map(([id, text]) => ({ id, text }));

export function isDifference(kind: string): boolean {
  return kind.startsWith(TIE_OUT);
}

/** A newer server may send a kind that this page does not know. */
export function exceptionName(kind: string): string {
  return NAMES[kind] ?? statusText(kind);
}

export function exceptionToDo(kind: string): string | undefined {
  return textOf(TO_DO, kind) ?? (isDifference(kind) ? TO_DO_OF_DIFFERENCES : undefined);
}
