import { useMemo } from 'react';
import { ENTRY_TYPE_CHOICES, LEDGER_ACCOUNT_CHOICES } from '../../format/ledger-names';
import { dollars, plural } from '../../format/money';
import { GeneralLedgerTotalsDocument, JournalLineListDocument } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { type Paged, useList } from '../../graph/use-paged-or-whole-list';
import { useLenders } from '../../lender/lenders';
import { ListPage } from '../../ui/list-page';
import { useFilters } from '../../ui/use-filters';
import { JOURNAL_COLUMNS, type JournalLine, lenderColumn } from './journal-columns';
import { useLedgerDays } from './ledger-days';

/** The lines of the ledger's journal that the general ledger adds; each opens its loan. */
export function Journal() {
  const { search, change, choice, organizationId } = useFilters('/journal');
  const { days, filter } = useLedgerDays({ search, onChange: change });
  const { type, account, entry } = search;
  const variables = {
    ...{ organizationId, ...days },
    ...{ type: type ?? null, ledgerAccount: account ?? null, referenceNumber: numberOf(entry) },
  };
  const list = useList('journal', JournalLineListDocument, variables, ({ journalLines }) => journalLines);
  // The general ledger has no sums of one entry: all of its lines are loaded.
  const { data: totals } = useAnswer(
    'general-ledger-totals',
    GeneralLedgerTotalsDocument,
    { organizationId, ...days, type: variables.type },
    { enabled: entry === undefined },
  );
  const { lenders } = useLenders();
  const columns = useMemo(
    () =>
      organizationId === null && lenders.length > 1 ? [...JOURNAL_COLUMNS, lenderColumn(lenders)] : JOURNAL_COLUMNS,
    [organizationId, lenders],
  );
  const sums = totals?.generalLedger.items.filter(({ ledgerAccount }) => [undefined, ledgerAccount].includes(account));
  const foot = entry === undefined ? sums && added(sums) : addedLines(list);
  return (
    <ListPage
      title="Journal"
      hasViews
      about="Every line that was posted to the built-in ledger, latest entry first, by business day. The lines of an entry add up to zero. Without dates: this month so far."
      list={list}
      columns={columns}
      download={{ name: 'journal', variables }}
      keyOf={({ referenceNumber, lineNumber }) => `${referenceNumber} ${lineNumber}`}
      opens={({ account: loan }) => `/accounts/${loan?.id ?? ''}`}
      foot={foot && columns.map(({ name }) => foot[name] ?? '')}
      empty={{ title: 'Nothing was posted on these days', text: 'Choose other days, or remove a filter.' }}
      actions={
        <>
          {choice('Account', 'account', LEDGER_ACCOUNT_CHOICES)}
          {choice('Type', 'type', ENTRY_TYPE_CHOICES)}
          {entry !== undefined && choice('Entry', 'entry', [{ id: entry, text: entry }])}
          {filter}
        </>
      }
    />
  );
}

/** An entry's number in the address; no entry has the number 0. */
function numberOf(entry: string | undefined): number | null {
  if (entry === undefined) return null;
  return /^\d{1,15}$/.test(entry) ? Number(entry) : 0;
}

interface Sums {
  readonly lines: number;
  readonly debitCents: number;
  readonly creditCents: number;
}

/** What is below the columns: over all lines that match, not only the loaded ones. */
function added(sums: readonly Sums[]): Readonly<Record<string, string>> {
  const sum = (of: (row: Sums) => number) => sums.reduce((total, row) => total + of(row), 0);
  return {
    Borrower: plural(
      sum(({ lines }) => lines),
      'line',
    ),
    Debit: dollars(sum(({ debitCents }) => debitCents)),
    Credit: dollars(sum(({ creditCents }) => creditCents)),
  };
}

function addedLines({ rows, more }: Paged<JournalLine>) {
  if (rows.length === 0 || more !== undefined) return undefined;
  return added(
    rows.map(({ amountCents }) => ({
      lines: 1,
      debitCents: Math.max(0, amountCents),
      creditCents: Math.max(0, -amountCents),
    })),
  );
}
