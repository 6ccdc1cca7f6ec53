import type { ListDefinition, Position } from '../../../core/db/paged-lists.js';
import type { Statement } from '../../../core/db/statement.js';
import { csvStatement, keysInRows, namedCsvStatement, pageStatement, totalsStatement } from './report.statements.js';
import { camelCase, type ReportColumn } from './report-column.js';
import type { ReportFilters, ReportNames, ReportRow, ReportSource } from './report-source.js';

interface ReportPages extends ListDefinition<ReportFilters, Position, ReportRow> {
  readonly statement: Statement<Readonly<Record<string, string | number>>, ReportRow>;
}

/** Derives page, totals and CSV export from one declaration; GraphQL types and REST routes are derived elsewhere. */
export interface Report<Code extends string = string>
  extends ReportNames<Code>,
    Pick<ReportSource, 'usage' | 'arguments'> {
  readonly columns: readonly ReportColumn[];
  readonly page: ReportPages;
  /**
   * One row: `rows`, and for each column of cents `<name>`, `<name>_unknown` and, if rows can be reversed,
   * `<name>_reversed`.
   */
  readonly totals: Statement<ReportFilters, Readonly<Record<string, number>>>;
  readonly csv: Statement<ReportFilters, ReportRow>;
  /** The same with the borrower's name and the loan's numbers. */
  readonly namedCsv: Statement<ReportFilters & { readonly showsNames: boolean }, ReportRow>;
}

export function report<Code extends string>({
  from,
  takenBack,
  kinds,
  key,
  indexed,
  direction,
  columns: declared,
  ...shown
}: ReportSource<Code>): Report<Code> {
  const columns = Object.entries(declared).map(([name, column]) => ({ name, ...column }));
  const read = { code: shown.code, columns, from, takenBack, kinds, key, indexed, direction };
  const start = Object.fromEntries(Object.entries(key).map(([name, column]) => [camelCase(name), column.start]));
  return {
    ...shown,
    columns,
    page: {
      name: `report.${shown.code}`,
      statement: pageStatement(read),
      start,
      positionOf: (row) =>
        Object.fromEntries(keysInRows(read).map(({ key, column, whenNull }) => [key, String(row[column] ?? whenNull)])),
    },
    totals: totalsStatement(read),
    csv: csvStatement(read),
    namedCsv: namedCsvStatement(read),
  };
}
