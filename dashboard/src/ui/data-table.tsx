import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Skeleton } from './empty-failed-and-loading-states';

export interface Column<Row> {
  readonly name: string;
  /** Numbers are right-aligned. */
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
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
export function DataTable<Row>({ label, columns, rows, keyOf, opens, isLoading, foot, more }: DataTableProps<Row>) {
  const navigate = useNavigate();
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
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
  const before = shown[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to by keyboard too
    <div ref={frame} className="table-frame" tabIndex={0}>
      <table className="table" aria-label={label} aria-rowcount={more ? -1 : rows.length + 1} aria-busy={isLoading}>
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" className={isNumber ? 'right' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onClick={open} onKeyDown={byKey}>
          {isLoading && skeletons(columns)}
          {before > 0 && <Spacer height={before} columns={columns.length} />}
          {shown.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <TableRow key={keyOf(row)} row={row} index={index} columns={columns} isOpening={opens !== undefined} />
            );
          })}
          {after > 0 && <Spacer height={after} columns={columns.length} />}
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

interface TableRowProps<Row> extends Pick<DataTableProps<Row>, 'columns'> {
  readonly row: Row;
  readonly index: number;
  readonly isOpening: boolean;
}

/** Rows that stay visible while the table scrolls or grows are not rendered again. */
function TableRow<Row>({ row, index, columns, isOpening }: TableRowProps<Row>) {
  return useMemo(
    () => (
      <tr aria-rowindex={index + FIRST} data-opens={isOpening || undefined}>
        {columns.map(({ name, isNumber, cell }) => (
          <td key={name} className={isNumber ? 'right' : undefined}>
            {cell(row)}
          </td>
        ))}
      </tr>
    ),
    [row, index, columns, isOpening],
  );
}

/** The header is row 1. */
const FIRST = 2;

function Spacer({ height, columns }: { readonly height: number; readonly columns: number }) {
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

function indexOf({ target }: MouseEvent): number {
  const row = target instanceof Element ? target.closest('tr') : null;
  return Number(row?.getAttribute('aria-rowindex') ?? 0) - FIRST;
}

/** A click on a link or a button in the row belongs to that element. */
function isForRow({ target }: MouseEvent): boolean {
  const inside = target instanceof Element ? target.closest('a, button, input') : null;
  return inside === null && window.getSelection()?.isCollapsed !== false;
}

function byKey(event: KeyboardEvent<HTMLElement>): void {
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
  const row = event.target instanceof Element ? event.target.closest('tr') : null;
  const next = step === 1 ? row?.nextElementSibling : row?.previousElementSibling;
  const link = next?.querySelector('a');
  if (!link) return;
  event.preventDefault();
  link.focus();
  link.scrollIntoView({ block: 'nearest' });
}
