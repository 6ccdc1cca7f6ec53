import { Link } from '@tanstack/react-router';
import { day } from '../../format/dates';
import { entryTypeName, ledgerAccountName } from '../../format/ledger-names';
import type { JournalLineListQuery } from '../../generated/graphql';
import type { Lender } from '../../lender/lenders';
import { DASH } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { BORROWER, LOAN } from '../../ui/loan-columns';
import { Money } from '../../ui/money';

export type JournalLine = JournalLineListQuery['journalLines']['items'][number];

export const JOURNAL_COLUMNS: readonly Column<JournalLine>[] = [
  { name: BORROWER.name, cell: BORROWER.cell },
  { name: LOAN.name, cell: LOAN.cell },
  { name: 'Business day', cell: ({ effectiveOn }) => day(effectiveOn) },
  { name: 'Type', cell: ({ type }) => entryTypeName(type) },
  { name: 'Ledger account', cell: ({ ledgerAccount }) => ledgerAccountName(ledgerAccount) },
  {
    name: 'Debit',
    isNumber: true,
    isFirstWhereNarrow: true,
    cell: ({ amountCents }) => (amountCents > 0 ? <Money cents={amountCents} /> : ''),
  },
  {
    name: 'Credit',
    isNumber: true,
    isFirstWhereNarrow: true,
    cell: ({ amountCents }) => (amountCents < 0 ? <Money cents={-amountCents} /> : ''),
  },
  {
    name: 'Entry',
    isNumber: true,
    cell: ({ referenceNumber, effectiveOn }) => <EntryLink reference={referenceNumber} on={effectiveOn} />,
  },
  {
    name: 'Reverses',
    isNumber: true,
    cell: ({ reversesReference, reversesEffectiveOn }) =>
      reversesReference === null || reversesEffectiveOn === null ? (
        DASH
      ) : (
        <EntryLink reference={reversesReference} on={reversesEffectiveOn} />
      ),
  },
  { name: 'Created', cell: ({ postedAt }) => <Instant at={postedAt} form="short" /> },
];

/** The lender of each line, where several are shown. */
export function lenderColumn(lenders: readonly Lender[]): Column<JournalLine> {
  const names = new Map(lenders.map(({ id, displayName }) => [id, displayName]));
  return { name: 'Lender', cell: ({ organizationId }) => names.get(organizationId) ?? DASH };
}

/** All lines of one entry. */
function EntryLink({ reference, on }: { readonly reference: number; readonly on: string }) {
  return (
    <Link to="/journal" search={{ entry: String(reference), from: on, to: on }}>
      {reference}
    </Link>
  );
}
