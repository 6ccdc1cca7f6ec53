import type { EventEmitter } from 'node:events';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { silent } from '../../test/support/identity.js';
import { createPool } from './pool.js';
import { RowsQuery, rowsOf } from './rows-query.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, 1, silent);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const rows = (name: string, text: string, ...values: unknown[]) => rowsOf(pool, new RowsQuery({ name, text, values }));

it('reads each type of value, and null', async () => {
  const text = `select 'a "b"' as "name's", 9007199254740991::int8 as big, 1::int4 as small, true as yes, null::int8 as none,
      null::text as empty, '2026-01-02'::date as day, '-infinity'::date as ever, '2026-01-02 03:04:05.6789+00'::timestamptz as at,
      '{"a":[1]}'::json as object, '{1,2}'::int4[] as list, $1::text as given`;
  expect(await rows('test.types', text, 'x')).toEqual([
    {
      "name's": 'a "b"',
      ...{ big: 9_007_199_254_740_991, small: 1, yes: true, none: null, empty: null },
      ...{ day: '2026-01-02', ever: '-infinity', at: '2026-01-02T03:04:05.678Z' },
      ...{ object: { a: [1] }, list: [1, 2], given: 'x' },
    },
  ]);
});

it('reads columns of an inner row into an object, and null where there is none', async () => {
  const text = `select n, l.id as "loan.id", l.at as "loan.at", n + 1 as last
      from generate_series(1, 2) n left join (values (1, 'a', null::int8)) l (n, id, at) using (n)`;
  expect(await rows('test.within', text)).toEqual([
    { n: 1, last: 2, loan: { id: 'a', at: null } },
    { n: 2, last: 3, loan: null },
  ]);
});

it('returns every row in order, and none', async () => {
  const text = 'select n from generate_series(1, $1::int4) n';
  expect(await rows('test.series', text, 3)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(await rows('test.series', text, 0)).toEqual([]);
});

it('fails for a value that cannot be read, and the connection answers the next query', async () => {
  const text = 'select n from (values (1::int8), (9007199254740992), (2)) row (n)';
  await expect(rows('test.beyond', text)).rejects.toThrow('beyond 2^53 - 1');
  expect(await rows('test.series', 'select n from generate_series(1, $1::int4) n', 1)).toEqual([{ n: 1 }]);
});

it('fails for a statement that the server refuses', async () => {
  await expect(rows('test.refused', 'select 1 / $1::int4 as n', 0)).rejects.toMatchObject({ code: '22012' });
});

it('reads a statement that another server describes with other columns', async () => {
  expect(await rows('test.described', 'select 1 as first, 2 as second')).toEqual([{ first: 1, second: 2 }]);
  const other = createPool(database.url, 1, silent);
  try {
    const query = new RowsQuery({ name: 'test.described', text: `select 'x' as second, 3 as first`, values: [] });
    expect(await rowsOf(other, query)).toEqual([{ second: 'x', first: 3 }]);
  } finally {
    await other.end();
  }
});

it('asks the server once for the columns of a statement on a connection, also after an execution that failed', async () => {
  const client = await pool.connect();
  try {
    let descriptions = 0;
    const { connection } = client as unknown as { connection: EventEmitter };
    connection.on('rowDescription', () => descriptions++);
    const run = (divisor: number, text: string) =>
      rowsOf(
        client,
        new RowsQuery({
          name: 'test.once',
          text: 'select 6 / $1::int4 as n, $2 as "of.text"',
          values: [divisor, text],
        }),
      );
    await expect(run(0, 'a')).rejects.toMatchObject({ code: '22012' });
    for (const [divisor, text] of [
      [1, 'b'],
      [2, 'c'],
      [3, 'd'],
    ] as const) {
      expect(await run(divisor, text)).toEqual([{ n: 6 / divisor, of: { text } }]);
    }
    await expect(run(0, 'e')).rejects.toMatchObject({ code: '22012' });
    expect(await run(6, 'f')).toEqual([{ n: 1, of: { text: 'f' } }]);
    expect(descriptions).toBe(1);
  } finally {
    client.release();
  }
});
