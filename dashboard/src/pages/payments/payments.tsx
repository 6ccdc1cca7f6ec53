import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { oneOrMore, statusSum } from '../../format/status-sums';
import { shownStatus, statusText } from '../../format/statuses';
import {
  type CollectedPaymentMethod,
  type CollectedPaymentStatus,
  PaymentListDocument,
  PaymentSumsDocument,
} from '../../generated/graphql';
import { REFRESH_MS } from '../../graph/refresh-interval';
import { request } from '../../graph/request';
import { usePaged } from '../../graph/use-paged-or-whole-list';
import { useLender } from '../../lender/chosen-lender';
import { ChoiceFilter } from '../../ui/choice-filter';
import { DayFilter } from '../../ui/day-range-filter';
import { ListPage } from '../../ui/list-page';
import { SearchField } from '../../ui/search-field';
import { PAYMENT_COLUMNS, paymentAddress } from './payment-columns';

const STATUSES: readonly CollectedPaymentStatus[] = [
  'posted',
  'pending',
  'pending_confirmation',
  'reversal_pending',
  'reversed',
  'failed',
];
const CHOICES = [
  { id: 'pending,pending_confirmation,reversal_pending', text: 'Outcome unknown' },
  ...STATUSES.map((id) => ({ id, text: shownStatus('payment', id).text })),
];
const METHODS: readonly CollectedPaymentMethod[] = ['check', 'cash', 'money_order', 'cashiers_check', 'card'];

export function Payments() {
  const search = useSearch({ from: '/payments' });
  const navigate = useNavigate({ from: '/payments' });
  const change = (changed: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const { status, from, to, text, method } = search;
  const organizationId = useLender();
  const range = { organizationId, from: from ?? null, to: to ?? null };
  const statuses = oneOrMore(STATUSES, status);
  const paymentMethods = oneOrMore(METHODS, method);
  const variables = { ...range, statuses, paymentMethods, text: text ?? null };
  const list = usePaged({
    key: ['payments', variables],
    read: async (cursor, signal) => (await request(PaymentListDocument, { ...variables, cursor }, signal)).payments,
    refreshMs: REFRESH_MS,
  });
  // Sums exist only for days and statuses, not for searches.
  const isSummed = text === undefined && paymentMethods === null;
  const { data: sums } = useQuery({
    queryKey: ['payment-sums', range],
    queryFn: ({ signal }) => request(PaymentSumsDocument, range, signal),
    enabled: isSummed,
    refetchInterval: REFRESH_MS,
  });
  const total = isSummed
    ? statusSum(
        sums?.paymentCounts.map(({ payments, ...row }) => ({ ...row, rows: payments })),
        statuses,
      )
    : undefined;
  const isFiltered = [status, from, to, text, method].some((filter) => filter !== undefined);
  return (
    <ListPage
      title="Payments"
      hasViews
      about="Payments recorded in Tributary, across all lenders you have access to. Newest first."
      list={list}
      columns={PAYMENT_COLUMNS}
      keyOf={({ id }) => id}
      opens={paymentAddress}
      foot={
        total && [`${total.count} ${total.rows === 1 ? 'payment' : 'payments'}`, total.sum, '', '', '', '', '', '', '']
      }
      empty={
        isFiltered
          ? { title: 'No payments match these filters', text: 'Remove a filter to see more.' }
          : { title: 'No payment has been recorded yet', text: 'Open a loan to record the first one.' }
      }
      actions={
        <>
          <SearchField
            label="Name, number, reference or note"
            text={text ?? ''}
            onChange={(typed) => change({ text: typed })}
          />
          <ChoiceFilter
            label="Status"
            choices={CHOICES}
            chosen={status ?? ''}
            onChoose={(id) => change({ status: id })}
          />
          <ChoiceFilter
            label="Method"
            choices={METHODS.map((id) => ({ id, text: statusText(id) }))}
            chosen={method ?? ''}
            onChoose={(id) => change({ method: id })}
          />
          <DayFilter from={from ?? ''} to={to ?? ''} onChange={change} />
        </>
      }
    />
  );
}
