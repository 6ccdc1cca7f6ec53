import { useNavigate, useSearch } from '@tanstack/react-router';
import { type CollectedPaymentStatus, PaymentListDocument } from '../../generated/graphql';
import { ask } from '../../graph/ask';
import { usePaged } from '../../graph/pages';
import { DataTable } from '../../ui/data-table';
import { DayFilter } from '../../ui/day-filter';
import { Page } from '../../ui/page';
import { SearchField } from '../../ui/search-field';
import { ChoiceFilter } from '../../ui/select';
import { Empty, Failed } from '../../ui/states';
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
    <Page
      title="Payments"
      about="What was recorded here, over every lender in your reach; latest first."
      isFixed
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
    >
      {list.error ? (
        <Failed error={list.error} retry={list.retry} />
      ) : list.rows.length === 0 && !list.isLoading ? (
        <Empty title={isFiltered ? 'No payment is like that' : 'No payment has been recorded yet'}>
          {isFiltered ? 'Take a filter away to see more.' : 'Open a loan to record the first one.'}
        </Empty>
      ) : (
        <DataTable
          label="Payments"
          columns={PAYMENT_COLUMNS}
          rows={list.rows}
          keyOf={({ id }) => id}
          opens={paymentAddress}
          isLoading={list.isLoading}
          more={list.more}
        />
      )}
    </Page>
  );
}
