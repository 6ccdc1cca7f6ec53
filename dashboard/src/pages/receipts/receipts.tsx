import { day } from '../../format/dates';
import { systemName } from '../../format/display-names';
import { totalTexts } from '../../format/list-totals';
import { dollars, plural } from '../../format/money';
import { methodName, RECEIPT_METHOD_CHOICES, sumReceipts } from '../../format/payment-method-names-and-receipt-sums';
import {
  type ReceiptColumn,
  type ReceiptDay,
  ReceiptListDocument,
  type ReceiptListQuery,
  ReceiptSumsDocument,
  type ReceiptSumsQuery,
  ReceiptTotalsDocument,
} from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { useList } from '../../graph/use-paged-or-whole-list';
import { orDash } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { ListPage } from '../../ui/list-page';
import { BORROWER, LOAN } from '../../ui/loan-columns';
import { Mark } from '../../ui/mark';
import { Money } from '../../ui/money';
import { useFilters } from '../../ui/use-filters';

type Receipt = ReceiptListQuery['receipts']['items'][number];

const BY = [
  { id: 'entered', text: 'Day of entry' },
  { id: 'business', text: 'Business day' },
];

const COLUMNS: readonly Column<Receipt, ReceiptColumn>[] = [
  BORROWER,
  LOAN,
  { name: 'Day', sortBy: 'day', cell: (row) => day(row.day) },
  { name: 'Business day', sortBy: 'business_day', cell: ({ effectiveAt }) => (effectiveAt ? day(effectiveAt) : '–') },
  { name: 'Method', sortBy: 'method', cell: ({ paymentMethod }) => methodName(paymentMethod) },
  { name: 'Loan system', sortBy: 'loan_system', cell: ({ loanSystemCode }) => systemName(loanSystemCode) },
  {
    name: 'State',
    sortBy: 'status',
    cell: ({ status }) =>
      status === 'reversed' ? <Mark tone="quiet">Reversed</Mark> : <Mark tone="good">Received</Mark>,
  },
  { name: 'Reversed on', sortBy: 'reversed_on', cell: ({ reversedOn }) => orDash(reversedOn, day) },
  {
    name: 'Amount',
    sortBy: 'amount',
    isNumber: true,
    isFirstWhereNarrow: true,
    cell: ({ amountCents }) => <Money cents={amountCents} />,
  },
  {
    name: 'Net',
    sortBy: 'net',
    isNumber: true,
    cell: ({ amountCents, status }) => <Money cents={status === 'reversed' ? 0 : amountCents} />,
  },
];

/** All borrower payments from every source: one row for each payment that the day sums include. */
export function Receipts() {
  const { search, choice, days, dayRange, sorted, organizationId } = useFilters('/receipts');
  const { by = 'business', method, system } = search;
  const dayOf: ReceiptDay = by === 'entered' ? 'ENTERED' : 'BUSINESS_DAY';
  const range = { organizationId, by: dayOf, ...dayRange };
  const paymentMethod = method === undefined ? null : method === 'none' ? '' : method;
  const sort = sorted(COLUMNS);
  const filters = { ...range, paymentMethod, loanSystemCode: system ?? null };
  const variables = { ...filters, sortBy: sort.sortBy, isDescending: sort.isDescending };
  const list = useList('receipts', ReceiptListDocument, variables, ({ receipts }) => receipts, true);
  const groupBy = method !== undefined ? 'METHOD' : system !== undefined ? 'LOAN_SYSTEM' : 'NONE';
  // Sums are by method or by loan system, not by both.
  const { data: sums } = useAnswer(
    'receipt-sums',
    ReceiptSumsDocument,
    { ...range, groupBy },
    { enabled: method === undefined || system === undefined, isLive: true },
  );
  const { data: totals } = useAnswer('receipt-totals', ReceiptTotalsDocument, filters, {
    enabled: method !== undefined && system !== undefined,
    isLive: true,
  });
  const found = totalTexts(totals?.receiptTotals, 'payment');
  const group = paymentMethod ?? system;
  return (
    <ListPage
      title="Receipts"
      hasViews
      about="All borrower payments, from every source. Without dates: the last 30 days. A reversal is subtracted on the payment’s day here; the books and reports have it on the day in Reversed on."
      list={list}
      columns={COLUMNS}
      sort={sort.table}
      download={{ name: 'receipts', variables }}
      keyOf={({ transactionId }) => transactionId}
      opens={({ account }) => `/accounts/${account?.id ?? ''}`}
      empty={{ title: 'No receipts on these days', text: 'Choose other days, or remove a filter.' }}
      foot={found ? [found.rows, '', '', '', '', '', '', '', found.sum, found.net] : footOf(sums?.receiptsByDay, group)}
      actions={
        <>
          {choice('By', 'by', BY, by)}
          {choice('Method', 'method', RECEIPT_METHOD_CHOICES)}
          {system !== undefined && choice('Loan system', 'system', [{ id: system, text: systemName(system) }])}
          {days}
        </>
      }
    />
  );
}

/** Over all rows of these days, not only the loaded ones. */
function footOf(days: ReceiptSumsQuery['receiptsByDay'] | undefined, group: string | undefined) {
  if (days === undefined) return undefined;
  const { payments, grossCents, reversedCents, netCents } = sumReceipts(
    days.filter((row) => group === undefined || (row.group ?? '') === group),
  );
  const rows = plural(payments, 'payment');
  const says = reversedCents > 0 ? `${dollars(reversedCents)} reversed` : '';
  return [rows, '', '', '', '', '', '', says, dollars(grossCents), dollars(netCents)];
}
