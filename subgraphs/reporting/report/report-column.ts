import { type Declared, postgresType } from '../../../core/db/sql-types.js';

/**
 * A column of a report, used for its pages, totals, CSV and GraphQL type. Cents are summed. Free text is user input:
 * in CSV it must not become a spreadsheet formula.
 */
export interface ColumnSource {
  readonly kind: 'id' | 'value' | 'cents' | 'free_text';
  /** The column's SQL, in terms of the report's `from`. */
  readonly sql: string;
  readonly type: Declared;
  readonly description: string;
  /** Never null in this report, though the table's column may be nullable. */
  readonly isAlwaysThere?: boolean;
}

export interface ReportColumn extends ColumnSource {
  /** The column's name in the contract. */
  readonly name: string;
}

const column =
  (kind: ColumnSource['kind']) =>
  (sql: string, type: Declared, description: string): ColumnSource => ({ kind, sql, type, description });

export const id = column('id');
export const value = column('value');
export const cents = column('cents');
export const freeText = column('free_text');

export function neverNull(source: ColumnSource): ColumnSource {
  return { ...source, isAlwaysThere: true };
}

export function isNullable({ type, isAlwaysThere }: ColumnSource): boolean {
  return isAlwaysThere !== true && postgresType(type).nullable;
}

/** `after_on` → `afterOn`, `past_due_1_29_cents` → `pastDue1To29Cents`: the GraphQL name. */
export function camelCase(name: string): string {
  return name.replace(/(\d)_(\d)/g, '$1_to_$2').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
