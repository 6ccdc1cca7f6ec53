import { type Declared, postgresType } from '../../../core/db/sql-types.js';

/**
 * A column of a report, as its page, its totals, its CSV and its GraphQL type read it. Cents are summed. Free text is what somebody
 * typed: in CSV it must not become a spreadsheet's formula.
 */
export interface ColumnSource {
  readonly kind: 'id' | 'value' | 'cents' | 'free_text';
  /** What a row has there, in the words of the report's `from`. */
  readonly sql: string;
  readonly type: Declared;
  readonly description: string;
  /** In no row of the report it is null, though the table's column may be. */
  readonly isAlwaysThere?: boolean;
}

export interface ReportColumn extends ColumnSource {
  /** As the contract names it. */
  readonly name: string;
}

const column =
  (kind: ColumnSource['kind']) =>
  (sql: string, type: Declared, description: string): ColumnSource => ({ kind, sql, type, description });

export const id = column('id');
export const value = column('value');
export const cents = column('cents');
export const freeText = column('free_text');

export function always(source: ColumnSource): ColumnSource {
  return { ...source, isAlwaysThere: true };
}

export function isNullable({ type, isAlwaysThere }: ColumnSource): boolean {
  return isAlwaysThere !== true && postgresType(type).nullable;
}

/** `after_on` → `afterOn`, `past_due_1_29_cents` → `pastDue1To29Cents`, as the graph names it. */
export function camelCase(name: string): string {
  return name.replace(/(\d)_(\d)/g, '$1_to_$2').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
