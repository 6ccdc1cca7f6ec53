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
import { usePaged } from '../../graph/pages';
import { REFRESH_MS } from '../../graph/refresh-interval';
import { request } from '../../graph/request';
import { useLender } from '../../lender/lender';
import { DayFilter } from '../../ui/day-filter';
import { ListPage } from '../../ui/list-page';
import { SearchField } from '../../ui/search-field';
import { ChoiceFilter } from '../../ui/select';
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
  { id: 'pending,pending_confirmation,reversal_pending', text: 'Outcome not known yet' },
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
  // Sums are of days and states; what is searched for is counted by nobody.
  const isSummed = text === undefined && paymentMethods === null;
  const { data: sums } = useQuery({
    queryKey: ['payment-sums', range],
    queryFn: ({ signal }) => request(PaymentSumsDocument, range, signal),
    enabled: isSummed,
    refetchInterval: REFRESH_MS,
  });
  const told = isSummed
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
      about="What was recorded here, across all lenders you have access to; newest first."
      list={list}
      columns={PAYMENT_COLUMNS}
      keyOf={({ id }) => id}
      opens={paymentAddress}
      foot={told && [`${told.count} ${told.rows === 1 ? 'payment' : 'payments'}`, told.sum, '', '', '', '', '', '', '']}
      empty={
        isFiltered
          ? { title: 'No payments match these filters', text: 'Take a filter away to see more.' }
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
