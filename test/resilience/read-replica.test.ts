import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { derived } from '../../core/db/columns.js';
import { statement } from '../../core/db/statement.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { databaseReads } from '../../core/telemetry/metrics.js';
import { Api, send } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { openReplicatedPostgres, type ReplicatedPostgres } from '../support/streaming-replica.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

/** Longer than the test: while replay is paused, the replica's data is old but still counts as fresh. */
const BOUND = { DATABASE_READ_MAX_LAG_MS: '600000' };
const JOB = systemPrincipal('test');

let postgres: ReplicatedPostgres;
/** Two processes on the same database. */
let instance: TestInstance;
let other: TestInstance;
let lender: Lender;
let accountId: string;
let writer: Api;
let writerElsewhere: Api;
let reader: Api;
/** The same caller on the API that takes keys directly. */
let writerByKey: Api;
let readerByKey: Api;

beforeAll(async () => {
  postgres = await openReplicatedPostgres();
  [instance, other] = [await open(BOUND), await open(BOUND)];
  lender = await instance.lender();
  accountId = await lender.ledgerAccount();
  const key = await lender.key();
  writer = await Api.exchange(instance.baseUrl, key);
  writerElsewhere = await Api.exchange(other.baseUrl, key);
  const readersKey = await lender.key();
  reader = await Api.exchange(other.baseUrl, readersKey);
  [writerByKey, readerByKey] = [new Api(other.baseUrl, key.plaintext), new Api(other.baseUrl, readersKey.plaintext)];
  await postgres.caughtUp();
});
afterAll(async () => {
  await Promise.all([instance?.close(), other?.close()]);
  await postgres?.drop();
});

async function open(settings: Readonly<Record<string, string>>): Promise<TestInstance> {
  const opened = await openTestInstance({
    database: { url: postgres.primaryUrl, runUrl: postgres.primaryRunUrl, drop: async () => undefined },
    environment: {
      DATABASE_READ_URL: postgres.replicaUrl,
      CURSOR_SIGNING_SECRET: 'a secret that two processes share for cursors',
      ...settings,
    },
    worker: false,
  });
  await until(() => mayAnswer(opened), 'the replica is fresh');
  return opened;
}

const mayAnswer = async ({ resources }: TestInstance) => (await resources.replica?.mayAnswer(JOB)) === true;

async function paused(work: () => Promise<void>): Promise<void> {
  await postgres.onReplica('select pg_wal_replay_pause()');
  const state = 'select pg_get_wal_replay_pause_state() as state';
  await until(async () => (await postgres.onReplica(state))[0]?.['state'] === 'paused', 'replay is paused');
  await work().finally(() => postgres.onReplica('select pg_wal_replay_resume()'));
  await postgres.caughtUp();
}

const recorded = async (): Promise<string> => (await writer.record(accountId)).json.payment_id;
const listed = async (api: Api, query = ''): Promise<readonly string[]> =>
  (await api.get(`/v1/accounts/${accountId}/payments${query}`)).json.items.map(
    (payment: { readonly payment_id: string }) => payment.payment_id,
  );
const readsOf = async (server: string): Promise<number> =>
  (await databaseReads.get()).values.find(({ labels }) => labels.server === server)?.value ?? 0;

const exported = ({ token }: Api) =>
  send(`${other.baseUrl}/reports/crr`, { headers: { authorization: `Bearer ${token}`, accept: 'text/csv' } });

describe('a replica that lags within the limit', () => {
  it('answers lists and exports; a caller sees its own writes, in every process; single reads go to the primary', async () => {
    await paused(async () => {
      const id = await recorded();
      expect(await listed(writer)).toContain(id);
      expect(await listed(writerElsewhere)).toContain(id);
      expect(await listed(reader)).not.toContain(id);
      expect((await reader.get(`/v1/payments/${id}`)).json.payment_id).toBe(id);
      const transactions = async (api: Api) =>
        (await api.get(`/v1/accounts/${accountId}/transactions`)).json.items.length;
      expect(await transactions(writerElsewhere)).toBe((await transactions(reader)) + 1);
      const csvLines = async (api: Api) => (await exported(api)).text.trim().split('\n').length;
      expect(await csvLines(writerByKey)).toBe((await csvLines(readerByKey)) + 1);
    });
    expect(await listed(reader)).toEqual(await listed(writer));
  });

  it('does not continue a pagination that the primary started', async () => {
    await paused(async () => {
      const [first, second] = [await recorded(), await recorded()];
      const page = (await writer.get(`/v1/accounts/${accountId}/payments?limit=1`)).json;
      expect(page.items[0].payment_id).toBe(second);
      expect(await listed(reader, `?limit=1&cursor=${page.page.next_cursor}`)).toEqual([first]);
    });
    await recorded();
    await postgres.caughtUp();
    const before = await readsOf('replica');
    const begun = (await reader.get(`/v1/accounts/${accountId}/payments?limit=1`)).json;
    expect(await listed(reader, `?limit=1&cursor=${begun.page.next_cursor}`)).toHaveLength(1);
    expect(await readsOf('replica')).toBe(before + 2);
  });
});

it('a replica can answer every list and every report', async () => {
  const { paths } = JSON.parse(await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
  const lists = Object.entries<{ get?: { parameters?: readonly { name?: string; required?: boolean }[] } }>(paths)
    .filter(([path]) => !path.includes('{') && !path.endsWith('/') && path !== '/reports/spr')
    .filter(([, { get }]) => get?.parameters?.some(({ name }) => name === 'cursor'))
    .map(([path]) => path);
  const before = await readsOf('primary');
  const answers = new Map<string, number>();
  for (const path of lists)
    answers.set(path, (await (path.startsWith('/v1/') ? reader : readerByKey).get(path)).status);
  expect(answers.size).toBeGreaterThan(15);
  expect(new Set(answers.values())).toEqual(new Set([200]));
  expect(await readsOf('primary')).toBe(before);
});

const onWhichServer = statement({
  name: 'test.slow_on_a_replica',
  unscoped: 'reads_no_rows',
  gives: derived({ isReplica: 'bool' }),
  text: () => `
    select pg_is_in_recovery() as "isReplica"
      from (select count(*) as beats, pg_sleep(case when pg_is_in_recovery() then 10 else 0 end) from heartbeat) slept`,
});

it('a statement that the replica cancels for its replay is repeated on the primary', async () => {
  const { db, pool, replica } = instance.resources;
  const asked = db.fromReplica(JOB, onWhichServer, {});
  const running = `select 1 from pg_stat_activity where query like '%pg_sleep(case%' and pid <> pg_backend_pid()`;
  await until(async () => (await postgres.onReplica(running)).length > 0, 'the replica works on the statement');
  await pool.query('begin; lock table heartbeat in access exclusive mode; commit');
  expect(await asked).toEqual({ rows: [{ isReplica: false }], isLate: false });
  expect(await replica?.mayAnswer(JOB)).toBe(true);
});

describe('an unusable replica', () => {
  it('lags beyond the limit: reads go to the primary, and to the replica again once it has caught up', async () => {
    const strict = await open({ DATABASE_READ_MAX_LAG_MS: '1000' });
    const strictReader = await Api.exchange(strict.baseUrl, await lender.key());
    await paused(async () => {
      const id = await recorded();
      await until(async () => !(await mayAnswer(strict)), 'the replica lags more than it may');
      expect(await listed(strictReader)).toContain(id);
    });
    await until(() => mayAnswer(strict), 'the replica has caught up');
    await strict.close();
  });

  it('was killed: lists, reports and exports continue', async () => {
    await postgres.killReplica();
    const id = await recorded();
    expect(await listed(reader)).toContain(id);
    for (const path of ['/accounts', '/reports/crr']) expect((await readerByKey.get(path)).status).toBe(200);
    expect((await exported(readerByKey)).status).toBe(200);
    expect(await other.resources.replica?.mayAnswer(JOB)).toBe(false);
  });
});
