import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { describeStatement } from '../support/describe-statement.js';
import { productStatements } from '../support/product-statements.js';

let database: TestDatabase;
let client: pg.Client;
/** Postgres' types by number, with the names that declarations use. */
let types: ReadonlyMap<number, string>;
/**
 * Columns that are never null, as `table.column` by number, including view columns, which Postgres does not know to
 * be non-null.
 */
let filled: ReadonlySet<string>;

beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client(database.url);
  await client.connect();
  types = await readTypes();
  filled = await readFilled();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const statements = productStatements().map(
  ({ name, declared, forOne, forAllowlist, forAll }) => [name, { ...declared, forOne, forAllowlist, forAll }] as const,
);

describe.each(statements)('%s', (_, { takes, gives, forOne, forAllowlist, forAll }) => {
  it.each([
    ['within one organization', forOne, 'text'],
    ['within an allowlist', forAllowlist, 'text[]'],
    ['for all', forAll, ''],
  ] as const)('matches its declaration, %s', async (__, { text, order }, allowed) => {
    const told = await describeStatement(client, text);
    const parameters = Object.fromEntries(order.map((name, index) => [name, typeName(told.parameters[index])]));
    const expected = Object.entries(takes).map(([name, { type }]) => [name, type]);
    const allowlist = order.flatMap((name) => (name === '@allowlist' ? [[name, allowed] as const] : []));
    expect(parameters).toEqual(Object.fromEntries([...expected, ...allowlist]));

    const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);
    const columns = told.columns.map(({ name, dataTypeID }) => ({ name, type: typeName(dataTypeID) }));
    expect(columns.toSorted(byName)).toEqual(gives.map(({ name, type }) => ({ name, type })).toSorted(byName));

    // A nullable column is never declared non-null; a non-null one may be declared nullable, as after an outer join.
    const straight = told.columns.filter(({ tableID }) => tableID !== 0);
    const nullable = straight.filter(({ tableID, columnID }) => !filled.has(`${tableID}.${columnID}`));
    const declaredFilled = gives.filter((column) => !column.nullable).map(({ name }) => name);
    expect(nullable.map(({ name }) => name).filter((name) => declaredFilled.includes(name))).toEqual([]);
  });
});

function typeName(oid: number | undefined): string | undefined {
  return oid === undefined ? undefined : types.get(oid);
}

async function readTypes(): Promise<ReadonlyMap<number, string>> {
  const { rows } = await client.query<{ oid: number; name: string }>(
    `select t.oid, case when t.typcategory = 'A' then e.typname || '[]' else t.typname end as name
       from pg_type t left join pg_type e on e.oid = t.typelem`,
  );
  return new Map(rows.map(({ oid, name }) => [oid, name]));
}

async function readFilled(): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select attrelid || '.' || attnum as name from pg_attribute join pg_class on pg_class.oid = attrelid
       where attnum > 0 and (attnotnull or relkind = 'v')`,
  );
  return new Set(rows.map(({ name }) => name));
}
