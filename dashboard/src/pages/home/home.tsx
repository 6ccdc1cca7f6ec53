import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LatestPaymentsDocument, TodayDocument, type TodayQuery } from '../../generated/graphql';
import { ask } from '../../graph/ask';
import { DataTable } from '../../ui/data-table';
import { Card, Page } from '../../ui/page';
import { Empty, Failed } from '../../ui/states';
import { day, todayIn } from '../../words/dates';
import { count, dollars } from '../../words/money';
import { PAYMENT_COLUMNS_IN_SHORT, paymentAddress } from '../payments/payment-columns';
import { AgingBars } from '../portfolio/aging-bars';
import { Attention } from './attention';

const REFRESH_MS = 10_000;
/** Where lenders' business days are. */
const TIME_ZONE = 'America/New_York';

export function Home() {
  const today = todayIn(TIME_ZONE);
  const { data, error, refetch } = useQuery({
    queryKey: ['today', today],
    queryFn: ({ signal }) => ask(TodayDocument, { today }, signal),
    refetchInterval: REFRESH_MS,
  });
  const latest = useQuery({
    queryKey: ['latest-payments'],
    queryFn: ({ signal }) => ask(LatestPaymentsDocument, {}, signal),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Page title="Today" about={day(today)}>
      {error ? <Failed error={error} retry={() => void refetch()} /> : <Tiles data={data} today={today} />}
      <div className="columns">
        <div className="stack">
          <Attention data={data} />
          <Card title="Latest payments" aside={<Link to="/payments">All payments</Link>}>
            {latest.error ? (
              <Failed error={latest.error} retry={() => void latest.refetch()} />
            ) : latest.data?.payments.items.length === 0 ? (
              <Empty title="No payment has been recorded yet">Open a loan to record the first one.</Empty>
            ) : (
              <DataTable
                label="Latest payments"
                columns={PAYMENT_COLUMNS_IN_SHORT}
                rows={latest.data?.payments.items ?? []}
                keyOf={({ id }) => id}
                opens={paymentAddress}
                isLoading={latest.isPending}
              />
            )}
          </Card>
        </div>
        <Card title="Aging" aside={<Link to="/portfolio">Portfolio</Link>}>
          <AgingBars buckets={latest.data?.agingSummary ?? []} isShort />
        </Card>
      </div>
    </Page>
  );
}

function Tiles({ data, today }: { readonly data: TodayQuery | undefined; readonly today: string }) {
  const range = { from: today, to: today };
  const received = data?.receipts.sums.find(({ column }) => column === 'amount_cents')?.cents;
  return (
    <div className="tiles">
      <Link to="/reports/$code" params={{ code: 'crr' }} search={range} className="tile">
        <span className="name">Applied today</span>
        <span className="value">{received === undefined ? '–' : dollars(received)}</span>
        <span className="detail">{data ? `${count(data.receipts.rows)} receipts` : ' '}</span>
      </Link>
      <Link to="/payments" search={{ status: 'pending_confirmation' }} className="tile">
        <span className="name">Unconfirmed payments</span>
        <span className="value">{shown(data?.unconfirmed)}</span>
        <span className="detail">{sumOf(data?.unconfirmed)}</span>
      </Link>
      <Link to="/autopay" search={{ status: 'retrying' }} className="tile">
        <span className="name">Autopay to be tried again</span>
        <span className="value">{shown(data?.retrying)}</span>
        <span className="detail">{sumOf(data?.retrying)}</span>
      </Link>
      <Link to="/exceptions" className="tile">
        <span className="name">Exceptions</span>
        <span className="value">{shown(data?.operatorExceptions)}</span>
        <span className="detail">need a decision</span>
      </Link>
    </div>
  );
}

interface Listed<Row> {
  readonly items: readonly Row[];
  readonly page: { readonly hasMore: boolean };
}

function shown(list: Listed<object> | undefined): string {
  if (list === undefined) return '–';
  return list.page.hasMore ? `${count(list.items.length)}+` : count(list.items.length);
}

function sumOf(list: Listed<{ readonly amountCents: number | null }> | undefined): string {
  if (list === undefined || list.page.hasMore) return ' ';
  return dollars(list.items.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0));
}
