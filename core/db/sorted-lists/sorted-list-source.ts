import type { Across } from '../organization-scope.js';
import type { Gives, ParametersOf, StatementTools, Takes } from '../statement.js';

/** A column that a list can be sorted by. */
export interface SortColumn {
  /** SQL of its value, over the list's table and `joins`. */
  readonly sql: string;
  readonly type: 'int8' | 'date' | 'text' | 'timestamptz';
  /**
   * Whether it is never null and an index has it behind the organization. Pages are then read along the index; otherwise
   * all matching rows are sorted, and their number is limited (`MOST_SORTED`).
   */
  readonly isIndexed?: true;
  /** Joins that it needs; they do not multiply rows. */
  readonly joins?: string;
}

/** A column of a list's CSV file. `number` is anything that no spreadsheet takes for a formula, also an id. */
export interface CsvColumn {
  readonly heading: string;
  /** A function for SQL that uses a parameter: one of the list's filters, or `showsNames`. */
  readonly sql: string | ((p: Readonly<Record<string, string>>) => string);
  /** `instant`: a time in the lender's time zone. */
  readonly kind: 'text' | 'cents' | 'number' | 'date' | 'instant';
  readonly joins?: string;
}

/** SQL that uses a list's filters. */
export type FilterSql<T extends Takes> = (p: StatementTools<ParametersOf<T>>['p']) => string;

/** One declaration of a list: its sorted pages, its totals and its CSV file are derived, so that all show the same rows. */
export interface SortedListSource<T extends Takes, G extends Gives, Sort extends string> {
  /** Unique; begins the names of its statements and cursors. */
  readonly name: string;
  readonly across?: Across;
  /** The filters; a null matches everything. */
  readonly filters: T;
  readonly where: FilterSql<T>;
  /** `account a`. */
  readonly table: string;
  readonly alias: string;
  /** Joins that `where` and `cents` need; they do not multiply rows. */
  readonly joins?: string;
  /** Joins of `select` and `csv` only. */
  readonly selectJoins?: string;
  /** The columns of a page's rows. */
  readonly gives: G;
  readonly select: string;
  /** The result column that has the row's id. */
  readonly idColumn: string;
  /** Whether its SQL reads columns of `organization`, and not only its id. */
  readonly readsOrganization?: true;
  /** What totals add. */
  readonly cents: string;
  /** The rows whose amount is money that counts, for the net sum; without it, all. */
  readonly counting?: string;
  readonly sorts: Readonly<Record<Sort, SortColumn>>;
  readonly csv: readonly CsvColumn[];
}
