import type { ListArguments } from '../../../core/graphql/list-arguments.js';
import type { ColumnSource } from './column.js';

/** What rows a report has: within inclusive bounds of its date, or, for balances, as they stood on a day. */
export type ReportFilters = {
  readonly least: string;
  readonly most: string;
  /** The day of balances: ages are counted to it. */
  readonly asOf: string;
  /** The business day up to which books count: that day, or, on a day off, the one on which today's money is applied. */
  readonly bookedBy: string;
  /** Of balances: the aging bucket; empty: all. */
  readonly bucket: string;
};

/** Where the filters stand in a statement. */
export type FilterPlaces = Readonly<Record<keyof ReportFilters, string>>;

/** How a report is named, and told of, wherever it is shown. */
export interface ReportNames {
  /** By which REST knows it. */
  readonly code: string;
  /** `Cash receipts` */
  readonly name: string;
  /** Behind "a page of the": `cash receipts report`. */
  readonly title: string;
  /** What it holds, beside its code. */
  readonly meaning: string;
  /** The graph's field that answers it. */
  readonly field: string;
  readonly description: string;
  /** The graph's type of its rows. */
  readonly row: { readonly name: string; readonly description: string };
}

interface KeyColumn {
  readonly sql: string;
  readonly type: 'date' | 'text';
  /** Before the first row. */
  readonly start: string;
}

export interface ReportSource extends ReportNames {
  /** What REST says of it: above all, what `from` and `to` do. */
  readonly usage: string;
  readonly arguments: new () => ListArguments;
  /** By the contract's names, in its order. */
  readonly columns: Readonly<Record<string, ColumnSource>>;
  /**
   * FROM and WHERE of one organization's rows (`organization.id`). The SELECT must be one that Postgres can flatten: the position
   * becomes a condition of its index.
   */
  readonly from: (filters: FilterPlaces, kind: string) => string;
  /** SQL: whether a row was taken back later. Without it no row is, and totals have no net. */
  readonly takenBack?: string;
  /** What cuts an organization's rows into index ranges: each of these texts in turn, as SQL, is the `kind` of `from`. */
  readonly kinds?: readonly string[];
  /** What rows are sorted by, all in one direction. */
  readonly key: Readonly<Record<string, KeyColumn>>;
  /** How many of the key’s columns the index has; all of them, unless one row of the table makes several of the report. */
  readonly indexed?: number;
  readonly direction: 'asc' | 'desc';
}

/** By the graph's names, with those of the key beside. */
export type ReportRow = Readonly<Record<string, string | number | null>>;
