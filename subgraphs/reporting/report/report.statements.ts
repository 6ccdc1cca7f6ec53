import { Columns } from '../../../core/db/columns.js';
import { harmlessCell } from '../../../core/db/csv-cell-sql.js';
import { mergedAcrossOrganizations } from '../../../core/db/paged-lists.js';
import { type Declared, postgresType } from '../../../core/db/sql-types.js';
import { statement } from '../../../core/db/statement.js';
import { camelCase, type ReportColumn } from './report-column.js';
import type { FilterPlaces, ReportRow, ReportSource } from './report-source.js';

/** A report's rows and sort order. */
interface ReadReport extends Pick<ReportSource, 'code' | 'from' | 'key' | 'direction'> {
  readonly columns: readonly ReportColumn[];
  readonly takenBack: string | undefined;
  readonly kinds: readonly string[] | undefined;
  readonly indexed: number | undefined;
}

type Places = Readonly<Record<string, string>>;

/** Rows strictly after the position, in order, at most `limit`. */
export function pageStatement(report: ReadReport) {
  const { code, columns, kinds, indexed, key, direction } = report;
  const keys = Object.entries(key);
  const order = (of: string) => keys.map(([name]) => `${of}${name} ${direction}`).join(', ');
  const added = keysInRows(report).filter(({ isAdded }) => isAdded);
  const answered = [
    ...columns.map(({ name }) => `r.${name} as "${camelCase(name)}"`),
    ...keys.map(([name]) => `r.${name}`),
    ...added.map(({ name, key }) => `r.${name}::text as "${key}"`),
  ];
  const shown = [...columns.map(({ name }) => camelCase(name)), ...added.map(({ key }) => key)]
    .map((name) => `page."${name}"`)
    .join(', ');
  const takes: Readonly<Record<string, 'date' | 'text' | 'int8'>> = {
    ...filtersOf(report),
    ...Object.fromEntries(keys.map(([name, { type }]) => [camelCase(name), type])),
    limit: 'int8',
  };
  return statement({
    name: `report.${code}.page`,
    across: 'lenders',
    takes,
    gives: given<ReportRow>([
      ...columns.map(({ name, type }) => [camelCase(name), type] as const),
      ...added.map(({ key }) => [key, 'text'] as const),
    ]),
    text: ({ p, scope, only }) => {
      const { limit = '' }: Places = p;
      const named = keys.map(([name]) => `r.${name}`);
      const after = keys.map(([name, { type }]) => `${p[camelCase(name)]}::${type}`);
      const comparison = direction === 'desc' ? '<' : '>';
      // Postgres seeks a position only by columns in the index.
      const begins =
        indexed === undefined
          ? 'true'
          : `(${named.slice(0, indexed).join(', ')}) ${comparison}= (${after.slice(0, indexed).join(', ')})`;
      const range = (kind: string) => `select ${answered.join(', ')} from (${rows(report, p, kind)}) r
        where (${named.join(', ')}) ${comparison} (${after.join(', ')}) and ${begins}`;
      // One page per kind, then merged: Citus accepts no range that depends on a list as well as on the organization.
      const ofKind = (kind: string, shown?: string) =>
        mergedAcrossOrganizations({
          rows: range(`'${kind}'`),
          order: order('r.'),
          mergedOrder: order('page.'),
          limit,
          scope,
          only,
          ...(shown !== undefined && { shown }),
        });
      const [first = '', ...others] = kinds ?? [];
      if (others.length === 0) return ofKind(first, shown);
      const together = [first, ...others].map((kind) => `(${ofKind(kind)})`).join(' union all ');
      return `select ${shown} from (${together}) page order by ${order('page.')} limit ${limit}`;
    },
  });
}

interface KeyInRow {
  /** The key column, and its name in a position. */
  readonly name: string;
  readonly key: string;
  /** The column of a row that has its value. */
  readonly column: string;
  readonly whenNull: string;
  /** Whether no column of the report has it, so that a column is added. */
  readonly isAdded: boolean;
}

/** Where a row has the values of its position. Only the last row of a page needs them. */
export function keysInRows({ key, columns }: Pick<ReadReport, 'key' | 'columns'>): readonly KeyInRow[] {
  return Object.entries(key).map(([name, { sql, shown }]) => {
    const same = columns.find((column) => column.sql === (shown?.sql ?? sql));
    const position = { name, key: camelCase(name), whenNull: shown?.whenNull ?? '' };
    return same === undefined
      ? { ...position, column: camelCase(name), isAdded: true }
      : { ...position, column: camelCase(same.name), isAdded: false };
  });
}

export function totalsStatement(report: ReadReport) {
  const hasNet = report.takenBack !== undefined;
  const summed = report.columns.filter(({ kind }) => kind === 'cents').map(({ name }) => name);
  const sums = summed.flatMap((name) => [
    `coalesce(sum(r.${name}), 0)::bigint as "${name}"`,
    `count(*) filter (where r.${name} is null) as "${name}_unknown"`,
    ...(hasNet ? [`coalesce(sum(r.${name}) filter (where r.taken_back), 0)::bigint as "${name}_reversed"`] : []),
  ]);
  return statement({
    name: `report.${report.code}.totals`,
    across: 'lenders',
    takes: filtersOf(report),
    gives: given<Readonly<Record<string, number>>>(
      ['rows', ...summed.flatMap((name) => [name, `${name}_unknown`, ...(hasNet ? [`${name}_reversed`] : [])])].map(
        (name) => [name, 'int8'] as const,
      ),
    ),
    text: ({ p, scope }) =>
      `select ${['count(*) as rows', ...sums].join(', ')} ${whole(report, p)}
       where ${scope('organization.id')} and ${scope('r.organization_id')}`,
  });
}

export function csvStatement(report: ReadReport) {
  const { code, columns, key, direction } = report;
  const order = Object.keys(key).map((name) => `r.${name} ${direction}`);
  return statement({
    name: `report.${code}.csv`,
    across: 'lenders',
    takes: filtersOf(report),
    gives: given<ReportRow>(columns.map(({ name, type }) => [name, type] as const)),
    text: ({ p, scope }) => `
      select ${columns.map(csvColumn).join(', ')} ${whole(report, p)}
      where ${scope('organization.id')} and ${scope('r.organization_id')} order by ${order.join(', ')}`,
  });
}

/** The same with the borrower's name and the loan's numbers in front, for people. */
export function namedCsvStatement(report: ReadReport) {
  const { code, columns, key, direction } = report;
  const order = Object.keys(key).map((name) => `r.${name} ${direction}`);
  const named = [
    ['borrower', `case when @showsNames then ${harmlessCell('b.display_name')} end`],
    ['contract_number', harmlessCell('a.external_contract_number')],
    ['account_number', harmlessCell('a.external_account_number')],
  ] as const;
  return statement({
    name: `report.${code}.named_csv`,
    across: 'lenders',
    takes: { ...filtersOf(report), showsNames: 'bool' as const },
    gives: given<ReportRow>([
      ...named.map(([name]) => [name, 'text?'] as const),
      ...columns.map(({ name, type }) => [name, type] as const),
    ]),
    text: ({ p, scope }) => {
      const { showsNames = '' }: Places = p;
      const names = named.map(([name, sql]) => `${sql.replace('@showsNames', `${showsNames}::boolean`)} as ${name}`);
      return `
      select ${[...names, ...columns.map(csvColumn)].join(', ')} ${whole(report, p)}
      left join account a on a.organization_id = organization.id and a.id = r.account_id
      left join person b on b.organization_id = a.organization_id and b.id = a.primary_borrower_party_id
      where ${scope('organization.id')} and ${scope('r.organization_id')} order by ${order.join(', ')}`;
    },
  });
}

/** SELECT of one organization's rows, with the contract's column names, plus the key columns. */
function rows({ columns, key, from, takenBack }: ReadReport, p: Places, kind: string): string {
  const sorted = Object.entries(key).map(([name, { sql }]) => `${sql} as ${name}`);
  const back = takenBack === undefined ? [] : [`${takenBack} as taken_back`];
  const selected = [...columns.map(({ name, sql }) => `${sql} as ${name}`), ...sorted, ...back];
  return `select ${selected.join(', ')} ${from(
    filterPlaces((name) => `${p[name]}`),
    kind,
  )}`;
}

/** Every row of the report, for all organizations in scope. */
function whole(report: ReadReport, p: Places): string {
  const [only = '', ...others] = report.kinds ?? [];
  const [each, kind] =
    others.length === 0
      ? ['', `'${only}'`]
      : [`cross join unnest('{${[only, ...others].join(',')}}'::text[]) as kind (name)`, 'kind.name'];
  return `from organization ${each} cross join lateral (${rows(report, p, kind)}) r`;
}

/** The filters that a report's SQL uses: Postgres cannot infer the type of an unused parameter. */
function filtersOf({ from }: ReadReport): Readonly<Record<string, 'date' | 'text'>> {
  const named: string[] = [];
  from(
    filterPlaces((name) => {
      named.push(name);
      return name;
    }),
    '',
  );
  return Object.fromEntries(named.map((name) => [name, name === 'bucket' ? 'text' : 'date'] as const));
}

/** Getters, because reading a placeholder makes it a parameter. */
function filterPlaces(place: (name: string) => string): FilterPlaces {
  return {
    get least() {
      return place('least');
    },
    get most() {
      return place('most');
    },
    get asOf() {
      return place('asOf');
    },
    get bookedBy() {
      return place('bookedBy');
    },
    get bucket() {
      return place('bucket');
    },
  };
}

function given<R>(types: readonly (readonly [string, Declared])[]): Columns<R> {
  return new Columns(
    types.map(([name, type]) => ({ name, ...postgresType(type) })),
    undefined,
  );
}

function csvColumn({ name, kind }: ReportColumn): string {
  const column = `r.${name}`;
  if (kind !== 'free_text') return `${column} as ${name}`;
  return `${harmlessCell(column)} as ${name}`;
}
