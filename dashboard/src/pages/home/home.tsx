import { Link } from '@tanstack/react-router';
import { day, daysBefore, todayIn } from '../../format/dates';
import { LatestPaymentsDocument, MattersDocument, TodayDocument, type TodayQuery } from '../../generated/graphql';
import { whyMissing } from '../../graph/missing-parts';
import { useRoots } from '../../graph/use-answer';
import { useLender } from '../../lender/chosen-lender';
import { useLenderDays } from '../../lender/lender-days';
import { useLenders } from '../../lender/lenders';
import { useTimeZone } from '../../lender/page-time-zone';
import { DataTable } from '../../ui/data-table';
import { Empty, Failed, Skeleton } from '../../ui/empty-failed-and-loading-states';
import { NotRead } from '../../ui/not-read';
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
  const figures = useRoots('today', TodayDocument, variables, { isLive: true });
  const matters = useRoots('matters', MattersDocument, variables, { isLive: true });
  const latest = useRoots('latest-payments', LatestPaymentsDocument, { organizationId }, { isLive: true });
  // A failed try leaves the figures that were read before: the bar above the page says that they may be out of date.
  const isWithoutFigures = figures.data === undefined && figures.error !== null;
  const whyNoFigure = (name: keyof TodayQuery) => whyMissing(figures.data?.missing ?? [], name);
  // Without the lenders it is not known which day is theirs.
  const whyNoReceipts = (name: 'entered' | 'applied') => lenders.error ?? whyNoFigure(name);
  const payments = latest.data?.data.payments?.items;
  const retry = () => {
    if (lenders.error) lenders.retry();
    void figures.refetch();
  };
  return (
    <Page title="Today" about={lenders.error ? 'The date of the lenders could not be read' : <About days={days} />}>
      {isWithoutFigures ? (
        <Failed error={figures.error} retry={retry} />
      ) : (
        <Tiles
          data={figures.data?.data}
          why={(name) => (name === 'entered' || name === 'applied' ? whyNoReceipts(name) : whyNoFigure(name))}
          {...{ days, failedSince }}
        />
      )}
      <div className="columns seen">
        <Card
          title="Receipts, last 30 days"
          aside={
            <Link to="/receipts" search={{ by: 'entered' }}>
              All receipts
            </Link>
          }
        >
          {isWithoutFigures || whyNoReceipts('entered') ? (
            <NotRead what="Receipts" problem={whyNoReceipts('entered') ?? figures.error} retry={retry} />
          ) : (
            <ReceiptChart rows={figures.data?.data.entered ?? undefined} last={days[0].day} />
          )}
        </Card>
        <Card title="Aging" aside={<Link to="/portfolio">Portfolio</Link>}>
          {latest.data?.data.agingSummary ? (
            <AgingBars buckets={latest.data.data.agingSummary} isShort />
          ) : latest.data === undefined && !latest.error ? (
            <Skeleton />
          ) : (
            <NotRead
              what="Aging"
              problem={latest.error ?? whyMissing(latest.data?.missing ?? [], 'agingSummary')}
              retry={() => void latest.refetch()}
            />
          )}
        </Card>
      </div>
      <div className="columns work">
        <Attention
          data={matters.data?.data}
          missing={matters.data?.missing ?? []}
          systems={figures.data?.data.loanSystems}
          whyNoSystems={whyNoFigure('loanSystems') ?? (isWithoutFigures ? figures.error : undefined)}
          error={matters.data === undefined ? matters.error : null}
          retry={() => {
            void matters.refetch();
            void figures.refetch();
          }}
        />
        <Card title="Latest payments" aside={<Link to="/payments">All payments</Link>}>
          {payments === undefined && (latest.data !== undefined || latest.error) ? (
            <NotRead
              what="Payments"
              problem={latest.error ?? whyMissing(latest.data?.missing ?? [], 'payments')}
              retry={() => void latest.refetch()}
            />
          ) : payments?.length === 0 ? (
            <Empty title="No payment has been recorded yet">Open a loan to record the first one.</Empty>
          ) : (
            <DataTable
              label="Latest payments"
              columns={PAYMENT_COLUMNS_IN_SHORT}
              rows={payments ?? []}
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
      {others.map(({ day: on, places }) => ` · still ${day(on)} in ${places.join(', ')}`)}.
    </>
  );
}
