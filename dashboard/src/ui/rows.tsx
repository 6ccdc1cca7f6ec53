import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
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
  const status = useRef<HTMLDivElement>(null);
  const search = useFurtherSearch(list, status);
  if (list.error) {
    return (
      <>
        <Failed error={list.error} retry={list.retry} />
        {sort?.by !== undefined && <Button onPress={sort.clear}>Use the list’s own order</Button>}
      </>
    );
  }
  const { rows, isLoading, more } = list;
  const found = rows.length === 0 ? undefined : foundText(list, foot);
  return (
    <>
      <ListStatus ref={status} {...{ isLoading, found }} empty={search ? NOTHING_SO_FAR : empty} />
      {(isLoading || found) && (
        <DataTable {...table} {...{ rows, isLoading, more, sort }} {...(opens && { opens })} {...(foot && { foot })} />
      )}
      {search && <SearchedBack {...search} />}
    </>
  );
}

/** While older rows were not searched yet, there may still be some. */
const NOTHING_SO_FAR = { title: 'No entries found so far' };

/** The button that continues a search disappears with the last part: the focus then goes to what was found. */
function useFurtherSearch<Row>({ further }: Paged<Row>, status: RefObject<HTMLElement | null>): Paged<Row>['further'] {
  const isAsked = useRef(false);
  useEffect(() => {
    if (further || !isAsked.current) return;
    isAsked.current = false;
    if (document.activeElement === document.body) status.current?.focus({ preventScroll: true });
  }, [further, status]);
  if (!further) return undefined;
  const load = () => {
    isAsked.current = true;
    further.load();
  };
  return { ...further, load };
}

/** The number of rows as a screen reader hears it: as below the table, or as far as they are loaded. */
function foundText<Row>({ rows, more, further }: Paged<Row>, foot: readonly ReactNode[] | undefined): string {
  const [total] = foot ?? [];
  if (typeof total === 'string' && total !== '') return total;
  return `${more || further ? 'more than ' : ''}${count(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}`;
}
