import { count } from '../../format/money';
import { BoardingListDocument } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { orDash } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { LenderName } from '../../ui/lender-name';
import { ListPage } from '../../ui/list-page';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import { useFilters } from '../../ui/use-filters';
import { BoardFileButton } from './board-file';
import type { Boarding } from './shown-boarding';

const addressOf = ({ id }: Boarding) => `/boardings/${id}`;

const COLUMNS: readonly Column<Boarding>[] = [
  {
    name: 'Uploaded',
    cell: (boarding) => (
      <RowLink to={addressOf(boarding)}>
        <Instant at={boarding.createdAt} />
      </RowLink>
    ),
  },
  { name: 'Status', isFirstWhereNarrow: true, cell: ({ status }) => <Status kind="boarding" status={status} /> },
  { name: 'Kind', cell: ({ isDryRun }) => (isDryRun ? 'Dry run' : 'Loans') },
  { name: 'Valid loans', isNumber: true, cell: ({ loans }) => count(loans) },
  { name: 'Rows of history', isNumber: true, cell: ({ transactions }) => count(transactions) },
  { name: 'Boarded', isNumber: true, cell: ({ loansWritten }) => count(loansWritten) },
  { name: 'Errors', isNumber: true, cell: ({ errors }) => count(errors) },
  { name: 'Differences', isNumber: true, cell: ({ differences }) => count(differences) },
  { name: 'Warnings', isNumber: true, cell: ({ warnings }) => count(warnings) },
  { name: 'Lender', cell: ({ organizationId }) => <LenderName id={organizationId} /> },
  { name: 'Uploaded by', cell: ({ requestedBy }) => requestedBy },
  { name: 'Ended', cell: ({ finishedAt }) => orDash(finishedAt, (at) => <Instant at={at} form="short" />) },
];

/** Files of loans that were serviced elsewhere, and how far each is. */
export function Boardings() {
  const { search, days, zonedDays, organizationId } = useFilters('/boardings');
  const variables = { organizationId, ...zonedDays };
  const list = useList('boardings', BoardingListDocument, variables, ({ ledgerBoardings }) => ledgerBoardings, true);
  const isFiltered = search.from !== undefined || search.to !== undefined;
  return (
    <ListPage
      title="Boarding"
      about="Portfolios that were uploaded to the built-in ledger as files, newest first."
      list={list}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      opens={addressOf}
      empty={
        isFiltered
          ? { title: 'No file was uploaded on these days', text: 'Remove a filter to see more.' }
          : { title: 'No file has been uploaded yet' }
      }
      actions={
        <>
          <BoardFileButton label="Board a file" />
          {days}
        </>
      }
    />
  );
}
