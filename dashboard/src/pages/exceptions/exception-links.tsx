import { Link, type LinkProps } from '@tanstack/react-router';
import type { ExceptionKind } from '../../generated/contract-lists';
import type { ExceptionListQuery } from '../../generated/graphql';

type Exception = ExceptionListQuery['operatorExceptions']['items'][number];

/** What the subject of each kind is: it opens where a person can act. A new kind does not compile without it. */
const SUBJECTS: Readonly<Record<ExceptionKind, Subject>> = {
  posted_after_failed: 'payment_or_run',
  reversed_after_refused: 'reversal',
  posting_awaits_approval: 'payment_or_run',
  loan_overpaid: 'payment_or_run',
  loan_system_setting_refused: 'loan_system',
  posting_differs: 'payment_or_run',
  autopay_charged_after_given_up: 'run',
  autopay_posted_after_refund: 'run',
  autopay_refund_refused: 'run',
  campaign_identifier_unapproved: 'campaign',
  autopay_partly_taken_back: 'run',
  autopay_partly_given_back: 'run',
  autopay_taken_back_before: 'run',
  autopay_reversal_refused: 'run',
  autopay_reposting_refused: 'run',
  dispute_evidence_due: 'dispute',
  dispute_of_unknown_charge: 'dispute',
  autopay_run_held: 'run',
  autopay_amount_too_small: 'run',
  autopay_charge_refused: 'run',
  autopay_paused_after_charge_off: 'schedule',
  loan_system_misconfigured: 'loan_system',
  recovery_postings_unread: 'loan_system',
  posting_waits_for_recovery: 'payment_or_run',
  contact_data_unread: 'loan_system',
};

type Subject = 'payment_or_run' | 'reversal' | 'run' | 'schedule' | 'dispute' | 'loan_system' | 'campaign';

interface SubjectLink {
  readonly label: string;
  readonly link: LinkProps;
}

/** The payment, run, dispute, loan system or campaign that an exception is about. */
export function SubjectLinks({ exception }: { readonly exception: Exception }) {
  return linksOf(exception).map(({ label, link }) => (
    <Link key={label} {...link}>
      {label}
    </Link>
  ));
}

function linksOf(exception: Exception): readonly SubjectLink[] {
  const { paymentId, runId, kind } = exception;
  const subject = subjectOf(kind);
  return [
    ...(paymentId ? [{ label: 'Open the payment', link: { to: '/payments/$id', params: { id: paymentId } } }] : []),
    ...(runId ? [{ label: 'Open the run', link: { to: '/autopay/runs/$id', params: { id: runId } } }] : []),
    ...(subject === 'dispute' ? [{ label: 'Open the disputes', link: disputesLink(kind) }] : []),
    ...(subject === 'loan_system' ? [{ label: 'Open the loan systems', link: { to: '/loan-systems' } }] : []),
    ...(subject === 'campaign' ? [{ label: 'Open the campaigns', link: { to: '/messaging' } }] : []),
  ] as readonly SubjectLink[];
}

/** Whether it is about one loan, which may be unknown. */
export function isAboutOneLoan(kind: string): boolean {
  return !['loan_system', 'campaign'].includes(subjectOf(kind) ?? '');
}

/** Undefined: a newer server's kind, which this page does not know, or a difference. */
function subjectOf(kind: string): Subject | undefined {
  const known: Readonly<Record<string, Subject>> = SUBJECTS;
  return known[kind];
}

function disputesLink(kind: string) {
  return {
    to: '/disputes',
    search: kind === 'dispute_evidence_due' ? { status: 'needs_response,inquiry_needs_response' } : {},
  };
}
