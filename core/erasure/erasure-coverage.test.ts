import { expect, it } from 'vitest';
import { TABLES } from '../../prisma/client/rows.js';
import { WRITTEN_BY_THE_PRODUCT } from '../../test/support/fields-written-by-the-product.js';
import { ERASURE_COVERAGE } from './erasure-coverage.js';

interface Column {
  readonly column: string;
  readonly type: string;
  /** The rule for a free text. */
  readonly text?: string;
}

interface Entry {
  readonly erased?: readonly string[];
  readonly stays: string | Readonly<Record<string, readonly string[]>>;
}

const isText = ({ type }: Column) => /^(?:text|char|varchar)\b/.test(type);
const isFree = ({ type, text }: Column) => text !== undefined || /^(?:json|bytea)/.test(type);

/** Texts that a person may be in. Who writes the others is held by test/security/stored-text.test.ts. */
const judged = Object.entries(TABLES).flatMap(([model, { table, columns }]) => {
  const entry = entryOf(model);
  return Object.entries<Column>(columns)
    .filter(
      ([field, column]) =>
        isFree(column) || (entry.erased !== undefined && isText(column) && !WRITTEN_BY_THE_PRODUCT.test(field)),
    )
    .map(([, { column }]) => ({ name: `${table}.${column}`, handling: handlingOf(entry, column) }));
});

it.each(judged)('$name is erased, or stays for a reason', ({ handling }) => {
  expect(handling).toHaveLength(1);
});

it('no entry names another column, except ids that are erased', () => {
  const named = Object.entries(ERASURE_COVERAGE).flatMap(([model, { stays }]: [string, Entry]) =>
    typeof stays === 'string'
      ? []
      : Object.values(stays).flatMap((columns) => columns.map((each) => `${model}.${each}`)),
  );
  const known = judged.map(({ name }) => name);
  const tables = new Map<string, string>(Object.entries(TABLES).map(([model, { table }]) => [model, table]));
  const names = named.map((each) => each.replace(/^\w+/, (model) => tables.get(model) ?? model));
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

function entryOf(model: string): Entry {
  const found = Object.entries(ERASURE_COVERAGE).find(([name]) => name === model);
  if (found === undefined) throw new Error(`${model} has no entry in core/erasure/erasure-coverage.ts`);
  return found[1];
}

/** `erased`, or the reasons why the column stays: exactly one. */
function handlingOf({ erased = [], stays }: Entry, column: string): readonly string[] {
  const reasons =
    typeof stays === 'string' ? [] : Object.entries(stays).filter(([, columns]) => columns.includes(column));
  return [...(erased.includes(column) ? ['erased'] : []), ...reasons.map(([reason]) => reason)];
}
