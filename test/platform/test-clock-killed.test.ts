import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../core/time/dates.js';
import { graphClient } from '../support/graph.js';
import { operatorToken } from '../support/operators.js';
import { Product } from '../support/process.js';
import { SandboxHarness } from '../support/sandbox-harness.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

/* Number of workers that are killed in the middle of an advance, each a separate process. */

const KILLS = 3;
const DAYS = 100;
/** Monthly from the third day on, whatever the months. */
const RUNS = 4;

let instance: TestInstance;
let harness: SandboxHarness;
let worker: Product;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  const admin = graphClient(
    instance.graphqlUrl,
    await operatorToken(instance.resources, { subject: 'ola', role: 'admin' }),
  );
  harness = await SandboxHarness.open(instance, admin);
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: instance.databaseUrl,
    TRIBUTARY_DATA_DIR: instance.resources.config.TRIBUTARY_DATA_DIR,
    RECONCILE_FIRST_DELAY_MS: '50',
    CARD_PROCESSOR_TIMEOUT_MS: '500',
    WORKER_LIFE_CHECK_MS: '500',
  };
  worker = new Product({ command: ['serve', 'worker'], environment });
}, 120_000);
afterAll(async () => {
  await worker?.kill('SIGTERM');
  await instance?.close();
});

it(`after a worker is killed ${KILLS} times on the way: every date is run once, and the clock reaches its day`, async () => {
  const account = await harness.loan(3);
  const schedule = await harness.schedule(account, 3);
  const began = await harness.today();
  const to = addDays(began, DAYS);
  expect((await harness.advance({ to })).status).toBe(202);
  const clock = async () => (await harness.api.get('/v1/test-clock')).json;
  const { pool } = instance.resources;
  const endLease = () =>
    pool.query(`update test_clock set lease_until = now() - interval '1 minute' where organization_id = $1`, [
      harness.lender.organizationId,
    ]);
  let killedOnTheWay = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = (await clock()).at;
    worker.start();
    await until(async () => (await clock()).at >= addDays(before, 15), 'the clock has advanced 15 days', 120_000);
    await worker.kill();
    killedOnTheWay += (await clock()).status === 'advancing' ? 1 : 0;
    // The last lease is waited for; the others are ended here.
    if (kill < KILLS) await endLease();
  }
  expect(killedOnTheWay).toBe(KILLS);
  worker.start();
  await until(async () => (await clock()).status === 'resting', 'the clock has reached its day', 120_000);
  expect(await clock()).toMatchObject({ status: 'resting', from: began, to, at: to, error: null });

  const runs = await pool.query('select due_on::text, status::text from autopay_run where schedule_id = $1', [
    schedule,
  ]);
  expect(new Set(runs.rows.map(({ due_on }) => due_on)).size).toBe(runs.rows.length);
  expect(runs.rows.map(({ status }) => status)).toEqual(Array.from({ length: RUNS }, () => 'posted'));
  const charges = await pool.query('select count(*)::int as n from sandbox_charge where organization_id = $1', [
    harness.lender.organizationId,
  ]);
  expect(charges.rows[0].n).toBe(RUNS);
}, 600_000);
