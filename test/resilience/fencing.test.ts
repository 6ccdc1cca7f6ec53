import { afterAll, beforeAll, expect, it } from 'vitest';
import { readinessOf } from '../../core/health/readiness.js';
import { WORKER_LOCK_CLASS } from '../../core/jobs/worker-locks.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { Api } from '../support/api.js';
import { type FailoverPostgres, openFailoverPostgres } from '../support/failover.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

let postgres: FailoverPostgres;
/** Two processes: one that answers requests and opens no more connections by itself, and one with the worker. */
let instance: TestInstance;
let worker: TestInstance;
let api: Api;
let workersApi: Api;
let account: string;

beforeAll(async () => {
  postgres = await openFailoverPostgres();
  const shared = { url: postgres.url, runUrl: postgres.runUrl, drop: async () => undefined };
  instance = await openTestInstance({ database: shared, worker: false });
  worker = await openTestInstance({ database: shared });
  const lender = await instance.lender();
  account = await lender.ledgerAccount();
  const key = await lender.key();
  [api, workersApi] = [await Api.exchange(instance.baseUrl, key), await Api.exchange(worker.baseUrl, key)];
});
afterAll(async () => {
  await Promise.all([instance?.close(), worker?.close()]);
  await postgres?.drop();
});

const statusOfPayment = async (by = api) => (await by.record(account, { amount_cents: 1 })).status;
const paysUntil = (status: number, what: string) =>
  until(async () => (await statusOfPayment()) === status, what, 30_000);
const paymentsOn = async (run: FailoverPostgres['onPrimary']) =>
  Number((await run('select count(*)::int as count from collected_payment'))[0]?.['count']);

it('a failover whose old primary stays up: the product closes its connections to it, and refuses it when it comes back', async () => {
  for (let paid = 0; paid < 3; paid += 1) expect(await statusOfPayment()).toBe(201);
  await postgres.caughtUp();
  await postgres.promote();

  // The address moves. Open connections stay with the old primary, which does not notice the failover.
  postgres.address.to(postgres.replicaPort);
  for (const by of [api, workersApi]) {
    const before = await paymentsOn(postgres.onReplica);
    const isThere = async () => (await statusOfPayment(by)) === 201 && (await paymentsOn(postgres.onReplica)) > before;
    await until(isThere, 'payments go to the new primary', 30_000);
  }
  // On the new primary, other processes must see that the worker is running.
  const locks = `select from pg_locks where locktype = 'advisory' and classid = ${WORKER_LOCK_CLASS} and granted`;
  const areShown = async () => (await postgres.onReplica(locks)).length > 0;
  await until(areShown, 'the worker holds its lock on the new primary', 30_000);
  const onOld = await paymentsOn(postgres.onPrimary);
  const onNew = await paymentsOn(postgres.onReplica);
  for (let paid = 0; paid < 3; paid += 1) expect(await statusOfPayment()).toBe(201);
  expect(await paymentsOn(postgres.onReplica)).toBe(onNew + 3);

  // The address leads back, as when two nodes both act as the primary.
  postgres.address.cut();
  postgres.address.to(postgres.primaryPort);
  await paysUntil(503, 'payments are refused');
  for (let tried = 0; tried < 5; tried += 1) expect(await statusOfPayment()).toBe(503);
  for (const { resources } of [instance, worker]) {
    const { isReady, checks } = await readinessOf(resources.checks);
    expect(isReady).toBe(false);
    expect(checks['database']).toMatch(/^failed: .* timeline 1, .* earlier than timeline 2, /);
  }
  const models = instance.resources.db.models(systemPrincipal('test'));
  await expect(models.organization.findMany()).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await paymentsOn(postgres.onPrimary)).toBe(onOld);

  postgres.address.cut();
  postgres.address.to(postgres.replicaPort);
  await paysUntil(201, 'payments are taken again');
  for (const { resources } of [instance, worker]) await until(resources.isReady, 'the part is ready again');
  expect(await paymentsOn(postgres.onPrimary)).toBe(onOld);
}, 120_000);
