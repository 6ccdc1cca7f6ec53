import type { Readable } from 'node:stream';
import { hasScope, type Principal } from '../../principal/principal.js';
import { requireExport } from '../../principal/require-export.js';
import type { Exports } from '../export-statement-as-csv.js';
import type { Parameters } from '../statement.js';
import type { SoughtRows } from './read-sorted-list.js';
import type { Order, SortedList } from './sorted-list.js';

/**
 * The rows that match, as CSV with a header row, in the given order: a snapshot, streamed and never held in memory.
 *
 * @throws {Problem} `insufficient_scope`, by the role at the requested organizations; `service_unavailable` when every
 *   export connection is in use. A later failure destroys the stream.
 */
export function exportSorted<Filters extends Parameters, Row, Sort extends string>(
  exports: Exports,
  principal: Principal,
  list: SortedList<Filters, Row, Sort>,
  { caller, parameters }: SoughtRows<Filters>,
  order: Order<Sort>,
): Promise<Readable> {
  requireExport(caller);
  const showsNames = hasScope(principal, 'persons:read');
  return exports.csv(caller, list.csv, { ...parameters, order, showsNames }, principal);
}
