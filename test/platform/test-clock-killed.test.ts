import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../core/dates.js';
import { graphClient } from '../support/graph.js';
import { type House, openHouse } from '../support/house.js';
import { operatorToken } from '../support/operators.js';
import { Product } from '../support/process.js';
import { SandboxDesk } from '../support/sandbox-desk.js';

/* Workers of their own that are killed in the middle of an advance. */

const KILLS = 3;

let house: House;
let desk: SandboxDesk;
let worker: Product;

beforeAll(async () => {
  house = await openHouse({ worker: false });
  const admin = graphClient(house.graphqlUrl, await operatorToken(house.resources, { subject: 'ola', role: 'admin' }));
  desk = await SandboxDesk.open(house, admin);
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: house.databaseUrl,
    TRIBUTARY_DATA_DIR: house.resources.config.TRIBUTARY_DATA_DIR,
    RECONCILE_FIRST_DELAY_MS: '50',
    CARD_PROCESSOR_TIMEOUT_MS: '500',
    WORKER_LIFE_CHECK_MS: '500',
  };
  worker = new Product({ command: ['serve', 'worker'], environment });
}, 60_000);
afterAll(async () => {
  await worker.kill('SIGTERM');
  await house.close();
});

it(`a worker that is killed ${KILLS} times on the way is followed: every date is run once, and the clock comes to its day`, async () => {
  const account = await desk.loan(3);
  const schedule = await desk.schedule(account, 3);
  const began = await desk.today();
  const to = addDays(began, 200);
  expect((await desk.advance({ to })).status).toBe(202);
  const clock = async () => (await desk.api.get('/v1/test-clock')).json;
  let killedOnTheWay = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = (await clock()).at;
    worker.start();
    for (let waits = 0; waits < 1_500 && (await clock()).at < addDays(before, 15); waits += 1) await sleep(20);
    await worker.kill();
    killedOnTheWay += (await clock()).status === 'advancing' ? 1 : 0;
  }
  expect(killedOnTheWay).toBe(KILLS);
  worker.start();
  for (let waits = 0; waits < 2_400 && (await clock()).status === 'advancing'; waits += 1) await sleep(50);
  expect(await clock()).toMatchObject({ status: 'resting', from: began, to, at: to, error: null });

  const { pool } = house.resources;
  const runs = await pool.query('select due_on::text, status::text from autopay_run where schedule_id = $1', [
    schedule,
  ]);
  expect(new Set(runs.rows.map(({ due_on }) => due_on)).size).toBe(runs.rows.length);
  expect(runs.rows.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 'posted'));
  const charges = await pool.query('select count(*)::int as n from sandbox_charge where organization_id = $1', [
    desk.lender.organizationId,
  ]);
  expect(charges.rows[0].n).toBe(7);
}, 240_000);
