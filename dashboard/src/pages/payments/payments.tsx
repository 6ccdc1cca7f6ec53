import type { ReactNode } from 'react';
import { totalTexts } from '../../format/list-totals';
import { COLLECTED_METHODS, METHOD_CHOICES } from '../../format/payment-method-names-and-receipt-sums';
import { netSum, oneOrMore } from '../../format/status-sums';
import { statusChoices, statusesOf } from '../../format/statuses';
import {
  type CollectedPaymentStatus,
  PaymentListDocument,
  PaymentSumsDocument,
  PaymentTotalsDocument,
} from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { useList } from '../../graph/use-paged-or-whole-list';
import { ListPage } from '../../ui/list-page';
import { useFilters } from '../../ui/use-filters';
import { AutopayCharges } from './autopay-charges';
import { PAYMENT_COLUMNS, paymentAddress } from './payment-columns';

const CHOICES = [
  { id: 'pending,pending_confirmation,reversal_pending', text: 'Outcome unknown' },
  ...statusChoices('payment'),
];

/** Money that was received and stands, or whose outcome is not known yet. */
const COUNTING: readonly CollectedPaymentStatus[] = ['posted', 'pending', 'pending_confirmation', 'reversal_pending'];

/** Payments that were recorded, or charges of stored methods: a row is in one of the two, so nothing is counted twice. */
export function Payments() {
  const { search, choice } = useFilters('/payments');
  const kind = choice('Kind', 'kind', KINDS, search.kind ?? 'recorded');
  return search.kind === 'autopay' ? <AutopayCharges kind={kind} /> : <RecordedPayments kind={kind} />;
}

const KINDS = [
  { id: 'recorded', text: 'Recorded' },
  { id: 'autopay', text: 'Autopay and one-time charges' },
];

function RecordedPayments({ kind }: { readonly kind: ReactNode }) {
  const { search, choice, typed, days, zonedDays, sorted, organizationId } = useFilters('/payments');
  const { status, from, to, text, method } = search;
  const range = { organizationId, ...zonedDays };
  const statuses = oneOrMore(statusesOf('payment'), status);
  const paymentMethods = oneOrMore(COLLECTED_METHODS, method);
  const sort = sorted(PAYMENT_COLUMNS);
  const filters = { ...range, statuses, paymentMethods, text: text ?? null };
  const variables = { ...filters, sortBy: sort.sortBy, isDescending: sort.isDescending };
  const list = useList('payments', PaymentListDocument, variables, ({ payments }) => payments, true);
  // Sums by status exist for days and statuses; searches are added as a whole.
  const isSummed = text === undefined && paymentMethods === null;
  const { data: sums } = useAnswer('payment-sums', PaymentSumsDocument, range, {
    enabled: isSummed,
    isLive: true,
  });
  const total = isSummed ? netSum('payment', sums?.paymentCounts, statuses, COUNTING) : undefined;
  const { data: totals } = useAnswer('payment-totals', PaymentTotalsDocument, filters, {
    enabled: !isSummed,
    isLive: true,
  });
  const found = isSummed ? undefined : totalTexts(totals?.paymentTotals, 'payment');
  const isFiltered = [status, from, to, text, method].some((filter) => filter !== undefined);
  return (
    <ListPage
      title="Payments"
      hasViews
      about="Payments recorded in Tributary, newest first. The days are those on which they were recorded."
      list={list}
      columns={PAYMENT_COLUMNS}
      sort={sort.table}
      download={{ name: 'payments', variables }}
      keyOf={({ id }) => id}
      opens={paymentAddress}
      foot={
        (total && [total.all.countOf('payment'), total.sum, total.says, '', '', '', '', '', '']) ??
        (found && [found.rows, found.net, found.says, '', '', '', '', '', ''])
      }
      empty={
        isFiltered
          ? { title: 'No payments match these filters', text: 'Remove a filter to see more.' }
          : { title: 'No payment has been recorded yet', text: 'Open a loan to record the first one.' }
      }
      actions={
        <>
          {kind}
          {typed('Name, number, reference or note', 'text')}
          {choice('Status', 'status', CHOICES)}
          {choice('Method', 'method', METHOD_CHOICES)}
          {days}
        </>
      }
    />
  );
}
