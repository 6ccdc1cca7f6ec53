/** The order that the heads of a table show and change. */
export interface TableSort {
  /** The column that the rows are sorted by; undefined: the list's own order. */
  readonly by: string | undefined;
  readonly isDescending: boolean;
  /** Called with the column whose head was pressed. */
  readonly press: (by: string) => void;
  /** Returns to the list's own order. */
  readonly clear: () => void;
}

/** The order in an address: a list's columns that can be sorted by, and what the address names. */
export interface ChosenSort<Sort extends string> {
  readonly sortBy: Sort | null;
  readonly isDescending: boolean | null;
  readonly table: TableSort;
}

interface SortableColumn<Sort extends string> {
  readonly sortBy?: Sort;
  readonly isNumber?: boolean;
}

interface SortInAddress {
  readonly sort?: string | undefined;
  readonly dir?: string | undefined;
}

/**
 * A column's head sorts by it, the highest number first; the next press turns the order around; the third returns to
 * the list's own order.
 */
export function chosenSort<Sort extends string>(
  columns: readonly SortableColumn<Sort>[],
  { sort, dir }: SortInAddress,
  change: (changed: { readonly sort: string | undefined; readonly dir: string | undefined }) => void,
): ChosenSort<Sort> {
  const current = columns.find(({ sortBy }) => sortBy !== undefined && sortBy === sort);
  const isDescending = dir === 'desc';
  const clear = () => change({ sort: undefined, dir: undefined });
  const press = (by: string) => {
    const pressed = columns.find(({ sortBy }) => sortBy === by);
    const first = pressed?.isNumber ? 'desc' : 'asc';
    if (pressed !== current) return change({ sort: by, dir: first });
    if ((isDescending ? 'desc' : 'asc') !== first) return clear();
    change({ sort: by, dir: isDescending ? 'asc' : 'desc' });
  };
  return {
    sortBy: current?.sortBy ?? null,
    isDescending: current === undefined ? null : isDescending,
    table: { by: current?.sortBy, isDescending, press, clear },
  };
}
