import { derived } from '../columns.js';
import { AFTER_EVERY_ID, type ListDefinition, mergedAcrossOrganizations } from '../paged-lists.js';
import {
  type AnswerOf,
  type Gives,
  type Parameters,
  type ParametersOf,
  type Statement,
  statement,
  type Takes,
} from '../statement.js';
import { cellOf, cellsOf } from './csv-cells.js';
import type { SortColumn, SortedListSource } from './sorted-list-source.js';

const DIRECTIONS = ['asc', 'desc'] as const;
type Direction = (typeof DIRECTIONS)[number];

/** A column and a direction, as the CSV statement takes them: `balance desc`. */
export type Order<Sort extends string> = `${Sort} ${Direction}`;

type At = { afterRank: string; afterKey: string; afterId: string };
const AT = { afterRank: 'text', afterKey: 'text', afterId: 'text' } as const;

const SORTED = derived({ sortRank: 'int8', sortKey: 'text' });
interface Sorted {
  readonly sortRank: number;
  readonly sortKey: string;
}

const TOTALS = derived({ rows: 'int8', amountCents: 'int8', netCents: 'int8' });
export interface ListTotals {
  readonly rows: number;
  readonly amountCents: number;
  readonly netCents: number;
}

export interface SortedList<Filters extends Parameters, Row, Sort extends string> {
  readonly sorts: Readonly<Record<Sort, SortColumn>>;
  /** Pages in each order. */
  readonly pages: Readonly<Record<Order<Sort>, ListDefinition<Filters, At, Row & Sorted>>>;
  /** Number and sums of at most `atMost` matching rows. */
  readonly totals: Statement<Filters & { readonly atMost: number }, ListTotals>;
  /** All matching rows as the cells of a CSV file. */
  readonly csv: Statement<Filters & { readonly order: string; readonly showsNames: boolean }, unknown>;
}

/** The value that stands for a missing one; rows with it come last. */
const DEFAULTS = { int8: '0', text: '', date: '2000-01-01', timestamptz: '2000-01-01 00:00:00+00' } as const;

/** The keys of an index's first and last row. */
const ENDS = {
  int8: { asc: '-9223372036854775808', desc: '9223372036854775807' },
  date: { asc: '-infinity', desc: 'infinity' },
  timestamptz: { asc: '-infinity', desc: 'infinity' },
  text: { asc: '', desc: AFTER_EVERY_ID },
} as const;

/** Missing values come last in both directions. */
function rankAndKey({ sql, type, isIndexed }: SortColumn, direction: Direction): readonly [rank: string, key: string] {
  const value = type === 'text' ? `(${sql}) collate "C"` : `(${sql})`;
  if (isIndexed) return ['0', sql];
  const rank = `case when ${sql} is null then ${direction === 'asc' ? 1 : -1} else 0 end`;
  return [rank, `coalesce(${value}, '${DEFAULTS[type]}'::${type})`];
}

export function sortedList<const T extends Takes, const G extends Gives, const Sort extends string>(
  source: SortedListSource<T, G, Sort>,
) {
  const { name, alias, filters, sorts } = source;
  const entries = Object.entries<SortColumn>(sorts);
  const pages = Object.fromEntries(
    entries.flatMap(([sort, column]) =>
      DIRECTIONS.map((direction) => [`${sort} ${direction}`, page(source, sort, column, direction)]),
    ),
  ) as unknown as Readonly<Record<Order<Sort>, ListDefinition<ParametersOf<T>, At, AnswerOf<G> & Sorted>>>;
  const { net, where } = { net: source.counting ?? 'true', where: source.where };
  const totals = statement<Takes, typeof TOTALS>({
    name: `${name}.totals`,
    ...acrossOf(source),
    takes: { ...filters, atMost: 'int8' },
    gives: TOTALS,
    text: ({ p, scope }) => `
      select count(*) as rows, coalesce(sum(found.cents), 0)::bigint as "amountCents",
        coalesce(sum(found.cents) filter (where found.counts), 0)::bigint as "netCents"
      from (select ${source.cents} as cents, ${net} as counts
        from organization join ${source.table} on ${alias}.organization_id = organization.id ${source.joins ?? ''}
        where ${scope('organization.id')} and ${scope(`${alias}.organization_id`)} and ${where(p as never)} limit ${p['atMost']}) found`,
  }) as unknown as Statement<ParametersOf<T> & { readonly atMost: number }, ListTotals>;
  return { sorts, pages, totals, csv: csv(source) };
}

function page<T extends Takes, G extends Gives>(
  source: SortedListSource<T, G, string>,
  sort: string,
  column: SortColumn,
  direction: Direction,
) {
  const { name, table, alias, joins = '', select, gives, idColumn, where, filters } = source;
  const [rank, key] = rankAndKey(column, direction);
  const id = `${alias}.id`;
  const than = direction === 'asc' ? '>' : '<';
  const all = `${joins} ${source.selectJoins ?? ''} ${column.joins ?? ''}`;
  const parts = (Array.isArray(gives) ? gives : [gives]) as readonly (typeof SORTED)[];
  const shown = [...parts, SORTED].flatMap(({ given }) => given.map((each) => `page."${each.name}"`)).join(', ');
  const read = statement<Takes, readonly (typeof SORTED)[]>({
    name: `${name}.sorted.${sort}_${direction}`,
    ...acrossOf(source),
    takes: { ...filters, ...AT, limit: 'int8' },
    gives: [...parts, SORTED],
    text: (tools) => {
      const p = tools.p as Readonly<Record<string, string>>;
      const at = { rank: `${p['afterRank']}::text::bigint`, key: `${p['afterKey']}::text::${column.type}` };
      const begins = column.isIndexed
        ? `${at.rank} is not null and ${key} ${than}= ${at.key} and (${key}, ${id}) ${than} (${at.key}, ${p['afterId']}::text)`
        : `(${rank}, ${key}, ${id}) ${than} (${at.rank}, ${at.key}, ${p['afterId']}::text)`;
      return mergedAcrossOrganizations({
        rows: `select ${select}, (${rank})::bigint as "sortRank", ${key} as sort_value, (${key})::text as "sortKey"
          from ${table} ${all}
          where ${alias}.organization_id = organization.id and ${begins} and ${where(p as never)}`,
        order: column.isIndexed
          ? `${key} ${direction}, ${id} ${direction}`
          : `"sortRank" ${direction}, sort_value ${direction}, ${id} ${direction}`,
        mergedOrder: `page."sortRank" ${direction}, page.sort_value ${direction}, page."${idColumn}" ${direction}`,
        limit: p['limit'] ?? '',
        scope: tools.scope,
        only: source.readsOrganization ? undefined : tools.only,
        shown,
      });
    },
  });
  const rankAtStart = column.isIndexed ? '0' : direction === 'asc' ? '-2' : '2';
  const start: At = {
    afterRank: rankAtStart,
    afterKey: column.isIndexed ? ENDS[column.type][direction] : DEFAULTS[column.type],
    afterId: direction === 'asc' ? '' : AFTER_EVERY_ID,
  };
  const positionOf = (row: object): At => ({
    afterRank: String(Reflect.get(row, 'sortRank')),
    afterKey: String(Reflect.get(row, 'sortKey')),
    afterId: String(Reflect.get(row, idColumn)),
  });
  return { name: `${name}_sorted_${sort}_${direction}`, statement: read, start, positionOf };
}

/** One statement for all orders: COPY gets the order as a literal, so Postgres plans only this one. */
function csv<T extends Takes, G extends Gives, Sort extends string>(source: SortedListSource<T, G, Sort>) {
  const { name, table, alias, csv: columns, sorts, where, filters } = source;
  const entries = Object.entries<SortColumn>(sorts);
  const joins = [...new Set([...columns, ...entries.map(([, sort]) => sort)].map((each) => each.joins ?? ''))].join(
    ' ',
  );
  return statement<Takes, ReturnType<typeof cellsOf>>({
    name: `${name}.csv`,
    ...acrossOf(source),
    takes: { ...filters, order: 'text', showsNames: 'bool' },
    gives: cellsOf(columns),
    text: (tools) => {
      const p = tools.p as Readonly<Record<string, string>>;
      const chosen = (order: string, sql: string) => `case when ${p['order']}::text = '${order}' then ${sql} end`;
      const order = entries.flatMap(([sort, column]) =>
        DIRECTIONS.flatMap((direction) =>
          rankAndKey(column, direction).map((sql) => `${chosen(`${sort} ${direction}`, sql)} ${direction}`),
        ),
      );
      const cells = columns.map((column) => `(${cellOf(column, p)})::text as "${column.heading}"`);
      return `select ${cells.join(', ')}
        from organization join ${table} on ${alias}.organization_id = organization.id
          ${source.joins ?? ''} ${source.selectJoins ?? ''} ${joins}
        where ${tools.scope('organization.id')} and ${tools.scope(`${alias}.organization_id`)} and ${where(p as never)}
        order by ${order.join(', ')},
          case when ${p['order']}::text like '% asc' then ${alias}.id end asc, ${alias}.id desc`;
    },
  }) as unknown as Statement<ParametersOf<T> & { readonly order: string; readonly showsNames: boolean }, unknown>;
}

function acrossOf({ across }: Pick<SortedListSource<Takes, Gives, string>, 'across'>) {
  return across === undefined ? {} : { across };
}
