import { systemName } from '../../format/display-names';
import { methodName } from '../../format/payment-method-names-and-receipt-sums';
import { shownStatus, statusText } from '../../format/statuses';
import type { ExceptionKind } from '../../generated/contract-lists';
import type { ExceptionFacts } from './exception-facts';

type Sentence = (facts: ExceptionFacts, subject: string) => string;

/** What happened, with the facts of each kind. A new kind does not compile without its sentence. */
export const EXCEPTION_SENTENCES: Readonly<Record<ExceptionKind, Sentence>> = {
  posted_after_failed: (facts) =>
    `The payment was reported as failed, and the loan system posted it later${facts.reference()}.`,
  reversed_after_refused: (facts) =>
    `The reversal was reported as refused, and the loan system carried it out later${facts.reference()}.`,
  posting_awaits_approval: (facts) =>
    facts.text('why') === 'not_readable'
      ? `The posting may wait for approval in ${systemOf(facts)}: its state cannot be read.`
      : facts.text('why') === 'no_longer_seen'
        ? `The posting waited for approval in ${systemOf(facts)}${on(facts.instant('seenAt'))}, and is not seen there any more.`
        : `The posting has waited for approval in ${systemOf(facts)} for a long time.`,
  loan_overpaid: (facts) =>
    `The loan system took ${facts.amount('overpaidCents') ?? 'some money'} more than the loan owed${facts.reference()}.`,
  loan_system_setting_refused: (facts, subject) =>
    `${systemName(subject)} refused the setting ${facts.text('setting') ?? ''} = ${facts.text('value') ?? ''}${on(facts.day('on'))}.`,
  posting_differs: (facts) => {
    const reversedAt = facts.instant('reversedAt');
    const reversed = reversedAt === undefined ? '' : `, reversed on ${reversedAt}`;
    return `A payment of ${facts.amount('amountCents') ?? 'another amount'} by ${lower(methodName(facts.text('paymentMethod') ?? null))} was not posted. Under its reference the loan system has a posting of ${facts.amount('postedCents') ?? 'another amount'}${on(facts.instant('postedAt'))}${facts.reference()}${reversed}.`;
  },
  autopay_charged_after_given_up: () => 'The card was charged after autopay had stopped waiting for the charge.',
  autopay_posted_after_refund: (facts) =>
    `The charge was refunded, and the loan system posted the payment later${facts.reference()}.`,
  autopay_refund_refused: (facts) => `The card processor refused the refund of a charge${because(facts.text('code'))}.`,
  campaign_identifier_unapproved: (facts) =>
    `${facts.text('provider') ?? 'The email provider'} reported events of ${facts.text('identifier') ?? 'a campaign'}, which is not approved for this lender.`,
  autopay_partly_taken_back: (facts) =>
    `${facts.amount('takenBackCents') ?? 'A part'} of the charge${of(facts)} was returned to the borrower.`,
  autopay_partly_given_back: (facts) =>
    `${facts.amount('givenBackCents') ?? 'A part'} of the reversed charge${of(facts)} was recovered.`,
  autopay_taken_back_before: (facts) =>
    `The charge${of(facts)} was returned to the borrower${on(facts.instant('takenBackAt'))}${because(facts.text('reason'))}.`,
  autopay_reversal_refused: (facts) =>
    `The charge of ${facts.amount('amountCents') ?? 'the payment'} was returned to the borrower, and the loan system refused to reverse its payment${because(facts.text('code'))}.`,
  autopay_reposting_refused: (facts) =>
    `The charge of ${facts.amount('amountCents') ?? 'the payment'} was recovered, and the loan system refused to post its payment again${because(facts.text('code'))}.`,
  dispute_evidence_due: (facts) => {
    const due = facts.instant('evidenceDueBy');
    return `${disputed(facts)}. ${due === undefined ? 'Evidence is due.' : `Evidence is due by ${due}.`}`;
  },
  dispute_of_unknown_charge: (facts) => `${disputed(facts)}. No autopay run made this charge.`,
  autopay_run_held: (facts) => {
    const other = facts.text('otherStatus');
    const ended = other === undefined ? '' : ` The other run: ${lower(shownStatus('run', other).text)}.`;
    return `A charge of ${facts.amount('amountCents') ?? 'the same amount'}, due${on(facts.day('dueOn'))}, is held: it equals another run.${ended}`;
  },
  autopay_amount_too_small: (facts) => {
    const least = facts.amount('leastCents');
    const limit = least === undefined ? '' : ` It charges at least ${least}.`;
    return `${refusedCharge(facts)}.${limit}`;
  },
  autopay_charge_refused: (facts) => `${refusedCharge(facts)}${because(facts.text('code'))}.`,
  autopay_paused_after_charge_off: (facts) =>
    `The loan was charged off. Its schedule of ${facts.amount('amountCents') ?? 'its scheduled amount'} is paused.`,
  loan_system_misconfigured: (facts, subject) =>
    `${systemName(subject)} cannot be used as it is set up: ${facts.text('problem') ?? 'the problem is in the log'}`,
  recovery_postings_unread: (facts, subject) =>
    `${systemName(subject)} takes no postings until its list of postings${since(facts.instant('since'))} was read: it cannot be searched by reference.`,
  posting_waits_for_recovery: () =>
    'A posting has waited for more than a day: the database was restored, and other payments of its loan are not known yet, or its loan system takes no postings.',
  contact_data_unread: (facts, subject) =>
    `The last full sync of ${systemName(subject)} could not read the contact data of ${facts.count('unread', 'borrower') ?? 'some borrowers'}.`,
};

function since(instant: string | undefined): string {
  return instant === undefined ? '' : ` since ${instant}`;
}

function systemOf(facts: ExceptionFacts): string {
  return systemName(facts.text('loanSystem'));
}

function disputed(facts: ExceptionFacts): string {
  const [processor, reason, status] = [facts.text('processor'), facts.text('reason'), facts.text('status')];
  const shown = status === undefined ? '' : `; ${lower(shownStatus('dispute', status).text)}`;
  return `The borrower’s bank disputes a charge of ${facts.amount('amountCents') ?? 'an unknown amount'} at ${statusText(processor ?? 'the card processor')}${because(reason)}${shown}`;
}

function refusedCharge(facts: ExceptionFacts): string {
  const processor = statusText(facts.text('processor') ?? 'The card processor');
  return `${processor} refused the charge of ${facts.amount('amountCents') ?? 'the payment'}, due${on(facts.day('dueOn'))}`;
}

/** ` of $125.00`: the whole charge. */
function of(facts: ExceptionFacts): string {
  const charged = facts.amount('chargedCents');
  return charged === undefined ? '' : ` of ${charged}`;
}

function on(date: string | undefined): string {
  return date === undefined ? '' : ` on ${date}`;
}

function because(code: string | undefined): string {
  return code === undefined ? '' : ` (${lower(statusText(code))})`;
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
