import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { day } from '../../format/dates';
import { sideName } from '../../format/display-names';
import { TieOutDayListDocument, type TieOutSideFragment } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { useLenders } from '../../lender/lenders';
import { DASH } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { ListPage } from '../../ui/list-page';
import { useFilters } from '../../ui/use-filters';
import { SideResult } from './side-result';

/** A business day of one lender, with the result of each side. */
interface LenderDay {
  readonly organizationId: string;
  readonly businessDay: string;
  readonly sides: ReadonlyMap<string, TieOutSideFragment>;
}

/** Each business day compared with all other records of the money: a row per day, a column per side. */
export function TieOutDays() {
  const { days, dayRange, organizationId } = useFilters('/tie-out');
  const { lenders } = useLenders();
  const variables = { organizationId, ...dayRange };
  const list = useList('tie-out-days', TieOutDayListDocument, variables, ({ tieOutDays }) => tieOutDays, true);
  const rows = useMemo(() => lenderDays(list.rows), [list.rows]);
  const columns = useMemo(() => {
    const names = new Map(lenders.map(({ id, displayName }) => [id, displayName]));
    return columnsOf(list.rows, organizationId === null ? names : undefined);
  }, [list.rows, lenders, organizationId]);
  return (
    <ListPage
      title="Tie-out"
      about="Each past business day, compared with the loan systems, the card processors and the books."
      list={{ ...list, rows }}
      columns={columns}
      keyOf={keyOf}
      opens={({ organizationId: lender, businessDay }) => `/tie-out/${businessDay}?of=${lender}`}
      empty={{ title: 'No day has been compared yet', text: 'Each day is compared within an hour of its end.' }}
      actions={
        <>
          <Link to="/tie-out/differences">Open differences</Link>
          {days}
        </>
      }
    />
  );
}

function keyOf({ organizationId, businessDay }: Pick<LenderDay, 'organizationId' | 'businessDay'>): string {
  return `${businessDay} ${organizationId}`;
}

function lenderDays(sides: readonly TieOutSideFragment[]): readonly LenderDay[] {
  const days = new Map<string, LenderDay & { readonly sides: Map<string, TieOutSideFragment> }>();
  for (const side of sides) {
    const { organizationId, businessDay } = side;
    const found = days.get(keyOf(side)) ?? { organizationId, businessDay, sides: new Map() };
    found.sides.set(side.side, side);
    days.set(keyOf(side), found);
  }
  return [...days.values()];
}

/** @param lenders - names by id, where several are shown. */
function columnsOf(
  rows: readonly TieOutSideFragment[],
  lenders: ReadonlyMap<string, string> | undefined,
): readonly Column<LenderDay>[] {
  const sides = [...new Set(rows.map(({ side }) => side))].sort();
  return [
    {
      name: 'Business day',
      cell: ({ businessDay, organizationId: lender }) => (
        <Link to="/tie-out/$day" params={{ day: businessDay }} search={{ of: lender }}>
          {day(businessDay)}
        </Link>
      ),
    },
    ...(lenders === undefined
      ? []
      : [{ name: 'Lender', cell: ({ organizationId }: LenderDay) => lenders.get(organizationId) ?? '–' }]),
    ...sides.map((side) => ({ name: sideName(side), cell: (row: LenderDay) => <Cell result={row.sides.get(side)} /> })),
  ];
}

function Cell({ result }: { readonly result: TieOutSideFragment | undefined }) {
  if (result === undefined) return DASH;
  if (result.openDifferenceCount === 0) return <SideResult result={result} />;
  const { side, businessDay, organizationId: lender } = result;
  return (
    <Link to="/tie-out/differences" search={{ status: 'open', side, day: businessDay, of: lender }}>
      <SideResult result={result} />
    </Link>
  );
}
