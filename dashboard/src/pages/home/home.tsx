import { Link } from '@tanstack/react-router';
import { day, daysBefore, todayIn } from '../../format/dates';
import { LatestPaymentsDocument, MattersDocument, TodayDocument } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { useLender } from '../../lender/chosen-lender';
import { useLenderDays } from '../../lender/lender-days';
import { useLenders } from '../../lender/lenders';
import { useTimeZone } from '../../lender/page-time-zone';
import { DataTable } from '../../ui/data-table';
import { Empty, Failed, Skeleton } from '../../ui/empty-failed-and-loading-states';
import { Card, Page } from '../../ui/page';
import { PAYMENT_COLUMNS_IN_SHORT, paymentAddress } from '../payments/payment-columns';
import { AgingBars } from '../portfolio/aging-bars';
import { Attention } from './attention';
import { Tiles } from './day-figure-tiles';
import { ReceiptChart } from './receipt-chart';

/** How many days a failed charge stays on this page. */
const FAILED_DAYS = 30;

export function Home() {
  const organizationId = useLender();
  const timeZone = useTimeZone();
  const lenders = useLenders();
  const days = useLenderDays();
  const failedSince = daysBefore(todayIn(timeZone), FAILED_DAYS);
  const variables = { organizationId, failedSince, timeZone };
  const figures = useAnswer('today', TodayDocument, variables, { isLive: true });
  const matters = useAnswer('matters', MattersDocument, variables, { isLive: true });
  const latest = useAnswer('latest-payments', LatestPaymentsDocument, { organizationId }, { isLive: true });
  // Without the lenders it is not known which day is theirs.
  const error = lenders.error ?? figures.error;
  const retry = () => {
    if (lenders.error) lenders.retry();
    void figures.refetch();
  };
  return (
    <Page title="Today" about={<About days={days} />}>
      {error ? <Failed error={error} retry={retry} /> : <Tiles data={figures.data} {...{ days, failedSince }} />}
      <div className="columns seen">
        <Card
          title="Receipts, last 30 days"
          aside={
            <Link to="/receipts" search={{ by: 'entered' }}>
              All receipts
            </Link>
          }
        >
          {error ? <Empty title="No figures yet" /> : <ReceiptChart rows={figures.data?.entered} last={days[0].day} />}
        </Card>
        <Card title="Aging" aside={<Link to="/portfolio">Portfolio</Link>}>
          {latest.error ? (
            <Failed error={latest.error} retry={() => void latest.refetch()} />
          ) : latest.data === undefined ? (
            <Skeleton />
          ) : (
            <AgingBars buckets={latest.data.agingSummary} isShort />
          )}
        </Card>
      </div>
      <div className="columns work">
        <Attention
          data={matters.data}
          systems={figures.data?.loanSystems}
          error={matters.error ?? figures.error}
          retry={() => {
            void matters.refetch();
            void figures.refetch();
          }}
        />
        <Card title="Latest payments" aside={<Link to="/payments">All payments</Link>}>
          {latest.error ? (
            <Failed error={latest.error} retry={() => void latest.refetch()} />
          ) : latest.data?.payments?.items.length === 0 ? (
            <Empty title="No payment has been recorded yet">Open a loan to record the first one.</Empty>
          ) : (
            <DataTable
              label="Latest payments"
              columns={PAYMENT_COLUMNS_IN_SHORT}
              rows={latest.data?.payments?.items ?? []}
              keyOf={({ id }) => id}
              opens={paymentAddress}
              isLoading={latest.isPending}
            />
          )}
        </Card>
      </div>
    </Page>
  );
}

/** Adds the date of lenders whose day is another one. */
function About({ days: [latest, ...others] }: { readonly days: ReturnType<typeof useLenderDays> }) {
  return (
    <>
      {day(latest.day)}
      {others.map(({ day: on, places }) => ` · still ${day(on)} in ${places.join(', ')}`)}
    </>
  );
}
