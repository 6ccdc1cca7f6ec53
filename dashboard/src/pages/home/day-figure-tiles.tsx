import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ago, shortDay } from '../../format/dates';
import { count, dollars, plural } from '../../format/money';
import { sumReceipts } from '../../format/payment-method-names-and-receipt-sums';
import { statusSum } from '../../format/status-sums';
import type { ReceiptsAtHomeFragment, TodayQuery } from '../../generated/graphql';
import { messageOf } from '../../graph/problem';
import type { Roots } from '../../graph/request';
import type { LenderDay } from '../../lender/lender-days';
import { Skeleton } from '../../ui/empty-failed-and-loading-states';

const OPEN = ['pending', 'pending_confirmation', 'reversal_pending'] as const;

interface TilesProps {
  readonly data: Roots<TodayQuery> | undefined;
  /** Why one of them could not be read: then its tile says so, and shows no zero. */
  readonly why: (name: keyof TodayQuery) => unknown;
  /** The current dates of the lenders, the latest first. */
  readonly days: readonly [LenderDay, ...LenderDay[]];
  readonly failedSince: string;
}

/** The figures of the day; each opens the rows that it sums. */
export function Tiles({ data, why, days, failedSince }: TilesProps) {
  const [{ day: today }] = days;
  // Receipts on a non-business day are applied on the next business day, which is then the business day of today.
  const business = (data?.applied ?? []).map(({ day }) => day).reduce((last, day) => (day > last ? day : last), today);
  const open = statusSum(data?.paymentCounts ?? undefined, OPEN);
  const retrying = statusSum(data?.runs ?? undefined, ['retrying']);
  const failed = statusSum(data?.lateRuns ?? undefined, ['failed']);
  const exceptions = data?.operatorExceptionCounts ?? undefined;
  return (
    <div className="tiles">
      {days.map(({ day: on, places }) => (
        <ReceiptTile
          key={on}
          name={days.length === 1 ? 'Received today' : `Received ${shortDay(on)} · today in ${places.join(', ')}`}
          rows={data?.entered ?? undefined}
          problem={why('entered')}
          on={on}
          link={{ to: '/receipts', search: { by: 'entered', from: on, to: on } }}
        />
      ))}
      <ReceiptTile
        name={business === today ? 'Posted today' : 'Posted to the next business day'}
        rows={data?.applied ?? undefined}
        problem={why('applied')}
        on={business}
        link={{ to: '/receipts', search: { by: 'business', from: business, to: business } }}
      />
      <Tile
        name="Unconfirmed"
        value={open?.count}
        detail={open && (open.rows === 0 ? 'all settled' : open.sum)}
        tone={open?.rows ? 'waiting' : undefined}
        problem={why('paymentCounts')}
        link={{ to: '/payments', search: { status: OPEN.join(',') } }}
      />
      <Tile
        name="Autopay retries"
        value={retrying?.count}
        detail={retrying?.sum}
        tone={retrying?.rows ? 'waiting' : undefined}
        problem={why('runs')}
        link={{ to: '/autopay', search: { status: 'retrying' } }}
      />
      <Tile
        name="Autopay failed"
        value={failed?.count}
        detail={failed && `${failed.sum} in 30 days`}
        tone={failed?.rows ? 'bad' : undefined}
        problem={why('lateRuns')}
        link={{ to: '/autopay', search: { status: 'failed', from: failedSince } }}
      />
      <Tile
        name="Exceptions"
        value={exceptions && count(exceptions.reduce((sum, { open }) => sum + open, 0))}
        detail={exceptions && oldest(exceptions.map(({ oldestAt }) => oldestAt))}
        tone={exceptions?.length ? 'bad' : undefined}
        problem={why('operatorExceptionCounts')}
        link={{ to: '/exceptions' }}
      />
    </div>
  );
}

function oldest(instants: readonly string[]): string {
  const [first] = [...instants].sort();
  return first === undefined ? 'nothing to decide' : `oldest ${ago(first)}`;
}

interface ReceiptTileProps {
  readonly name: string;
  readonly rows: readonly ReceiptsAtHomeFragment[] | undefined;
  readonly on: string;
  readonly problem: unknown;
  readonly link: LinkProps;
}

/** Net of reversals, which are shown next to it. */
function ReceiptTile({ name, rows, on, problem, link }: ReceiptTileProps) {
  const sums = rows && sumReceipts(rows.filter(({ day }) => day === on));
  return (
    <Tile
      name={name}
      value={sums && dollars(sums.netCents)}
      detail={
        sums &&
        `${plural(sums.payments, 'payment')}${
          sums.reversedCents > 0 ? `, ${dollars(sums.reversedCents)} reversed` : ''
        }`
      }
      {...{ problem, link }}
    />
  );
}

interface TileProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly detail: ReactNode;
  readonly tone?: 'waiting' | 'bad' | undefined;
  /** Why it could not be read. */
  readonly problem: unknown;
  readonly link: LinkProps;
}

function Tile({ name, value, detail, tone, problem, link }: TileProps) {
  if (problem)
    return (
      <Link {...link} className="tile" title={messageOf(problem)}>
        <span className="name">{name}</span>
        <span className="value quiet">Not read</span>
        <span className="detail">retried automatically</span>
      </Link>
    );
  return (
    <Link {...link} className="tile" {...(tone && { 'data-tone': tone })}>
      <span className="name">{name}</span>
      <span className="value">{value ?? <Skeleton />}</span>
      <span className="detail">{detail ?? '\u00a0'}</span>
    </Link>
  );
}
