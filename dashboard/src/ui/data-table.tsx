import { useNavigate } from '@tanstack/react-router';
import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Skeleton } from './empty-failed-and-loading-states';
import { useKeptScroll } from './keep-scroll-position';
import { useIsNarrow, useIsPrinting } from './media';
import { SortHead } from './sort-head';
import type { TableSort } from './sorted-columns';

export interface Column<Row, Sort extends string = string> {
  readonly name: string;
  /** The server's name of the column, if the rows can be sorted by it. */
  readonly sortBy?: Sort;
  /** Numbers are right-aligned. */
  readonly isNumber?: boolean;
  /** Whether it comes second on a narrow screen, where the others have to be scrolled to. */
  readonly isFirstWhereNarrow?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly sort?: TableSort | undefined;
  /** The address that a row opens; the first cell should link to it. */
  readonly opens?: (row: Row) => string;
  readonly isLoading?: boolean;
  /** The content below the last row: sums of all rows. */
  readonly foot?: readonly ReactNode[];
  /** Loads more rows from the server; called when the end becomes visible. */
  readonly more?: { readonly load: () => void; readonly isLoading: boolean } | undefined;
}

const ROW_HEIGHT = 36;
const SKELETONS = 8;
/** How many rows to render above and below the visible ones, and how many before the end to load the next page. */
const OVERSCAN = 8;
const AHEAD = 24;

/**
 * A table for any number of rows: only the visible ones are in the document. `j` and `k`, or the arrows, move between
 * rows; Enter opens one.
 */
export function DataTable<Row>({ label, rows, keyOf, opens, isLoading, more, sort, ...shape }: DataTableProps<Row>) {
  const { columns, foot } = useShape(shape);
  const navigate = useNavigate();
  const isPrinting = useIsPrinting();
  // By its key: rows that arrive above it move it.
  const [focusedKey, setFocusedKey] = useState<string>();
  const focused = useMemo(() => indexOfKey(rows, keyOf, focusedKey), [rows, keyOf, focusedKey]);
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    // On paper nothing scrolls: every loaded row is printed.
    overscan: isPrinting ? rows.length : OVERSCAN,
    // The row with the keyboard's focus stays, however far the table is scrolled: focus would fall to the body.
    rangeExtractor: useCallback((range: Range) => withFocused(defaultRangeExtractor(range), focused), [focused]),
  });
  /** How the focus is moving: by one row up or down; 0 to a certain row. */
  const moving = useRef<number>(undefined);
  const { scrollToIndex } = virtual;
  const now = useRef({ rows, keyOf });
  now.current = { rows, keyOf };
  const moveTo = useCallback(
    (index: number, step = 0) => {
      const row = now.current.rows[index];
      moving.current = row === undefined ? undefined : step;
      if (row === undefined) return;
      setFocusedKey(now.current.keyOf(row));
      scrollToIndex(index);
    },
    [scrollToIndex],
  );
  useEffect(() => {
    if (moving.current === undefined || focused === undefined) return;
    const row = frame.current?.querySelector(`tr[aria-rowindex="${focused + FIRST}"]`);
    const link = row?.querySelector<HTMLElement>('a');
    if (link) {
      moving.current = undefined;
      link.focus({ preventScroll: true });
      // A row without a link cannot have the focus: it is passed.
    } else if (row && moving.current !== 0) moveTo(focused + moving.current, moving.current);
  });
  useKeptScroll(
    frame,
    label,
    useCallback(
      (key: string) => {
        const index = indexOfKey(now.current.rows, now.current.keyOf, key);
        if (index !== undefined) moveTo(index);
      },
      [moveTo],
    ),
  );
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? -1;
  const { load, isLoading: isLoadingMore } = more ?? {};
  useEffect(() => {
    if (load !== undefined && isLoadingMore === false && last >= rows.length - AHEAD && rows.length > 0) load();
  }, [load, isLoadingMore, last, rows.length]);

  const open = (event: MouseEvent<HTMLElement>) => {
    const row = rows[indexOf(event)];
    if (opens !== undefined && row !== undefined && isForRow(event)) void navigate({ to: opens(row) });
  };
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const row = rows[indexOf(event)];
    if (row !== undefined) setFocusedKey(keyOf(row));
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setFocusedKey(undefined);
  };
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to by keyboard too
    <div ref={frame} className="table-frame" tabIndex={0}>
      <table className="table" aria-label={label} aria-rowcount={more ? -1 : rows.length + 1} aria-busy={isLoading}>
        <thead>
          <tr>
            {columns.map(({ name, sortBy, isNumber }) => (
              <SortHead key={name} {...{ name, sortBy, isNumber, sort }} />
            ))}
          </tr>
        </thead>
        <tbody
          onClick={open}
          onKeyDown={(event) => byKey(event, rows.length, moveTo)}
          onFocus={onFocus}
          onBlur={onBlur}
        >
          {isLoading && skeletons(columns)}
          {shown.map((item, at) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <Fragment key={keyOf(row)}>
                <Spacer height={gapBefore(shown, at)} columns={columns.length} />
                <TableRow {...{ row, columns, index: item.index, name: keyOf(row) }} isOpening={opens !== undefined} />
              </Fragment>
            );
          })}
          <Spacer height={after} columns={columns.length} />
        </tbody>
        {foot && (
          <tfoot>
            <tr>
              {columns.map(({ name, isNumber }, at) => (
                <td key={name} className={isNumber ? 'right' : undefined}>
                  {foot[at]}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      {isLoadingMore && <div className="table-end">Loading more …</div>}
    </div>
  );
}

/** On a narrow screen the most important columns come first, in the head, the rows and the foot. */
function useShape<Row>({ columns, foot }: Pick<DataTableProps<Row>, 'columns' | 'foot'>) {
  const isNarrow = useIsNarrow();
  return useMemo(() => {
    const places = columns.map((_, at) => at);
    const isEarly = (at: number) => at === 0 || columns[at]?.isFirstWhereNarrow === true;
    const order = isNarrow ? [...places.filter(isEarly), ...places.filter((at) => !isEarly(at))] : places;
    const ordered = order.flatMap((at) => columns[at] ?? []);
    return { columns: ordered, foot: foot && order.map((at) => foot[at]) };
  }, [columns, foot, isNarrow]);
}

function indexOfKey<Row>(rows: readonly Row[], keyOf: (row: Row) => string, key: string | undefined) {
  const index = key === undefined ? -1 : rows.findIndex((row) => keyOf(row) === key);
  return index < 0 ? undefined : index;
}

function withFocused(indexes: readonly number[], focused: number | undefined): number[] {
  if (focused === undefined || indexes.includes(focused)) return [...indexes];
  return [...indexes, focused].sort((a, b) => a - b);
}

/** The height of the rows between an item and the one before it. */
function gapBefore(items: readonly VirtualItem[], at: number): number {
  return (items[at]?.start ?? 0) - (items[at - 1]?.end ?? 0);
}

interface TableRowProps<Row> extends Pick<DataTableProps<Row>, 'columns'> {
  readonly row: Row;
  readonly index: number;
  /** Its key. */
  readonly name: string;
  readonly isOpening: boolean;
}

/** Rows that stay visible while the table scrolls or grows are not rendered again. */
function TableRow<Row>({ row, index, name: key, columns, isOpening }: TableRowProps<Row>) {
  return useMemo(
    () => (
      <tr aria-rowindex={index + FIRST} data-row={key} data-opens={isOpening || undefined}>
        {columns.map(({ name, isNumber, cell }) => (
          <td key={name} className={isNumber ? 'right' : undefined}>
            {cell(row)}
          </td>
        ))}
      </tr>
    ),
    [row, index, key, columns, isOpening],
  );
}

/** The header is row 1. */
const FIRST = 2;

function Spacer({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

function skeletons<Row>(columns: readonly Column<Row>[]): ReactNode {
  return Array.from({ length: SKELETONS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    <tr key={row}>
      {columns.map(({ name }) => (
        <td key={name}>
          <Skeleton />
        </td>
      ))}
    </tr>
  ));
}

function indexOf({ target }: MouseEvent | FocusEvent | KeyboardEvent): number {
  const row = target instanceof Element ? target.closest('tr') : null;
  return Number(row?.getAttribute('aria-rowindex') ?? 0) - FIRST;
}

/** A click on a link or a button in the row belongs to that element. */
function isForRow({ target }: MouseEvent): boolean {
  const inside = target instanceof Element ? target.closest('a, button, input') : null;
  return inside === null && window.getSelection()?.isCollapsed !== false;
}

function byKey(event: KeyboardEvent<HTMLElement>, rows: number, moveTo: (index: number, step: number) => void): void {
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
  const next = indexOf(event) + step;
  if (next < 0 || next >= rows) return;
  event.preventDefault();
  moveTo(next, step);
}
