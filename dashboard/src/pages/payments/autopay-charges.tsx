import type { ReactNode } from 'react';
import { shortDay } from '../../format/dates';
import { instrumentName, numberOf } from '../../format/display-names';
import { netSum, oneOrMore } from '../../format/status-sums';
import { shownStatus } from '../../format/statuses';
import {
  AutopayChargeListDocument,
  type AutopayChargeListQuery,
  type AutopayRunStatus,
  RunSumsDocument,
} from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { useList } from '../../graph/use-paged-or-whole-list';
import { DASH, orDash } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { LoanLink } from '../../ui/loan-link';
import { Mark } from '../../ui/mark';
import { Money } from '../../ui/money';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import { useFilters } from '../../ui/use-filters';

type Charge = AutopayChargeListQuery['autopayRuns']['items'][number];

/** Runs whose charge was made. A failed or waiting run received no money: it is in the list of autopay only. */
const CHARGED: readonly AutopayRunStatus[] = ['posted', 'charged', 'posting', 'reversed', 'refunding', 'refunded'];
/** Money that was received and not given back. */
const COUNTING: readonly AutopayRunStatus[] = ['charged', 'posting', 'posted'];

const CHOICES = CHARGED.map((id) => ({ id, text: shownStatus('run', id).text }));

const COLUMNS: readonly Column<Charge>[] = [
  {
    name: 'Charged',
    cell: ({ id, createdAt }) => (
      <RowLink to={`/autopay/runs/${id}`}>
        <Instant at={createdAt} />
      </RowLink>
    ),
  },
  {
    name: 'Amount',
    isNumber: true,
    isFirstWhereNarrow: true,
    cell: ({ amountCents }) => <Money cents={amountCents} />,
  },
  { name: 'Status', cell: ({ status }) => <Status kind="run" status={status} /> },
  { name: 'Borrower', cell: ({ account }) => <LoanLink loan={account} /> },
  { name: 'Loan', cell: ({ account }) => numberOf(account) },
  {
    name: 'Method',
    cell: ({ isOneTime, schedule: { paymentMethod } }) => (
      <>
        <Mark tone="plain">{isOneTime ? 'One-time charge' : 'Autopay'}</Mark>{' '}
        {paymentMethod && instrumentName(paymentMethod)}
      </>
    ),
  },
  { name: 'Effective date', cell: ({ effectiveDate }) => orDash(effectiveDate, shortDay) },
  { name: 'Reference', cell: ({ referenceNumber }) => referenceNumber ?? DASH },
];

/** The charges of stored payment methods, by autopay or once, as payments: each is money received, and is in no other row of this page. */
export function AutopayCharges({ kind }: { readonly kind: ReactNode }) {
  const { search, choice, days, zonedDays, organizationId } = useFilters('/payments');
  const range = { organizationId, ...zonedDays };
  const statuses = oneOrMore(CHARGED, search.status) ?? CHARGED;
  const list = useList(
    'autopay-charges',
    AutopayChargeListDocument,
    { ...range, statuses },
    (data) => data.autopayRuns,
    true,
  );
  const { data: sums } = useAnswer('run-sums', RunSumsDocument, range, { isLive: true });
  const total = netSum('run', sums?.autopayRunCounts, statuses, COUNTING);
  return (
    <ListPage
      title="Payments"
      hasViews
      about="Charges of autopay and one-time charges, newest first. The days are those on which their runs started."
      list={list}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      opens={({ id }) => `/autopay/runs/${id}`}
      foot={total && [total.all.countOf('charge'), total.sum, total.says, '', '', '', '', '']}
      empty={{ title: 'No charges match these filters' }}
      actions={
        <>
          {kind}
          {choice('Status', 'status', CHOICES)}
          {days}
        </>
      }
    />
  );
}
