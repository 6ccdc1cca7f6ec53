import { day, daysBefore } from '../../format/dates';
import { PortfolioDocument, type PortfolioQuery } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { useLender } from '../../lender/chosen-lender';
import { useToday } from '../../lender/lender-days';
import { useLenders } from '../../lender/lenders';
import { Failed, Skeleton } from '../../ui/empty-failed-and-loading-states';
import { Card, Page } from '../../ui/page';
import { AgingBars } from './aging-bars';
import { ByStatus } from './by-status';
import { DelinquencyCharts } from './delinquency-charts';
import { ReceiptsByGroup } from './receipts-by-group';
import { MonthChart } from './report-total-by-month-chart';
import { RollRates } from './roll-rates';

const DAYS = 30;

/** The portfolio now and its development; days that are over do not change any more. */
export function Portfolio() {
  const organizationId = useLender();
  const lenders = useLenders();
  const to = useToday();
  const from = daysBefore(to, DAYS - 1);
  const variables = { organizationId, isOne: organizationId !== null, id: organizationId ?? '', from, to };
  const { data, error, refetch } = useAnswer('portfolio', PortfolioDocument, variables);
  const failure = lenders.error ?? error;
  if (failure) {
    const retry = () => {
      if (lenders.error) lenders.retry();
      void refetch();
    };
    return (
      <Page title="Portfolio">
        <Failed error={failure} retry={retry} />
      </Page>
    );
  }
  const through = data?.delinquencySeries.through;
  return (
    <Page
      title="Portfolio"
      about={through ? `Now, and month by month through the end of ${day(through)}.` : 'Current balances.'}
    >
      {data === undefined ? <FiguresToCome /> : <Figures data={data} />}
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

function Figures({ data }: { readonly data: PortfolioQuery }) {
  const statuses = data.portfolio ?? data.organization?.portfolio;
  return (
    <>
      <div className="columns even">
        <Card title="Aging">
          <AgingBars buckets={data.agingSummary} />
        </Card>
        {statuses && <ByStatus rows={statuses} />}
      </div>
      <DelinquencyCharts points={data.delinquencySeries.points} />
      <Card title="Roll rates">
        <RollRates rows={data.rollRates} />
      </Card>
    </>
  );
}

/** No zero before the figures are known. */
function FiguresToCome() {
  const card = (title: string) => (
    <Card title={title}>
      <Skeleton />
    </Card>
  );
  return (
    <>
      <div className="columns even">
        {card('Aging')}
        {card('By status')}
      </div>
      <div className="columns even">
        {card('Balance of open loans')}
        {card('Delinquency')}
      </div>
      {card('Roll rates')}
    </>
  );
}
