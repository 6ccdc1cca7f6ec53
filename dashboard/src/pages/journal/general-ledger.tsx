import { Link } from '@tanstack/react-router';
import { ENTRY_TYPE_CHOICES, ledgerAccountName, placeInChart } from '../../format/ledger-names';
import { dollars, plural } from '../../format/money';
import { GeneralLedgerTotalsDocument, type GeneralLedgerTotalsQuery } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useWhole } from '../../graph/use-paged-or-whole-list';
import type { Column } from '../../ui/data-table';
import { ListPage } from '../../ui/list-page';
import { Money } from '../../ui/money';
import { useFilters } from '../../ui/use-filters';
import { useLedgerDays } from './ledger-days';

type Total = GeneralLedgerTotalsQuery['generalLedger']['items'][number];
interface Linked {
  readonly from?: string;
  readonly to?: string;
  readonly type?: string;
}

/** What was debited and credited to each ledger account; a row opens its journal lines. */
export function GeneralLedger() {
  const { search, change, choice, organizationId } = useFilters('/general-ledger');
  const { days, linked, filter } = useLedgerDays({ search, onChange: change });
  const { type } = search;
  const variables = { organizationId, ...days, type: type ?? null };
  const list = useWhole(['general-ledger', variables], async (signal) => {
    const { generalLedger } = await request(GeneralLedgerTotalsDocument, variables, signal);
    return generalLedger.items.toSorted((a, b) => placeInChart(a.ledgerAccount) - placeInChart(b.ledgerAccount));
  });
  const shown = { ...linked, ...(type !== undefined && { type }) };
  return (
    <ListPage
      title="General ledger"
      hasViews
      about="Debits and credits of each account of the built-in ledger, by business day. Without dates: this month so far."
      list={list}
      columns={columnsOf(shown)}
      download={{ name: 'general-ledger', variables }}
      keyOf={({ ledgerAccount }) => ledgerAccount}
      opens={({ ledgerAccount }) => `/journal?${new URLSearchParams({ ...shown, account: ledgerAccount })}`}
      foot={footOf(list.rows)}
      empty={{ title: 'Nothing was posted on these days', text: 'Choose other days, or remove a filter.' }}
      actions={
        <>
          <Link to="/journal" search={shown}>
            Journal
          </Link>
          {choice('Type', 'type', ENTRY_TYPE_CHOICES)}
          {filter}
        </>
      }
    />
  );
}

function columnsOf(shown: Linked): readonly Column<Total>[] {
  return [
    {
      name: 'Ledger account',
      cell: ({ ledgerAccount }) => (
        <Link to="/journal" search={{ ...shown, account: ledgerAccount }}>
          {ledgerAccountName(ledgerAccount)}
        </Link>
      ),
    },
    { name: 'Debits', isNumber: true, cell: ({ debitCents }) => <Money cents={debitCents} /> },
    { name: 'Credits', isNumber: true, cell: ({ creditCents }) => <Money cents={creditCents} /> },
    {
      name: 'Net',
      isNumber: true,
      isFirstWhereNarrow: true,
      cell: ({ netCents }) => <Money cents={netCents} />,
    },
    { name: 'Journal lines', isNumber: true, cell: ({ lines }) => lines.toLocaleString('en-US') },
  ];
}

function footOf(rows: readonly Total[]) {
  const sum = (of: (row: Total) => number) => rows.reduce((total, row) => total + of(row), 0);
  return [
    plural(rows.length, 'account'),
    dollars(sum(({ debitCents }) => debitCents)),
    dollars(sum(({ creditCents }) => creditCents)),
    dollars(sum(({ netCents }) => netCents)),
    sum(({ lines }) => lines).toLocaleString('en-US'),
  ];
}
