import { Link, useParams } from '@tanstack/react-router';
import { day, instant } from '../../format/dates';
import { count, dollars } from '../../format/money';
import { isLoanSystem, sideName } from '../../format/names';
import { TieOutDayListDocument, type TieOutSideFragment } from '../../generated/graphql';
import { usePaged } from '../../graph/pages';
import { REFRESH_MS } from '../../graph/refresh-interval';
import { request } from '../../graph/request';
import { useLender, useLenders } from '../../lender/lender';
import { type Column, DataTable } from '../../ui/data-table';
import { Card, Page } from '../../ui/page';
import { Empty, Failed } from '../../ui/states';
import { DifferenceList } from './difference-list';
import { SideResult } from './side-result';

/** One business day: what it came to on each side, and all that differs. */
export function TieOutDayView() {
  const { day: businessDay } = useParams({ from: '/tie-out/$day' });
  const organizationId = useLender();
  const lenders = useLenders(true);
  const variables = { organizationId, from: businessDay, to: businessDay };
  const list = usePaged({
    key: ['tie-out-day', variables],
    read: async (cursor, signal) => (await request(TieOutDayListDocument, { ...variables, cursor }, signal)).tieOutDays,
    refreshMs: REFRESH_MS,
  });
  const names = new Map(lenders?.map(({ id, displayName }) => [id, displayName]));
  const lender = organizationId === null ? 'every lender' : names.get(organizationId);
  const isLooked = list.rows.length > 0;
  return (
    <Page title={`Tie-out of ${day(businessDay)}`} about={lender} actions={<Link to="/tie-out">All days</Link>}>
      <Card title="Sides" aside={<span className="quiet">Sums as they stood when the day was compared</span>}>
        {list.error ? (
          <Failed error={list.error} retry={list.retry} />
        ) : !isLooked && !list.isLoading ? (
          <Empty title="This day has not been compared">Only business days that are over are compared.</Empty>
        ) : (
          <DataTable
            label="Sides"
            columns={organizationId === null ? [lenderColumn(names), ...COLUMNS] : COLUMNS}
            rows={list.rows}
            keyOf={({ organizationId: id, side }) => `${id} ${side}`}
            isLoading={list.isLoading}
            more={list.more}
          />
        )}
      </Card>
      {isLooked && (
        <section className="stack" aria-label="Differences">
          <h2>Differences</h2>
          <DifferenceList
            filters={{ organizationId, businessDay, statuses: null, kinds: null, side: null }}
            empty="Nothing that was compared differs"
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
  { name: 'Side', cell: ({ side }) => sideName(side) },
  { name: 'Result', cell: (told) => <SideResult told={told} /> },
  { name: 'Here', isNumber: true, cell: (told) => <Sum told={told} rows={told.oursCount} cents={told.oursCents} /> },
  {
    name: 'There',
    isNumber: true,
    cell: (told) => <Sum told={told} rows={told.theirsCount} cents={told.theirsCents} />,
  },
  { name: 'Receipts', cell: (told) => <Receipts told={told} /> },
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
    name: 'Loans not told',
    isNumber: true,
    cell: ({ loansUnread }) =>
      loansUnread === 0 ? <span className="quiet">0</span> : <Link to="/loan-systems">{count(loansUnread)}</Link>,
  },
  {
    name: 'Differences found',
    isNumber: true,
    cell: ({ differenceCount, ...told }) => <Found found={differenceCount} told={told} />,
  },
  { name: 'Looked at', cell: ({ lookedAt }) => instant(lookedAt) },
  {
    name: 'Seal',
    cell: ({ sequence, seal }) => (
      <code title={`Result ${sequence}: ${seal}`}>
        {sequence} · {seal.slice(0, 8)}
      </code>
    ),
  },
];

/** Of the books nothing is counted, and of what was not compared nothing is known. */
function Sum({
  told,
  rows,
  cents,
}: {
  readonly told: TieOutSideFragment;
  readonly rows: number;
  readonly cents: number;
}) {
  if (told.side === 'books' || told.completeness === 'not_compared') return <span className="quiet">–</span>;
  return (
    <>
      {count(rows)} · {dollars(cents)}
    </>
  );
}

/** What was compared is sealed and keeps no rows; the payments of those days are a list of their own, as they are now. */
function Receipts({
  told: { side, firstDay, businessDay, organizationId: lender },
}: {
  readonly told: TieOutSideFragment;
}) {
  if (!isLoanSystem(side)) return <span className="quiet">–</span>;
  return (
    <Link to="/receipts" search={{ by: 'business', from: firstDay, to: businessDay, system: side, lender }}>
      As they are now
    </Link>
  );
}

interface FoundProps {
  readonly found: number;
  readonly told: Pick<TieOutSideFragment, 'side' | 'businessDay' | 'organizationId'>;
}

function Found({ found, told: { side, businessDay, organizationId: lender } }: FoundProps) {
  if (found === 0) return <span className="quiet">0</span>;
  return (
    <Link to="/tie-out/differences" search={{ status: 'all', side, day: businessDay, lender }}>
      {count(found)}
    </Link>
  );
}
