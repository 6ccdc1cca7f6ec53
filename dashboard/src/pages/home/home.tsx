import { Link } from '@tanstack/react-router';
import { day, daysBefore, todayIn } from '../../format/dates';
import { LatestPaymentsDocument, MattersDocument, TodayDocument } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { useLender } from '../../lender/chosen-lender';
import { DataTable } from '../../ui/data-table';
import { Empty, Failed } from '../../ui/empty-failed-and-loading-states';
import { Card, Page } from '../../ui/page';
import { PAYMENT_COLUMNS_IN_SHORT, paymentAddress } from '../payments/payment-columns';
import { AgingBars } from '../portfolio/aging-bars';
import { Attention } from './attention';
import { Tiles } from './day-figure-tiles';
import { type LenderDay, todayOf } from './lenders-current-day';
import { ReceiptChart } from './receipt-chart';

/** How many days a failed charge stays on this page. */
const FAILED_DAYS = 30;

export function Home() {
  const organizationId = useLender();
  const failedSince = daysBefore(todayIn('UTC'), FAILED_DAYS);
  const variables = { organizationId, failedSince };
  const { data, error, refetch } = useAnswer('today', TodayDocument, variables, {
    isLive: true,
    keepsPrevious: true,
  });
  const matters = useAnswer('matters', MattersDocument, variables, { isLive: true });
  const latest = useAnswer('latest-payments', LatestPaymentsDocument, { organizationId }, { isLive: true });
  const today = todayOf(data?.organizations?.items);
  return (
    <Page title="Today" about={<About today={today} />}>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Tiles data={data} today={today.day} failedSince={failedSince} />
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
          {error ? <Empty title="No figures yet" /> : <ReceiptChart rows={data?.entered} last={today.day} />}
        </Card>
        <Card title="Aging" aside={<Link to="/portfolio">Portfolio</Link>}>
          <AgingBars buckets={latest.data?.agingSummary ?? []} isShort />
        </Card>
      </div>
      <div className="columns work">
        <Attention data={matters.data} systems={data?.loanSystems ?? []} error={matters.error} />
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

/** Adds the date of other time zones where it differs from the one shown. */
function About({ today }: { readonly today: LenderDay }) {
  return (
    <>
      {day(today.day)}
      {today.elsewhere.map(({ place, on }) => ` · still ${day(on)} in ${place}`)}
    </>
  );
}
