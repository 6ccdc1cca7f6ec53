import type pg from 'pg';
import { columnOf, type Model, tableOf } from './sql-types.js';
import { withClient } from './with-client.js';

/** The new value of a text. Null: it must be removed. The same text: no change. */
export type Rewriting = (text: string) => string | null;

/** A column whose texts are checked one by one: text, lists of text, JSON, or bytes that are text. */
export interface RewrittenColumn {
  readonly model: Model;
  readonly field: string;
  readonly rewriting: Rewriting;
  /** An SQL condition on the row: other rows are skipped. */
  readonly where?: string;
  /** Why a text is kept where other rows refer to it: it is reported, and an operator decides. */
  readonly keptBecause?: string;
}

/** A text that was kept although it should change. */
export interface KeptText {
  /** The values of the row's primary key, in the key's order. */
  readonly key: readonly string[];
  readonly why: string;
}

/** The result for one column. */
export interface ColumnOutcome {
  /** `table.column` */
  readonly name: string;
  readonly replaced: number;
  readonly kept: readonly KeptText[];
}

export interface RewritingOptions {
  /** False: a dry run, in which `replaced` counts the texts that would be replaced. */
  readonly changes: boolean;
  /** Called after each batch with the table and the number of its rows read so far. */
  readonly onProgress?: (table: string, seen: number) => void;
  readonly batchRows?: number;
}

const BATCH_ROWS = 500;
const ROWS_OF_BYTES = 10;
/** Postgres' codes for a duplicate row, for a row that others reference, and for a trigger that forbids the change. */
const REFUSED: Readonly<Record<string, string>> = {
  '23505': 'another row already has the masked text, and the text must be unique',
  '23503': 'rows of another table reference it by this text',
  '23001': 'the journal does not allow this text to change',
};

/**
 * Goes through all rows of the columns' tables in primary-key order, and replaces texts. Each replacement is one
 * statement that changes only the text that was read: a concurrent change is kept. After a kill or on a second run,
 * it changes only texts that still need it.
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
    // Columns of the primary key change last.
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

/** Converts the text back to the column's type. */
function columnValue(placeholder: string, type: string): string {
  if (type === 'bytea') return `decode(${placeholder}::text, 'base64')`;
  if (type === 'text[]') return `array(select jsonb_array_elements_text(${placeholder}::text::jsonb))`;
  return `${placeholder}::text::${type}`;
}
