import type pg from 'pg';
import { columnOf, type Model, tableOf } from './sql-types.js';
import { withClient } from './with-client.js';

/** What a column's texts should be. Null: the text cannot stay, and goes. The same text: nothing to do. */
export type Rewriting = (text: string) => string | null;

/** A column whose texts are looked at one by one: of text, of lists of text, of JSON, or of bytes that are text. */
export interface RewrittenColumn {
  readonly model: Model;
  readonly field: string;
  readonly rewriting: Rewriting;
  /** An SQL condition on the row: of others the text is passed over. */
  readonly where?: string;
  /** Why a text is not replaced, where something leads to it: it is told, and a person decides. */
  readonly keptBecause?: string;
}

/** A text that stays although it should be another. */
export interface KeptText {
  /** The values of the row's primary key, in its order. */
  readonly key: readonly string[];
  readonly why: string;
}

/** What became of the texts of one column. */
export interface ColumnOutcome {
  /** `table.column` */
  readonly name: string;
  readonly replaced: number;
  readonly kept: readonly KeptText[];
}

export interface RewritingOptions {
  /** Whether texts are replaced, or only looked at: then `replaced` counts those that would be. */
  readonly changes: boolean;
  /** Told after each batch: the table, and how many of its rows have been seen. */
  readonly onProgress?: (table: string, seen: number) => void;
  readonly batchRows?: number;
}

const BATCH_ROWS = 500;
const ROWS_OF_BYTES = 10;
/** Postgres' codes for two rows that would be the same, for a row that others refer to, and for a trigger that lets a row be as it is. */
const REFUSED: Readonly<Record<string, string>> = {
  '23505': 'another row has the masked text already, and there can be one',
  '23503': 'rows of another table name it by this text',
  '23001': 'the journal does not let this text be changed',
};

/**
 * Goes through all rows of the columns' tables, in the order of their primary keys, and replaces texts. Each replacement is one
 * statement that changes the text only as it was read: what somebody writes meanwhile stays. Killed, or run twice, it goes on where
 * texts are not yet what they should be.
 *
 * @param ownerUrl - of a role that may change these tables
 */
export function rewriteColumns(
  ownerUrl: string,
  columns: readonly RewrittenColumn[],
  options: RewritingOptions,
): Promise<readonly ColumnOutcome[]> {
  return withClient(ownerUrl, async (client) => {
    const outcomes: ColumnOutcome[] = [];
    for (const model of new Set(columns.map((column) => column.model))) {
      const own = columns.filter((column) => column.model === model);
      outcomes.push(...(await rewriteTable(client, model, own, options)));
    }
    return outcomes;
  });
}

interface OpenColumn extends RewrittenColumn {
  readonly column: string;
  readonly type: string;
  readonly tally: { replaced: number; readonly kept: KeptText[] };
}

async function rewriteTable(
  client: pg.Client,
  model: Model,
  columns: readonly RewrittenColumn[],
  { changes, onProgress, batchRows = BATCH_ROWS }: RewritingOptions,
): Promise<readonly ColumnOutcome[]> {
  const table = tableOf(model);
  const key = await primaryKey(client, table);
  const open = columns
    .map((column): OpenColumn => {
      const { column: name, type } = columnOf(model, column.field);
      return { ...column, column: name, type, tally: { replaced: 0, kept: [] } };
    })
    // What rows are found by changes last.
    .toSorted((one, other) => Number(isIn(key, one)) - Number(isIn(key, other)));
  // Webhook calls are large.
  const limit = open.some(({ type }) => type === 'bytea') ? Math.min(batchRows, ROWS_OF_BYTES) : batchRows;
  const page = pageSql(table, key, open, limit);
  let after: readonly string[] | undefined;
  let seen = 0;
  for (;;) {
    const { rows }: pg.QueryResult<PageRow> = await client.query<PageRow>(
      after === undefined ? page.first : page.next,
      [...(after ?? [])],
    );
    for (const row of rows) {
      for (const [position, column] of open.entries()) {
        const text = row.texts[position];
        if (typeof text === 'string')
          await rewriteText(client, { table, key, changes }, column, { key: row.key, text });
      }
    }
    seen += rows.length;
    onProgress?.(table, seen);
    const last = rows[rows.length - 1];
    if (last === undefined || rows.length < limit) break;
    after = last.key;
  }
  return open.map(({ column, tally }) => ({ name: `${table}.${column}`, ...tally }));
}

function isIn(key: readonly KeyColumn[], { column }: OpenColumn): boolean {
  return key.some(({ name }) => name === column);
}

async function rewriteText(
  client: pg.Client,
  { table, key, changes }: { readonly table: string; readonly key: readonly KeyColumn[]; readonly changes: boolean },
  { column, type, rewriting, where = 'true', keptBecause, tally }: OpenColumn,
  row: { readonly key: readonly string[]; readonly text: string },
): Promise<void> {
  const becomes = rewriting(row.text);
  if (becomes === row.text) return;
  const keep = (why: string) => void tally.kept.push({ key: row.key, why });
  if (keptBecause !== undefined) return keep(keptBecause);
  if (!changes) {
    tally.replaced += 1;
    return;
  }
  const [was, value] = [textOf(column, type), columnValue('$2', type)];
  try {
    const { rowCount } = await client.query(
      `update ${table} set ${column} = ${value} where ${equal(key, 3)} and ${was} = $1 and (${where})`,
      [row.text, becomes, ...row.key],
    );
    tally.replaced += rowCount ?? 0;
  } catch (error) {
    const why = REFUSED[String(Object(error).code)];
    if (why === undefined) throw error;
    keep(why);
  }
}

interface KeyColumn {
  readonly name: string;
  readonly type: string;
}

interface PageRow {
  readonly key: readonly string[];
  readonly texts: readonly (string | null)[];
}

async function primaryKey(client: pg.Client, table: string): Promise<readonly KeyColumn[]> {
  const { rows } = await client.query<KeyColumn>(
    `select quote_ident(a.attname) as name, format_type(a.atttypid, a.atttypmod) as type
       from pg_index i
       join unnest(i.indkey) with ordinality k(number, place) on true
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
      where i.indrelid = to_regclass($1) and i.indisprimary
      order by k.place`,
    [`public.${table}`],
  );
  if (rows.length === 0) throw new Error(`the table ${table} has no primary key`);
  return rows;
}

function pageSql(table: string, key: readonly KeyColumn[], columns: readonly OpenColumn[], limit: number) {
  const names = key.map(({ name }) => name).join(', ');
  const select = `select array[${key.map(({ name }) => `${name}::text`).join(', ')}] as key,
    array[${columns.map(({ column, type, where = 'true' }) => `case when ${where} then ${textOf(column, type)} end`).join(', ')}] as texts
      from ${table}`;
  const order = `order by ${names} limit ${limit}`;
  const values = key.map(({ type }, position) => `$${position + 1}::text::${type}`).join(', ');
  return { first: `${select} ${order}`, next: `${select} where (${names}) > (${values}) ${order}` };
}

function equal(key: readonly KeyColumn[], from: number): string {
  return key.map(({ name, type }, position) => `${name} = $${from + position}::text::${type}`).join(' and ');
}

/** A column as text: lists of text as a JSON array, bytes in base64. */
function textOf(column: string, type: string): string {
  if (type === 'bytea') return `encode(${column}, 'base64')`;
  return type === 'text[]' ? `to_jsonb(${column})::text` : `${column}::text`;
}

/** The way back. */
function columnValue(placeholder: string, type: string): string {
  if (type === 'bytea') return `decode(${placeholder}::text, 'base64')`;
  if (type === 'text[]') return `array(select jsonb_array_elements_text(${placeholder}::text::jsonb))`;
  return `${placeholder}::text::${type}`;
}
