import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../core/logging/logger.js';
import { readDatabaseRecord } from './database-record.js';
import { findEmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.js';
import { isAlive, livePostmaster, signalAndWait } from './postmaster.js';

let dataDir: string;
const start = () => startEmbeddedDatabase({ dataDir, logger: createLogger('silent', 'test'), durable: false });

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-embedded-'));
  await chmod(dataDir, 0o755); // as root, the database runs as another user
});

afterEach(async () => {
  const left = await livePostmaster(join(dataDir, 'postgres'));
  if (left !== undefined) await signalAndWait(left.pid, 'SIGKILL', 5_000);
  await rm(dataDir, { recursive: true, force: true });
});

test('committed data survives a stop, and no process is left', async () => {
  const first = await start();
  await query(first.ownerUrl, 'create table kept as select 42 as answer');
  const { pid } = (await readDatabaseRecord(dataDir)) ?? { pid: 0 };
  expect(isAlive(pid)).toBe(true);
  await first.stop();
  expect(isAlive(pid)).toBe(false);
  expect(await findEmbeddedDatabase(dataDir)).toBeUndefined();

  const second = await start();
  expect(await query(second.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await second.stop();
});

test('a running one can be found by other processes of the same user, through a file that only they can read', async () => {
  const database = await start();
  const { url, ownerUrl } = database;
  expect(await findEmbeddedDatabase(dataDir)).toEqual({ url, ownerUrl });
  expect((await stat(join(dataDir, 'database.json'))).mode & 0o777).toBe(0o600);
  await database.stop();
});

test('a second start in the same folder is refused, and does not disturb the first', async () => {
  const first = await start();
  await expect(start()).rejects.toThrow(/another Tributary is already running in .*TRIBUTARY_DATA_DIR/);
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await first.stop();
});

test('when two first starts run at once, exactly one gets the folder', async () => {
  const outcomes = await Promise.allSettled([start(), start()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value.stop();
});

test('a server that was killed does not block the next start', async () => {
  await start();
  const { pid } = (await readDatabaseRecord(dataDir)) ?? { pid: 0 };
  await signalAndWait(pid, 'SIGKILL', 5_000);
  const next = await start();
  expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await next.stop();
});

test('a first start that was killed half-way does not block the next one', async () => {
  const leftover = join(dataDir, 'initdb-999999999-abcd');
  await mkdir(leftover);
  await (await start()).stop();
  await expect(stat(leftover)).rejects.toThrow('ENOENT');
});

async function query(url: string, sql: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}
