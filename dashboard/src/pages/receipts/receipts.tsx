import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { day } from '../../format/dates';
import { numberOf, systemName } from '../../format/display-names';
import { count, dollars } from '../../format/money';
import { methodName, sumReceipts } from '../../format/payment-method-names-and-receipt-sums';
import {
  ReceiptListDocument,
  type ReceiptListQuery,
  ReceiptSumsDocument,
  type ReceiptSumsQuery,
} from '../../generated/graphql';
import { REFRESH_MS } from '../../graph/refresh-interval';
import { request } from '../../graph/request';
import { usePaged } from '../../graph/use-paged-or-whole-list';
import { useLender } from '../../lender/chosen-lender';
import { ChoiceFilter } from '../../ui/choice-filter';
import type { Column } from '../../ui/data-table';
import { DayFilter } from '../../ui/day-range-filter';
import { ListPage } from '../../ui/list-page';
import { LoanLink } from '../../ui/loan-link';
import { Money } from '../../ui/money';

type Receipt = ReceiptListQuery['receipts']['items'][number];

const METHODS = ['check', 'cash', 'money_order', 'cashiers_check', 'card', 'bank_account', 'wallet', 'none'];
const BY = [
  { id: 'entered', text: 'Day of entry' },
  { id: 'business', text: 'Business day' },
];

const COLUMNS: readonly Column<Receipt>[] = [
  { name: 'Borrower', cell: ({ account }) => <LoanLink loan={account} /> },
  { name: 'Loan', cell: ({ account }) => numberOf(account) },
  { name: 'Day', cell: (row) => day(row.day) },
  { name: 'Business day', cell: ({ effectiveAt }) => (effectiveAt ? day(effectiveAt) : '–') },
  { name: 'Method', cell: ({ paymentMethod }) => methodName(paymentMethod) },
  { name: 'Loan system', cell: ({ loanSystemCode }) => systemName(loanSystemCode) },
  {
    name: 'State',
    cell: ({ status }) =>
      status === 'reversed' ? (
        <span className="status" data-tone="quiet">
          Reversed
        </span>
      ) : (
        <span className="status" data-tone="good">
          Received
        </span>
      ),
  },
  { name: 'Amount', isNumber: true, cell: ({ amountCents }) => <Money cents={amountCents} /> },
  {
    name: 'Net',
    isNumber: true,
    cell: ({ amountCents, status }) => <Money cents={status === 'reversed' ? 0 : amountCents} />,
  },
];

/** All borrower payments from every source: one row for each payment that the day sums include. */
export function Receipts() {
  const { by = 'business', from, to, method, system } = useSearch({ from: '/receipts' });
  const organizationId = useLender();
  const navigate = useNavigate({ from: '/receipts' });
  const change = (changed: { by?: string; from?: string; to?: string; method?: string; system?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const range = {
    organizationId,
    by: by === 'entered' ? ('ENTERED' as const) : ('BUSINESS_DAY' as const),
    from: from ?? null,
    to: to ?? null,
  };
  const paymentMethod = method === undefined ? null : method === 'none' ? '' : method;
  const variables = { ...range, paymentMethod, loanSystemCode: system ?? null };
  const list = usePaged({
    key: ['receipts', variables],
    read: async (cursor, signal) => (await request(ReceiptListDocument, { ...variables, cursor }, signal)).receipts,
    refreshMs: REFRESH_MS,
  });
  const groupBy = method !== undefined ? 'METHOD' : system !== undefined ? 'LOAN_SYSTEM' : 'NONE';
  const { data: sums } = useQuery({
    queryKey: ['receipt-sums', range, groupBy],
    queryFn: ({ signal }) => request(ReceiptSumsDocument, { ...range, groupBy }, signal),
    // Sums are by method or by loan system, not by both.
    enabled: method === undefined || system === undefined,
    refetchInterval: REFRESH_MS,
  });
  const group = paymentMethod ?? system;
  return (
    <ListPage
      title="Receipts"
      hasViews
      about="All borrower payments, from every source. Without dates: the last 30 days."
      list={list}
      columns={COLUMNS}
      keyOf={({ transactionId }) => transactionId}
      opens={({ account }) => `/accounts/${account?.id ?? ''}`}
      empty={{ title: 'No receipts on these days', text: 'Choose other days, or remove a filter.' }}
      foot={footOf(sums?.receiptsByDay, group)}
      actions={
        <>
          <ChoiceFilter label="By" isRequired choices={BY} chosen={by} onChoose={(id) => change({ by: id })} />
          <ChoiceFilter
            label="Method"
            choices={METHODS.map((id) => ({ id, text: methodName(id === 'none' ? null : id) }))}
            chosen={method ?? ''}
            onChoose={(id) => change({ method: id })}
          />
          {system !== undefined && (
            <ChoiceFilter
              label="Loan system"
              choices={[{ id: system, text: systemName(system) }]}
              chosen={system}
              onChoose={(id) => change({ system: id })}
            />
          )}
          <DayFilter from={from ?? ''} to={to ?? ''} onChange={change} />
        </>
      }
    />
  );
}

/** Over all rows of these days, not only the loaded ones. */
function footOf(days: ReceiptSumsQuery['receiptsByDay'] | undefined, group: string | undefined) {
  if (days === undefined) return undefined;
  const { payments, grossCents, netCents } = sumReceipts(
    days.filter((row) => group === undefined || (row.group ?? '') === group),
  );
  const rows = `${count(payments)} ${payments === 1 ? 'payment' : 'payments'}`;
  return [rows, '', '', '', '', '', '', dollars(grossCents), dollars(netCents)];
}
