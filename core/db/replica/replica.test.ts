import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/support/database.js';
import { silent } from '../../../test/support/identity.js';
import { systemPrincipal } from '../../principal/principal.js';
import { createPool } from '../pool.js';
import { Replica } from './replica.js';

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
beforeEach(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, 2, silent);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

it.each([
  ['a server that is not a replica', (url: string) => url, 'it is not a replica'],
  ['a server that cannot be reached', () => 'postgres://nobody@127.0.0.1:1/none', 'it does not answer'],
])('%s is not used, and this is logged once', async (_, urlOf, reason) => {
  const warn = vi.spyOn(silent, 'warn');
  const checks = vi.fn();
  pool.on('acquire', checks);
  const url = urlOf(database.url);
  const source = { primary: pool, connections: 2, exportConnections: 1, maxLagMs: 500, logger: silent };
  const replica = new Replica({ url, ...source });
  await vi.waitUntil(() => checks.mock.calls.length > 4, { timeout: 15_000 });
  expect(await replica.mayAnswer(systemPrincipal('test'))).toBe(false);
  await replica.close();
  expect(warn.mock.calls.map(([fields]) => fields)).toEqual([expect.objectContaining({ reason })]);
  warn.mockRestore();
});
