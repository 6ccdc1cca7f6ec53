import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readinessOf } from '../../core/health/readiness.js';
import { claim } from '../../core/idempotency/idempotency.js';
import { deleteExpiredKeys } from '../../core/idempotency/idempotency.store.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import type { Api } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

let instance: TestInstance;
let lender: Lender;
let api: Api;
let sql: pg.Client;

beforeAll(async () => {
  instance = await openTestInstance();
  lender = await instance.lender();
  api = await lender.api();
  sql = new pg.Client(instance.databaseUrl);
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await instance.close();
});

/** @returns the number of connections terminated */
async function terminateConnections(): Promise<number> {
  const { rowCount } = await sql.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return rowCount ?? 0;
}

/**
 * The number of connections waiting for a lock now. Clears the snapshot, because pg_stat_activity does not change
 * within a transaction.
 */
async function waitingNow(): Promise<number> {
  await sql.query('select pg_stat_clear_snapshot()');
  const { rows } = await sql.query(`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0].count;
}

describe('every connection is terminated, again and again', () => {
  it('the process keeps running, requests are answered again, and jobs run again', async () => {
    const account = await lender.sandboxAccount('SBX-UNCONFIRMED-POSTS');
    for (let n = 0; n < 10; n += 1) {
      await until(async () => (await terminateConnections()) > 0, 'the process is connected again');
    }
    await expect.poll(async () => (await api.get('/v1/organizations')).status).toBe(200);
    const recorded = await api.record(account);
    expect(recorded.status).toBe(202);
    await api.settled(recorded.json.payment_id, 'posted', 40_000);
  });
});

describe('another session holds the lock of a loan', () => {
  it('payments on it get 503 service_unavailable, others are answered; after the release all works', async () => {
    const [held, free] = [await lender.ledgerAccount(), await lender.ledgerAccount()];
    await sql.query('begin');
    await sql.query('select 1 from ledger_loan where id = $1 for update', [held]);
    const waiting = Promise.all(Array.from({ length: 8 }, () => api.record(held)));
    await until(async () => (await waitingNow()) === 4, 'four payments wait for the loan');
    expect((await api.record(free)).status).toBe(201);
    expect((await api.get('/v1/organizations')).status).toBe(200);
    for (const { status, json } of await waiting) {
      expect([status, json]).toEqual([503, refusalOf('service_unavailable')]);
    }
    await sql.query('rollback');
    expect((await api.record(held)).status).toBe(201);
    expect((await api.get(`/v1/accounts/${held}/payments`)).json.items).toHaveLength(1);
  });
});

describe('thirty clients pay on a loan that another session has locked', () => {
  it.each([
    ['record', async (held: string) => () => api.record(held)],
    [
      'reverse',
      async (held: string) => {
        const { json } = await api.record(held);
        return () => api.reverse(json.payment_id);
      },
    ],
  ])(
    'four connections wait for it, and all other reads are answered: %s',
    async (_, actOn) => {
      const [held, free] = [await lender.ledgerAccount(), await lender.ledgerAccount()];
      const act = await actOn(held);
      const holder = new pg.Client(instance.databaseUrl);
      holder.on('error', () => undefined);
      await holder.connect();
      await holder.query('begin');
      await holder.query('select 1 from ledger_loan where id = $1 for update', [held]);
      await holder.query('select 1 from collected_payment where account_id = $1 for update', [held]);
      const wanting = Promise.all(Array.from({ length: 30 }, act));
      await expect.poll(waitingNow).toBe(4);
      const reads = await Promise.all(Array.from({ length: 60 }, () => api.get(`/v1/accounts/${free}`)));
      expect(reads.map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 200));
      expect((await api.record(free)).status).toBe(201);
      expect(await waitingNow()).toBeLessThanOrEqual(4);
      await holder.query('rollback');
      await holder.end();
      // Four payments waited in Postgres, the others in the process: some succeeded, and none got an internal error.
      for (const { status } of await wanting) expect([201, 200, 409, 503]).toContain(status);
      expect((await api.record(held)).status).toBe(201);
    },
    60_000,
  );
});

describe('the database becomes read-only', () => {
  const restrict = async (to: 'on' | 'off') => {
    await sql.query(`
      do $$ begin execute format('alter database %I set default_transaction_read_only = ${to}', current_database()); end $$`);
    await terminateConnections();
  };

  it('payments get 503 with nothing posted, reads continue, and readiness shows the reason', async () => {
    const account = await lender.ledgerAccount();
    await restrict('on');
    await expect.poll(async () => (await api.get(`/v1/accounts/${account}`)).status).toBe(200);
    const refused = await api.record(account, {}, 'while it only reads');
    expect([refused.status, refused.json]).toEqual([503, refusalOf('service_unavailable')]);
    const readiness = await readinessOf(instance.resources.checks);
    expect(readiness).toMatchObject({ isReady: false, checks: { database: 'ok', 'database writes': 'failed' } });
    await restrict('off');
    await expect.poll(async () => (await api.record(account, {}, 'while it only reads')).status).toBe(201);
    expect((await api.get(`/v1/accounts/${account}/payments`)).json.items).toHaveLength(1);
  });
});

describe('an Idempotency-Key after its thirty days', () => {
  const tester = systemPrincipal('test');
  const request = (key: string) => ({
    organizationId: lender.organizationId,
    operation: 'test',
    key,
    earlierKeys: [],
    forms: [key],
    fingerprint: Buffer.alloc(32, 1),
  });
  const claimed = (key: string) => instance.resources.db.transaction((tx) => claim(tx, tester, request(key), newId()));
  const make = async (key: string, state: string, age: string) => {
    await claimed(key);
    await sql.query(
      `update idempotency_record set state = $2::idempotency_state, expires_at = now() + $3::interval,
              answer = case $2 when 'finished' then '{"kind":"problem","code":"servicing_rejected","fields":{}}'::jsonb end,
              answer_status = case $2 when 'finished' then 422 end, answer_body = case $2 when 'finished' then '{}' end
        where key = $1`,
      [key, state, age],
    );
  };

  it('can be claimed again although its row still exists; before that, it replays', async () => {
    await make('old', 'finished', '-1 second');
    await make('young', 'finished', '1 hour');
    expect((await claimed('old')).kind).toBe('proceed');
    expect((await claimed('young')).kind).toBe('replay');
    await make('old, outcome unknown', 'in_progress', '-1 second');
    expect((await claimed('old, outcome unknown')).kind).toBe('in_progress');
  });

  it('is deleted by housekeeping, unless its outcome is unknown; unexpired keys stay', async () => {
    await sql.query("delete from idempotency_record where operation = 'test'");
    for (const state of ['finished', 'released', 'in_progress']) {
      await make(`expired ${state}`, state, '-1 second');
      await make(`valid ${state}`, state, '1 hour');
    }
    const swept = await instance.resources.db.first(tester, deleteExpiredKeys, {
      organizationId: lender.organizationId,
      limit: 100,
    });
    expect(swept?.deleted).toBe(2);
    const { rows } = await sql.query("select key from idempotency_record where operation = 'test' order by key");
    expect(rows.map(({ key }) => key)).toEqual([
      'expired in_progress',
      'valid finished',
      'valid in_progress',
      'valid released',
    ]);
  });

  it('is skipped by housekeeping while a request claims it again: the new claim stays', async () => {
    await make('renewed', 'finished', '-1 second');
    await instance.resources.db.transaction(async (tx) => {
      expect((await claim(tx, tester, request('renewed'), newId())).kind).toBe('proceed');
      await instance.resources.db.first(tester, deleteExpiredKeys, {
        organizationId: lender.organizationId,
        limit: 100,
      });
    });
    expect((await claimed('renewed')).kind).toBe('in_progress');
  });
});
