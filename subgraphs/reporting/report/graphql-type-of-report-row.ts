import { Field, ID, Int, ObjectType } from 'type-graphql';
import { postgresType } from '../../../core/db/sql-types.js';
import { IsoDateScalar, SafeInt } from '../../../core/graphql/scalars.js';
import type { Report } from './derive-report-from-declaration.js';
import { camelCase, isNullable, type ReportColumn } from './report-column.js';

/** The GraphQL type of a report's rows, with a field per column. */
export function rowType({ row, columns }: Pick<Report, 'row' | 'columns'>): new () => object {
  class ReportRowType {}
  for (const column of columns) {
    const options = { nullable: isNullable(column), description: column.description };
    Field(() => graphType(column), options)(ReportRowType.prototype, camelCase(column.name));
  }
  ObjectType(row.name, { description: row.description })(ReportRowType);
  return ReportRowType;
}

/** Converts Postgres values to GraphQL values. */
const GRAPH_TYPES: Readonly<Record<string, typeof Int | typeof SafeInt | typeof IsoDateScalar>> = {
  int4: Int,
  int8: SafeInt,
  date: IsoDateScalar,
};

function graphType({ kind, type }: ReportColumn) {
  return kind === 'id' ? ID : (GRAPH_TYPES[postgresType(type).type] ?? String);
}
