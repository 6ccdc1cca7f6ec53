import { derived } from '../columns.js';
import { dollarsCell, harmlessCell } from '../csv-cell-sql.js';
import type { CsvColumn } from './sorted-list-source.js';

/** SQL of one cell; an instant needs `organization` in the statement. */
export function cellOf({ sql: given, kind }: CsvColumn, p: Readonly<Record<string, string>>): string {
  const sql = typeof given === 'string' ? given : given(p);
  if (kind === 'text') return harmlessCell(`(${sql})`);
  if (kind === 'cents') return dollarsCell(sql);
  if (kind === 'instant') return `to_char((${sql}) at time zone organization.time_zone, 'YYYY-MM-DD HH24:MI:SS')`;
  return sql;
}

/** The columns of the statement's result. */
export function cellsOf(columns: readonly CsvColumn[]) {
  return derived(Object.fromEntries(columns.map(({ heading }) => [heading, 'text?' as const])));
}
