import type { ListArguments } from '../../../core/graphql/organization-and-date-arguments.js';
import type { ColumnSource } from './report-column.js';

/** The filters of a report: inclusive bounds of its date or, for balances, a day. */
export type ReportFilters = {
  readonly least: string;
  readonly most: string;
  /** The day of balances; ages are counted up to it. */
  readonly asOf: string;
  /**
   * The last business day whose entries count: that day or, on a day off, the one on which today's payments are
   * applied.
   */
  readonly bookedBy: string;
  /** The aging bucket for balances; empty: all. */
  readonly bucket: string;
};

/** The placeholders of the filters in a statement. */
export type FilterPlaces = Readonly<Record<keyof ReportFilters, string>>;

/** Names and descriptions of a report. */
export interface ReportNames<Code extends string = string> {
  /** The report's code in REST. */
  readonly code: Code;
  /** `Cash receipts` */
  readonly name: string;
  /** Follows "a page of the": `cash receipts report`. */
  readonly title: string;
  /** Description next to its code. */
  readonly meaning: string;
  /** The GraphQL field. */
  readonly field: string;
  readonly description: string;
  /** The GraphQL type of its rows. */
  readonly row: { readonly name: string; readonly description: string };
}

interface KeyColumn {
  readonly sql: string;
  readonly type: 'date' | 'text';
  /** A value that sorts before every row. */
  readonly start: string;
  /** The column's SQL with the same value, and the value when that is null; default: the key's own SQL, never null. */
  readonly shown?: { readonly sql: string; readonly whenNull: string };
}

export interface ReportSource<Code extends string = string> extends ReportNames<Code> {
  /** The REST description, especially of `from` and `to`. */
  readonly usage: string;
  readonly arguments: new () => ListArguments;
  /** By contract name, in contract order. */
  readonly columns: Readonly<Record<string, ColumnSource>>;
  /**
   * FROM and WHERE of one organization's rows (`organization.id`). Postgres must be able to flatten the SELECT, so
   * that the position becomes an index condition.
   */
  readonly from: (filters: FilterPlaces, kind: string) => string;
  /** SQL: whether a row was reversed later. Without it rows are never reversed, and totals have no net amount. */
  readonly takenBack?: string;
  /** Splits an organization's rows into index ranges: each of these texts in turn, as SQL, is the `kind` of `from`. */
  readonly kinds?: readonly string[];
  /** The sort key, all columns in one direction. */
  readonly key: Readonly<Record<string, KeyColumn>>;
  /**
   * The number of key columns in the index; default: all, except when one row of the table becomes several rows of
   * the report.
   */
  readonly indexed?: number;
  readonly direction: 'asc' | 'desc';
}

/** By GraphQL name, including the key columns. */
export type ReportRow = Readonly<Record<string, string | number | null>>;
