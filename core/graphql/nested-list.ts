import type { Page } from '../db/list-cursors-and-limits.js';
import type { Principal } from '../principal/principal.js';
import { batchedWith } from './batched-reads.js';
import type { GraphContext } from './context.js';
import type { ListArguments } from './organization-and-date-arguments.js';

/** Reads a page of a list below a parent. */
export type NestedList<Asked, Row> = (parentId: string, asked: Asked, context: GraphContext) => Promise<Page<Row>>;

/**
 * A list below each of several parents. All first pages are read at once. A later page has a cursor that belongs to one
 * parent; the other parents refuse it before any read.
 */
export function nestedList<Row, Asked extends Pick<ListArguments, 'cursor'> = ListArguments>(
  firstPages: (principal: Principal, parentIds: readonly string[], asked: Asked) => Promise<readonly Page<Row>[]>,
  page: (principal: Principal, parentId: string, asked: Asked) => Promise<Page<Row>>,
): NestedList<Asked, Row> {
  const first = batchedWith<Asked, Page<Row>>((ids, asked, { principal }) => firstPages(principal, ids, asked));
  return (parentId, asked, context) =>
    asked.cursor === undefined || asked.cursor === null
      ? first(parentId, asked, context)
      : page(context.principal, parentId, asked);
}
