import { day, daysBefore } from '../../format/dates';
import { PortfolioDocument, type PortfolioQuery } from '../../generated/graphql';
import { whyMissing } from '../../graph/missing-parts';
import type { Roots } from '../../graph/request';
import { useRoots } from '../../graph/use-answer';
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
  const { data: answer, error, refetch } = useRoots('portfolio', PortfolioDocument, variables);
  // A failed try leaves the figures that were read before: the bar above the page says that they may be out of date.
  const failure = lenders.error ?? (answer === undefined ? error : null);
  const retry = () => {
    if (lenders.error) lenders.retry();
    void refetch();
  };
  if (failure) {
    return (
      <Page title="Portfolio">
        <Failed error={failure} retry={retry} />
      </Page>
    );
  }
  const { data, missing = [] } = answer ?? {};
  const why = (name: keyof PortfolioQuery) => whyMissing(missing, name);
  const through = data?.delinquencySeries?.through;
  return (
    <Page
      title="Portfolio"
      about={through ? `Now, and month by month through the end of ${day(through)}.` : 'Current balances.'}
    >
      {data === undefined ? <FiguresToCome /> : <Figures {...{ data, why, retry }} />}
      <div className="columns even">
        <MonthChart code="nsr" title="Originations" column="amount_financed_cents" />
        <MonthChart code="wor" title="Charge-offs" column="charge_off_amount_cents" />
      </div>
      <div className="columns even">
        {data?.byMethod === null ? (
          <Unread title="Receipts by method" problem={why('byMethod')} retry={retry} />
        ) : (
          <ReceiptsByGroup title="Receipts by method" rows={data?.byMethod} groupBy="method" from={from} to={to} />
        )}
        {data?.bySystem === null ? (
          <Unread title="Receipts by loan system" problem={why('bySystem')} retry={retry} />
        ) : (
          <ReceiptsByGroup title="Receipts by loan system" rows={data?.bySystem} groupBy="system" from={from} to={to} />
        )}
      </div>
    </Page>
  );
}

interface FiguresProps {
  readonly data: Roots<PortfolioQuery>;
  /** Why one of them could not be read. */
  readonly why: (name: keyof PortfolioQuery) => unknown;
  readonly retry: () => void;
}

function Figures({ data, why, retry }: FiguresProps) {
  const statuses = data.portfolio ?? data.organization?.portfolio;
  return (
    <>
      <div className="columns even">
        {data.agingSummary === null ? (
          <Unread title="Aging" problem={why('agingSummary')} retry={retry} />
        ) : (
          <Card title="Aging">
            <AgingBars buckets={data.agingSummary} />
          </Card>
        )}
        {statuses ? (
          <ByStatus rows={statuses} />
        ) : (
          <Unread title="By status" problem={why('portfolio') ?? why('organization')} retry={retry} />
        )}
      </div>
      {data.delinquencySeries === null ? (
        <Unread title="Delinquency" problem={why('delinquencySeries')} retry={retry} />
      ) : (
        <DelinquencyCharts points={data.delinquencySeries.points} />
      )}
      {data.rollRates === null ? (
        <Unread title="Roll rates" problem={why('rollRates')} retry={retry} />
      ) : (
        <Card title="Roll rates">
          <RollRates rows={data.rollRates} />
        </Card>
      )}
    </>
  );
}

interface UnreadProps {
  readonly title: string;
  readonly problem: unknown;
  readonly retry: () => void;
}

/** In the place of a card whose figures could not be read. */
function Unread({ title, problem, retry }: UnreadProps) {
  return (
    <Card title={title}>
      <Failed error={problem} retry={retry} />
    </Card>
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
