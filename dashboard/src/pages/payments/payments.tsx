import { useNavigate, useSearch } from '@tanstack/react-router';
import { type CollectedPaymentStatus, PaymentListDocument } from '../../generated/graphql';
import { ask } from '../../graph/ask';
import { usePaged } from '../../graph/pages';
import { DayFilter } from '../../ui/day-filter';
import { ListPage } from '../../ui/list-page';
import { SearchField } from '../../ui/search-field';
import { ChoiceFilter } from '../../ui/select';
import { shownStatus } from '../../words/statuses';
import { PAYMENT_COLUMNS, paymentAddress } from './payment-columns';

const STATUSES: readonly CollectedPaymentStatus[] = [
  'posted',
  'pending',
  'pending_confirmation',
  'reversal_pending',
  'reversed',
  'failed',
];
const CHOICES = STATUSES.map((id) => ({ id, text: shownStatus('payment', id).text }));
const REFRESH_MS = 5_000;

export function Payments() {
  const search = useSearch({ from: '/payments' });
  const navigate = useNavigate({ from: '/payments' });
  const change = (changed: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const { status, from, to, reference } = search;
  const variables = {
    status: STATUSES.find((each) => each === status) ?? null,
    ...{ from: from ?? null, to: to ?? null, externalReference: reference ?? null },
  };
  const list = usePaged({
    key: ['payments', variables],
    read: async (cursor, signal) => (await ask(PaymentListDocument, { ...variables, cursor }, signal)).payments,
    refreshMs: REFRESH_MS,
  });
  const isFiltered = Object.keys(search).length > 0;
  return (
    <ListPage
      title="Payments"
      about="What was recorded here, across all lenders you have access to; newest first."
      list={list}
      columns={PAYMENT_COLUMNS}
      keyOf={({ id }) => id}
      opens={paymentAddress}
      empty={
        isFiltered
          ? { title: 'No payments match these filters', text: 'Take a filter away to see more.' }
          : { title: 'No payment has been recorded yet', text: 'Open a loan to record the first one.' }
      }
      actions={
        <>
          <SearchField
            label="External reference"
            text={reference ?? ''}
            onChange={(text) => change({ reference: text })}
          />
          <ChoiceFilter
            label="Status"
            choices={CHOICES}
            chosen={status ?? ''}
            onChoose={(id) => change({ status: id })}
          />
          <DayFilter from={from ?? ''} to={to ?? ''} onChange={change} />
        </>
      }
    />
  );
}
