import type { ReactNode } from 'react';
import { count } from '../format/money';
import type { Paged } from '../graph/use-paged-or-whole-list';
import { Button } from './button';
import { type Column, DataTable } from './data-table';
import { Failed } from './empty-failed-and-loading-states';
import { ListStatus } from './list-status';
import { SearchedBack } from './searched-back';
import type { TableSort } from './sorted-columns';

export interface RowsProps<Row> {
  readonly label: string;
  readonly list: Paged<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** The address that a row opens; the first cell should link to it. */
  readonly opens?: ((row: Row) => string) | undefined;
  /** The order of the rows, if it can be changed. */
  readonly sort?: TableSort | undefined;
  /** Below the last row: sums over all rows. */
  readonly foot?: readonly ReactNode[] | undefined;
  readonly empty: { readonly title: string; readonly text?: string };
}

/** The table of a list, or a message when it could not be read or has no rows. */
export function Rows<Row>({ list, empty, opens, foot, sort, ...table }: RowsProps<Row>) {
  if (list.error) {
    return (
      <>
        <Failed error={list.error} retry={list.retry} />
        {sort?.by !== undefined && <Button onPress={sort.clear}>Use the list’s own order</Button>}
      </>
    );
  }
  const { rows, isLoading, more, further } = list;
  const found = rows.length === 0 ? undefined : foundText(list, foot);
  return (
    <>
      <ListStatus {...{ isLoading, found, empty }} />
      {(isLoading || found) && (
        <DataTable {...table} {...{ rows, isLoading, more, sort }} {...(opens && { opens })} {...(foot && { foot })} />
      )}
      {further && <SearchedBack {...further} />}
    </>
  );
}

/** The number of rows as a screen reader hears it: as below the table, or as far as they are loaded. */
function foundText<Row>({ rows, more, further }: Paged<Row>, foot: readonly ReactNode[] | undefined): string {
  const [total] = foot ?? [];
  if (typeof total === 'string' && total !== '') return total;
  return `${more || further ? 'more than ' : ''}${count(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}`;
}
