import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { systemPrincipal } from '../principal/principal.js';
import { statement } from './statement.js';
import { withLiterals } from './statement-literals.js';

const HOSTILE = [
  "'",
  "''; drop table account; --",
  '\\',
  "\\'",
  '$1',
  '$2 $$',
  '"',
  '{}',
  'NULL',
  '%',
  '\r\n\t',
  '—',
  '',
];
const EVERYONE = systemPrincipal('test');
const echo = statement({
  name: 'test.literal_echo',
  unscoped: 'reads_no_rows',
  takes: { text: 'text', texts: 'text[]', number: 'int8', flag: 'bool', nothing: 'date?' },
  text: ({ p }) => `select ${p.text}::text as text, ${p.texts}::text[] as texts, ${p.number}::bigint as number,
    (0::bigint -${p.number})::bigint as minus, ${p.flag}::boolean as flag, ${p.nothing}::date as nothing, ${p.text}::text as again`,
});
const scoped = statement({
  name: 'test.literal_scoped',
  text: ({ scope }) => `select id from organization where ${scope('id')}`,
});

let database: TestDatabase;
let sql: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  sql = new pg.Client(database.url);
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

it('the text that stands for every organization in a principal is an ordinary value of a parameter', async () => {
  const values = { text: 'all', texts: ['all'], number: 1, flag: true, nothing: null };
  const { rows } = await sql.query(withLiterals(echo, EVERYONE, values));
  expect(rows[0]).toMatchObject({ text: 'all', texts: ['all'], again: 'all' });
});

it('a value written into the statement comes out unchanged, hostile or not', async () => {
  const anything = fc
    .oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }))
    .filter((text) => !text.includes('\0'));
  await fc.assert(
    fc.asyncProperty(anything, fc.array(anything), fc.integer(), fc.boolean(), async (text, texts, number, flag) => {
      const { rows } = await sql.query(withLiterals(echo, EVERYONE, { text, texts, number, flag, nothing: null }));
      const minus = String(number === 0 ? 0 : -number);
      expect(rows).toEqual([{ text, texts, number: String(number), minus, flag, nothing: null, again: text }]);
    }),
    { numRuns: 200 },
  );
});

it('includes the caller’s allowlist, and an id with quotes remains an id', async () => {
  const caller = (organizationIds: readonly string[] | 'all') => ({ ...EVERYONE, organizationIds });
  await sql.query("insert into organization (id, display_name, legal_name, dba_name) values ('A', 'A', 'A', 'A')");
  const seen = async (ids: readonly string[] | 'all') => (await sql.query(withLiterals(scoped, caller(ids), {}))).rows;
  expect(await seen(['A'])).toEqual([{ id: 'A' }]);
  expect(await seen('all')).toEqual([{ id: 'A' }]);
  for (const ids of [[], ['B'], ["B'}'::text[]) or true --"], ['"A"'], ['B","A'], ['\\A']])
    expect(await seen(ids)).toEqual([]);
});

it('text with a NUL is refused: Postgres would end the statement at it', () => {
  expect(() => withLiterals(echo, EVERYONE, { text: 'a\0b', texts: [], number: 1, flag: true, nothing: null })).toThrow(
    RangeError,
  );
});
