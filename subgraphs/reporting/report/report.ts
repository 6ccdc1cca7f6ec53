import type { ReportCode } from '../../../core/contract/report.js';
import { type ListDefinition, mergedAcrossOrganizations, type Position } from '../../../core/db/list.js';
import { type Statement, type StatementTools, statement } from '../../../core/db/statement.js';

/** What rows a report has: within inclusive bounds of its date, or, for balances, as they stood on a day. */
export type ReportFilters = {
  readonly least: string;
  readonly most: string;
  /** The day of balances: ages are counted to it. */
  readonly asOf: string;
  /** The business day up to which books count: that day, or, on a day off, the one on which today's money is applied. */
  readonly bookedBy: string;
};

/** A column of the contract. Free text is what somebody typed: in CSV it must not become a spreadsheet's formula. */
export interface ReportColumn {
  readonly name: string;
  readonly kind: 'value' | 'cents' | 'free_text';
}

export interface ReportSource<At extends Position> {
  readonly code: ReportCode;
  /** After `organization_id` and `account_id`, unless the contract names those itself; in its order. */
  readonly columns: Readonly<Record<string, ReportColumn['kind']>>;
  /**
   * SELECT of one organization's rows (`organization.id`), their columns named as the contract names them, and those of the
   * key. It must be one that Postgres can flatten: the position becomes a condition of its index.
   */
  readonly rows: (p: StatementTools<ReportFilters>['p']) => string;
  /** A FROM item that cuts an organization's rows into index ranges, which `rows` refers to. */
  readonly each?: string;
  /** The columns that rows are sorted by, all in one direction, with the type of each. */
  readonly key: Readonly<Record<string, 'date' | 'text'>>;
  /** How many of the key’s columns the index has; all of them, unless one row of the table makes several of the report. */
  readonly indexed?: number;
  readonly direction: 'asc' | 'desc';
  /** Before the first row: by the names that the key's columns have as parameters (`after_on` → `afterOn`). */
  readonly start: At;
}

/** One declaration, three readings: page, totals, and the whole range as CSV. */
export interface Report<At extends Position = Position, Row = unknown> {
  readonly code: ReportCode;
  readonly columns: readonly ReportColumn[];
  readonly page: ListDefinition<ReportFilters, At, Row>;
  /** One row: `rows`, and of each column of cents `<name>` and `<name>_unknown`. */
  readonly totals: Statement<ReportFilters, Readonly<Record<string, number>>>;
  readonly csv: Statement<ReportFilters, never>;
}

export function report<At extends Position, Row extends At>(source: ReportSource<At>): Report<At, Row> {
  const { code, direction, key, start } = source;
  const names = Object.keys(source.columns);
  const columns = [...OWNER.filter((name) => !names.includes(name)), ...names].map((name) => ({
    name,
    kind: source.columns[name] ?? ('value' as const),
  }));
  const keyColumns = Object.keys(key);
  const order = keyColumns.map((column) => `r.${column} ${direction}`).join(', ');
  return {
    code,
    columns,
    page: {
      name: `report.${code}`,
      statement: pageOf<At, Row>(source, columns),
      start,
      positionOf: (row) => row,
    },
    totals: statement<ReportFilters, Readonly<Record<string, number>>>({
      name: `report.${code}.totals`,
      text: ({ p, scope }) => `select ${totals(columns)} ${whole(source, p)} where ${scope('organization.id')}`,
    }),
    csv: statement<ReportFilters, never>({
      name: `report.${code}.csv`,
      text: ({ p, scope }) => `
        select ${columns.map(csvColumn).join(', ')} ${whole(source, p)}
        where ${scope('organization.id')} order by ${order}`,
    }),
  };
}

/** What every row begins with (reports.md). */
const OWNER = ['organization_id', 'account_id'];

function pageOf<At extends Position, Row>(
  { code, key, indexed, direction, rows, each }: ReportSource<At>,
  columns: readonly ReportColumn[],
): Statement<ReportFilters & At & { readonly limit: number }, Row> {
  const keyColumns = Object.keys(key);
  const order = (of: string) => keyColumns.map((column) => `${of}${column} ${direction}`).join(', ');
  const answered = [
    ...columns.map(({ name }) => `r.${name} as "${camelCase(name)}"`),
    ...keyColumns.map((column) => `r.${column}`),
    ...keyColumns.map((column) => `r.${column}::text as "${camelCase(column)}"`),
  ];
  type PageParameters = ReportFilters & { readonly limit: number };
  return statement<PageParameters, Row>({
    name: `report.${code}.page`,
    text: ({ p, scope }) => {
      const parameters: Readonly<Record<string, string>> = p;
      const named = keyColumns.map((column) => `r.${column}`);
      const after = keyColumns.map((column) => `${parameters[camelCase(column)]}::${key[column]}`);
      const comparison = direction === 'desc' ? '<' : '>';
      // Postgres finds a position by those columns only that its index has.
      const begins =
        indexed === undefined
          ? 'true'
          : `(${named.slice(0, indexed).join(', ')}) ${comparison}= (${after.slice(0, indexed).join(', ')})`;
      const range = `select ${answered.join(', ')} from (${rows(p)}) r
        where (${named.join(', ')}) ${comparison} (${after.join(', ')}) and ${begins}`;
      const ranges = each === undefined ? undefined : `${range} order by ${order('r.')} limit ${p.limit}`;
      return mergedAcrossOrganizations({
        rows: ranges === undefined ? range : `select one.* from ${each} cross join lateral (${ranges}) one`,
        order: order(ranges === undefined ? 'r.' : 'one.'),
        mergedOrder: order('page.'),
        limit: p.limit,
        scope,
      });
    },
  });
}

/** Every row of the report, of every organization in scope. */
function whole({ rows, each }: ReportSource<Position>, p: StatementTools<ReportFilters>['p']): string {
  return `from organization ${each === undefined ? '' : `cross join ${each}`} cross join lateral (${rows(p)}) r`;
}

function totals(columns: readonly ReportColumn[]): string {
  const sums = columns
    .filter(({ kind }) => kind === 'cents')
    .map(
      ({ name }) => `coalesce(sum(r.${name}), 0)::bigint as "${name}",
        count(*) filter (where r.${name} is null) as "${name}_unknown"`,
    );
  return ['count(*) as rows', ...sums].join(', ');
}

const BLANKS = String.raw`\s\u0001-\u0020\u007f-\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff`;

/**
 * What a spreadsheet would take for a formula, once it has passed over blanks, control characters and marks without width, or has
 * made narrow signs of wide ones. What begins with a tab or the end of a line counts whatever follows (OWASP, CSV injection).
 */
const FORMULA = String.raw`^([\t\r\n]|[${BLANKS}]*[=+@＝＋－＠-])`;

/** There it is text. */
function csvColumn({ name, kind }: ReportColumn): string {
  const column = `r.${name}`;
  if (kind !== 'free_text') return `${column} as ${name}`;
  return `case when ${column} ~ '${FORMULA}' then '''' || ${column} else ${column} end as ${name}`;
}

/** `after_on` → `afterOn`, `past_due_1_29_cents` → `pastDue1To29Cents`, as the graph names it. */
export function camelCase(name: string): string {
  return name.replace(/(\d)_(\d)/g, '$1_to_$2').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
