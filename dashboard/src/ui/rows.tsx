import type { ReactNode } from 'react';
import type { Paged } from '../graph/use-paged-or-whole-list';
import { type Column, DataTable } from './data-table';
import { Empty, Failed } from './empty-failed-and-loading-states';

export interface RowsProps<Row> {
  readonly label: string;
  readonly list: Paged<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** The address that a row opens; the first cell should link to it. */
  readonly opens?: ((row: Row) => string) | undefined;
  /** Below the last row: sums over all rows. */
  readonly foot?: readonly ReactNode[] | undefined;
  readonly empty: { readonly title: string; readonly text?: string };
}

/** The table of a list, or a message when it could not be read or has no rows. */
export function Rows<Row>({ list, empty, opens, foot, ...table }: RowsProps<Row>) {
  if (list.error) return <Failed error={list.error} retry={list.retry} />;
  if (list.rows.length === 0 && !list.isLoading) return <Empty title={empty.title}>{empty.text}</Empty>;
  const { rows, isLoading, more } = list;
  return <DataTable {...table} {...{ rows, isLoading, more }} {...(opens && { opens })} {...(foot && { foot })} />;
}
