import type { ReactNode } from 'react';
import { day, shortDay } from '../../format/dates';
import { exceptionName } from '../../format/exceptions';
import { noteKind, promiseShown } from '../../format/notes';
import { methodName } from '../../format/payment-method-names-and-receipt-sums';
import { type StatusKind, statusText } from '../../format/statuses';
import { AccountTimelineDocument, type AccountTimelineQuery } from '../../generated/graphql';
import { NO_ROWS, useList } from '../../graph/use-paged-or-whole-list';
import { DASH } from '../../ui/dash';
import { type Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { Mark } from '../../ui/mark';
import { Money } from '../../ui/money';
import { RowLink } from '../../ui/row-link';
import { Rows } from '../../ui/rows';
import { Status } from '../../ui/status';

type Entry = NonNullable<AccountTimelineQuery['account']['timeline']>['items'][number];

const STATUS_KINDS: Readonly<Partial<Record<Entry['kind'], StatusKind>>> = {
  payment: 'payment',
  autopay_run: 'run',
  dispute: 'dispute',
  schedule: 'schedule',
  lifecycle_event: 'account',
};

const COLUMNS: readonly Column<Entry>[] = [
  {
    name: 'When',
    cell: ({ happenedAt }) => (happenedAt ? <Instant at={happenedAt} /> : <span className="quiet">Not dated</span>),
  },
  { name: 'What', cell: (entry) => whatOf(entry) },
  { name: 'Status', cell: (entry) => <EntryStatus entry={entry} /> },
  {
    name: 'Amount',
    isNumber: true,
    isFirstWhereNarrow: true,
    cell: ({ amountCents }) => <Money cents={amountCents} />,
  },
  {
    name: 'Effective date',
    cell: ({ effectiveOn, happenedAt }) => (effectiveOn ? (happenedAt ? shortDay : day)(effectiveOn) : DASH),
  },
  { name: 'Detail', cell: (entry) => <span className="quiet">{detailOf(entry)}</span> },
];

/** Everything that happened on a loan, newest first. A payment has one entry, with its outcome. */
export function Timeline({ id }: { readonly id: string }) {
  const list = useList(
    'account-timeline',
    AccountTimelineDocument,
    { id },
    ({ account: { timeline } }) => timeline ?? NO_ROWS,
    true,
  );
  return (
    <Rows
      label="Timeline"
      list={list}
      columns={COLUMNS}
      keyOf={({ kind, id }) => `${kind}:${id}`}
      empty={{
        title: 'Nothing has happened on this loan yet',
        text: 'Payments, autopay, notes and changes of its status appear here.',
      }}
    />
  );
}

function whatOf({ kind, id, type, paymentMethod }: Entry): ReactNode {
  switch (kind) {
    case 'payment':
      return (
        <RowLink to={`/payments/${id}`}>
          {paymentMethod ? `Payment by ${methodName(paymentMethod).toLowerCase()}` : 'Payment'}
        </RowLink>
      );
    case 'autopay_run':
      return <RowLink to={`/autopay/runs/${id}`}>{type === 'one_time' ? 'One-time charge' : 'Autopay'}</RowLink>;
    case 'dispute':
      return <RowLink to={`/disputes/${id}`}>Dispute of a charge</RowLink>;
    case 'schedule':
      return 'Autopay set up';
    case 'exception':
      return <RowLink to="/exceptions">{exceptionName(type ?? '')}</RowLink>;
    case 'note':
      return type === 'promise_to_pay' ? noteKind(type) : `Note: ${noteKind(type ?? '').toLowerCase()}`;
    case 'lifecycle_event':
      return `Loan ${statusText(type ?? '').toLowerCase()}`;
    default:
      return statusText(type ?? '');
  }
}

function EntryStatus({ entry: { kind, status } }: { readonly entry: Entry }) {
  const known = STATUS_KINDS[kind];
  if (!status) return DASH;
  if (known !== undefined) return <Status kind={known} status={status} />;
  if (kind === 'note') return <Mark tone={promiseShown(status).tone}>{promiseShown(status).text}</Mark>;
  return <Mark tone={status === 'open' ? 'bad' : 'quiet'}>{statusText(status)}</Mark>;
}

/** The reason, the person and the result. */
function detailOf({ kind, reason, takenBackAt, isNsf, attempts, nextTryOn, actor }: Entry): ReactNode {
  const tries = attempts !== null && attempts !== undefined && attempts > 1 ? `${attempts} tries` : undefined;
  const parts = [
    reason && (kind === 'autopay_run' || kind === 'dispute' ? statusText(reason) : reason),
    tries,
    nextTryOn && `retry ${shortDay(nextTryOn)}`,
    actor && `by ${actor}`,
  ].filter((part) => part !== null && part !== undefined && part !== '');
  if (!takenBackAt) return parts.join(' · ');
  return (
    <>
      {isNsf ? 'returned by the bank' : 'reversed'} on <Instant at={takenBackAt} form="shortDay" />
      {parts.map((part) => ` · ${part}`)}
    </>
  );
}
