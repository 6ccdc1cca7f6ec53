import { Link, useParams } from '@tanstack/react-router';
import { day } from '../../format/dates';
import { isLoanSystem, sideName } from '../../format/display-names';
import { count, dollars } from '../../format/money';
import { TieOutDayListDocument, type TieOutSideFragment } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { useLender } from '../../lender/chosen-lender';
import { useLenders } from '../../lender/lenders';
import { DASH } from '../../ui/dash';
import { type Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { Card, Page } from '../../ui/page';
import { Rows } from '../../ui/rows';
import { DifferenceList } from './difference-list';
import { SideResult } from './side-result';

/** One business day: the result of each side, and all differences. */
export function TieOutDayView() {
  const { day: businessDay } = useParams({ from: '/tie-out/$day' });
  const organizationId = useLender();
  const { lenders } = useLenders();
  const variables = { organizationId, from: businessDay, to: businessDay };
  const list = useList('tie-out-day', TieOutDayListDocument, variables, ({ tieOutDays }) => tieOutDays, true);
  const names = new Map(lenders.map(({ id, displayName }) => [id, displayName]));
  const lender = organizationId === null ? 'every lender' : names.get(organizationId);
  const isLooked = list.rows.length > 0;
  return (
    <Page title={`Tie-out of ${day(businessDay)}`} about={lender} actions={<Link to="/tie-out">All days</Link>}>
      <Card title="Sources" aside={<span className="quiet">Sums when the day was compared</span>}>
        <Rows
          label="Sources"
          list={list}
          columns={organizationId === null ? [lenderColumn(names), ...COLUMNS] : COLUMNS}
          keyOf={({ organizationId: id, side }) => `${id} ${side}`}
          empty={{ title: 'This day has not been compared', text: 'Only business days that are over are compared.' }}
        />
      </Card>
      {isLooked && (
        <section className="stack" aria-label="Differences">
          <h2>Differences</h2>
          <DifferenceList
            filters={{ organizationId, businessDay, statuses: null, kinds: null, side: null }}
            empty="No differences in what was compared"
          />
        </section>
      )}
    </Page>
  );
}

function lenderColumn(names: ReadonlyMap<string, string>): Column<TieOutSideFragment> {
  return { name: 'Lender', cell: ({ organizationId }) => names.get(organizationId) ?? '–' };
}

const COLUMNS: readonly Column<TieOutSideFragment>[] = [
  { name: 'Source', cell: ({ side }) => sideName(side) },
  { name: 'Result', cell: (result) => <SideResult result={result} /> },
  {
    name: 'Tributary',
    isNumber: true,
    cell: (result) => <Sum result={result} rows={result.oursCount} cents={result.oursCents} />,
  },
  {
    name: 'Other',
    isNumber: true,
    cell: (result) => <Sum result={result} rows={result.theirsCount} cents={result.theirsCents} />,
  },
  { name: 'Receipts', cell: (result) => <Receipts result={result} /> },
  {
    name: 'Unconfirmed',
    isNumber: true,
    cell: ({ openCount }) =>
      openCount === 0 ? (
        <span className="quiet">0</span>
      ) : (
        <Link to="/payments" search={{ status: 'pending,pending_confirmation' }}>
          {count(openCount)}
        </Link>
      ),
  },
  {
    name: 'Loans not reported',
    isNumber: true,
    cell: ({ loansUnread }) =>
      loansUnread === 0 ? <span className="quiet">0</span> : <Link to="/loan-systems">{count(loansUnread)}</Link>,
  },
  {
    name: 'Differences found',
    isNumber: true,
    cell: ({ differenceCount, ...result }) => <Found found={differenceCount} result={result} />,
  },
  { name: 'Compared at', cell: ({ lookedAt }) => <Instant at={lookedAt} /> },
  {
    name: 'Seal',
    cell: ({ sequence, seal }) => (
      <code title={`Result ${sequence}: ${seal}`}>
        {sequence} · {seal.slice(0, 8)}
      </code>
    ),
  },
];

interface SumProps {
  readonly result: TieOutSideFragment;
  readonly rows: number;
  readonly cents: number;
}

/** The books have no counts, and a side that was not compared has none either. */
function Sum({ result, rows, cents }: SumProps) {
  if (result.side === 'books' || result.completeness === 'not_compared') return DASH;
  return (
    <>
      {count(rows)} · {dollars(cents)}
    </>
  );
}

/** A comparison's result is sealed and keeps no rows. The link opens the payments of those days as they are now. */
function Receipts({ result }: { readonly result: TieOutSideFragment }) {
  const { side, firstDay, businessDay, organizationId: lender } = result;
  if (!isLoanSystem(side)) return DASH;
  return (
    <Link to="/receipts" search={{ by: 'business', from: firstDay, to: businessDay, system: side, of: lender }}>
      As they are now
    </Link>
  );
}

interface FoundProps {
  readonly found: number;
  readonly result: Pick<TieOutSideFragment, 'side' | 'businessDay' | 'organizationId'>;
}

function Found({ found, result: { side, businessDay, organizationId: lender } }: FoundProps) {
  if (found === 0) return <span className="quiet">0</span>;
  return (
    <Link to="/tie-out/differences" search={{ status: 'all', side, day: businessDay, of: lender }}>
      {count(found)}
    </Link>
  );
}
