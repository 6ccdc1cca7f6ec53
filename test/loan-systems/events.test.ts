import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../support/api.js';
import { answerOf } from '../support/command.js';
import { freePort } from '../support/free-ports.js';
import type { Lender } from '../support/lender.js';
import { Product } from '../support/process.js';
import { openStandIn, type RemoteStandIn } from '../support/remote-stand-ins.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/** Two processes, each with its own circuit breaker, on one loan system. */
let standIn: RemoteStandIn;
let port: number;
let instance: TestInstance;
let lender: Lender;
let api: Api;
let parts: readonly Product[];

beforeAll(async () => {
  port = await freePort();
  standIn = await openStandIn('fineract', false, port);
  standIn.makeLoan(100_000);
  instance = await openTestInstance({ worker: false, environment: standIn.environment });
  lender = await instance.lender();
  api = await lender.api();
  const shell = {
    ...{ NODE_ENV: 'test', LOG_LEVEL: 'fatal', DATABASE_URL: instance.databaseUrl },
    ...{ TRIBUTARY_DATA_DIR: instance.resources.config.dataDir, LOAN_SYSTEM_TIMEOUT_MS: '1000' },
    ...standIn.environment,
  };
  const words = ['--code', 'core', '--kind', standIn.kind, '--base-url', standIn.baseUrl];
  const settings = Object.entries(standIn.settings).flatMap(([name, value]) => ['--setting', `${name}=${value}`]);
  const secrets = Object.entries(standIn.secretEnv).flatMap(([name, env]) => ['--secret', `${name}-env=${env}`]);
  const whose = ['--organization', lender.organizationId];
  await answerOf(['loan-systems', 'add', ...words, ...whose, ...settings, ...secrets], shell);
  parts = ['worker', 'payments'].map(
    (PART) =>
      new Product({
        program: 'test/support/loan-system-status-process.js',
        command: [],
        environment: { ...shell, PART, SYSTEM: 'core' },
      }),
  );
  await Promise.all(parts.map((part) => part.startAndReadLine()));
}, 120_000);
afterAll(async () => {
  await Promise.all(parts.map((part) => part.kill()));
  await instance.close();
  await standIn.close();
});

const reported = async () => (await api.get('/v1/events?type=loan_system.*')).json.items;
/** The state of the running parts' breakers. */
const broken = async (): Promise<readonly boolean[]> =>
  (
    await instance.resources.pool.query(
      "select is_broken from loan_system_sighting where seen_at > now() - interval '5 seconds' and last_call_at is not null",
    )
  ).rows.map(({ is_broken }) => is_broken);

it('an unreachable loan system is reported once, however many processes notice; so is its recovery', async () => {
  await expect.poll(broken).toEqual([false, false]);
  expect(await reported()).toEqual([]);
  await standIn.close();
  await expect.poll(broken).toEqual([true, true]);
  await expect.poll(async () => (await reported()).length).toBe(1);
  standIn = await openStandIn('fineract', false, port);
  await expect.poll(broken, { timeout: 60_000 }).toEqual([false, false]);
  await expect.poll(async () => (await reported()).length).toBe(2);
  await standIn.close();
  await expect.poll(async () => (await reported()).length, { timeout: 60_000 }).toBe(3);
  await expect.poll(broken).toEqual([true, true]);
  const about = { object_type: 'loan_system', object_id: 'core', organization_id: lender.organizationId };
  expect(await reported()).toMatchObject([
    { ...about, type: 'loan_system.unreachable', status: 'unreachable', previous_status: 'reachable', sequence: 1 },
    { ...about, type: 'loan_system.recovered', status: 'reachable', previous_status: 'unreachable', sequence: 2 },
    { ...about, type: 'loan_system.unreachable', sequence: 3 },
  ]);
}, 240_000);
