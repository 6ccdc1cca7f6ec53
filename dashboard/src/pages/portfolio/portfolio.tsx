import { day, daysBefore, todayIn } from '../../format/dates';
import { PortfolioDocument } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { useLender } from '../../lender/chosen-lender';
import { Failed } from '../../ui/empty-failed-and-loading-states';
import { Card, Page } from '../../ui/page';
import { AgingBars } from './aging-bars';
import { ByStatus } from './by-status';
import { DelinquencyCharts } from './delinquency-charts';
import { ReceiptsByGroup } from './receipts-by-group';
import { MonthChart } from './report-total-by-month-chart';
import { RollRates } from './roll-rates';

const DAYS = 30;
/** The time zone of the lenders' business days. */
const TIME_ZONE = 'America/New_York';

/** The portfolio now and its development; days that are over do not change any more. */
export function Portfolio() {
  const organizationId = useLender();
  const to = todayIn(TIME_ZONE);
  const from = daysBefore(to, DAYS - 1);
  const variables = { organizationId, isOne: organizationId !== null, id: organizationId ?? '', from, to };
  const { data, error, refetch } = useAnswer('portfolio', PortfolioDocument, variables);
  if (error) return <Failed error={error} retry={() => void refetch()} />;
  const { through, points = [] } = data?.delinquencySeries ?? {};
  return (
    <Page
      title="Portfolio"
      about={through ? `Now, and month by month through the end of ${day(through)}.` : 'Current balances.'}
    >
      <div className="columns even">
        <Card title="Aging">
          <AgingBars buckets={data?.agingSummary ?? []} />
        </Card>
        <ByStatus rows={data?.portfolio ?? data?.organization?.portfolio ?? []} />
      </div>
      <DelinquencyCharts points={points} />
      <Card title="Roll rates">
        <RollRates rows={data?.rollRates ?? []} />
      </Card>
      <div className="columns even">
        <MonthChart code="nsr" title="Originations" column="amount_financed_cents" />
        <MonthChart code="wor" title="Charge-offs" column="charge_off_amount_cents" />
      </div>
      <div className="columns even">
        <ReceiptsByGroup title="Receipts by method" rows={data?.byMethod} groupBy="method" from={from} to={to} />
        <ReceiptsByGroup title="Receipts by loan system" rows={data?.bySystem} groupBy="system" from={from} to={to} />
      </div>
    </Page>
  );
}
