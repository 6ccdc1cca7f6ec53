import { invalid } from '../../errors/problem.js';
import { wrongValue } from '../../errors/validation.js';
import type { Principal } from '../../principal/principal.js';
import type { Page } from '../list-cursors-and-limits.js';
import { type ListParts, type PageRequest, readPage } from '../paged-lists.js';
import type { Parameters } from '../statement.js';
import type { ListTotals, Order, SortedList } from './sorted-list.js';

/** The most rows that are sorted by a column without an index; that takes some hundred milliseconds. */
export const MOST_SORTED = 250_000;

/** The most rows that totals add. */
export const MOST_ADDED = 1_000_000;

/** The filters of a request: as parameters, and as a cursor is bound to them. */
export interface SoughtRows<Filters extends Parameters> {
  /** Limited to the requested organization. */
  readonly caller: Principal;
  readonly parameters: Filters;
  readonly filters: Readonly<Record<string, string | null | undefined>>;
}

/** How a client sorts a list. */
export interface SortRequest<Sort extends string> {
  readonly sortBy?: Sort | null;
  readonly isDescending?: boolean | null;
}

export function orderOf<Sort extends string>(sortBy: Sort, { isDescending }: SortRequest<Sort>): Order<Sort> {
  return `${sortBy} ${isDescending === true ? 'desc' : 'asc'}`;
}

/**
 * One page in the requested order. Only a walk's first page counts the rows to sort.
 *
 * @throws {Problem} as `readPage`; `validation_failed` if more than `MOST_SORTED` rows match and no index has the order.
 */
export async function readSortedPage<Filters extends Parameters, Row, Sort extends string>(
  parts: ListParts,
  list: SortedList<Filters, Row, Sort>,
  { caller, parameters, filters }: SoughtRows<Filters>,
  sortBy: Sort,
  request: PageRequest & SortRequest<Sort>,
): Promise<Page<Row>> {
  const isFirst = request.cursor === undefined || request.cursor === null;
  if (isFirst && list.sorts[sortBy].isIndexed === undefined) {
    const { rows } = await totalsOf(parts, list, { caller, parameters, filters }, MOST_SORTED + 1);
    if (rows > MOST_SORTED) {
      const limit = MOST_SORTED.toLocaleString('en-US');
      throw invalid([
        wrongValue('sort_by', `more than ${limit} rows match: add a filter to sort them by this`, sortBy),
      ]);
    }
  }
  return readPage(parts, caller, list.pages[orderOf(sortBy, request)], parameters, filters, request);
}

/** Whether all matching rows were added, and what they add up to. */
export interface ShownTotals extends ListTotals {
  readonly isExact: boolean;
}

/** Number and sums of the rows that match. */
export async function readTotals<Filters extends Parameters, Row, Sort extends string>(
  parts: Pick<ListParts, 'db'>,
  list: SortedList<Filters, Row, Sort>,
  sought: SoughtRows<Filters>,
): Promise<ShownTotals> {
  const totals = await totalsOf(parts, list, sought, MOST_ADDED);
  return { ...totals, isExact: totals.rows < MOST_ADDED };
}

async function totalsOf<Filters extends Parameters, Row, Sort extends string>(
  { db }: Pick<ListParts, 'db'>,
  { totals }: SortedList<Filters, Row, Sort>,
  { caller, parameters }: SoughtRows<Filters>,
  most: number,
): Promise<ListTotals> {
  const { rows } = await db.fromReplica(caller, totals, { ...parameters, atMost: most }, false);
  const [found] = rows;
  if (found === undefined) throw new Error('totals are one row');
  return found;
}
