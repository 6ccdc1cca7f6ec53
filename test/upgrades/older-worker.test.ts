import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startJobs } from '../../runtime/assembly/worker-jobs.js';
import type { Api } from '../support/api.js';
import { freePorts } from '../support/free-ports.js';
import type { Lender } from '../support/lender.js';
import { Product } from '../support/process.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';
import { unpackParts } from './released-parts.js';

/* A worker of the last release beside this version, while outcomes of this version's postings are unknown. */

const VERSIONS = (await readdir(new URL('.', import.meta.url))).filter((name) => /^\d+\.\d+\.\d+$/.test(name));
const RELEASED = VERSIONS.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1) ?? '';

const LONG_AGO = "now() - interval '1 hour'";

let instance: TestInstance;
let lender: Lender;
let api: Api;
let folder: string;
let older: Product;
const logged: string[] = [];

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  api = await lender.api();
  folder = await unpackParts(await readFile(new URL(`${RELEASED}/parts.json.br`, import.meta.url)));
}, 120_000);
afterAll(async () => {
  await older?.kill('SIGTERM');
  await instance?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

async function rows(text: string, values: readonly unknown[] = []): Promise<Record<string, any>[]> {
  return (await instance.resources.pool.query(text, [...values])).rows;
}

async function statusOf(id: string): Promise<string> {
  const [row] = await rows('select status::text from collected_payment where id = $1', [id]);
  return row?.['status'];
}

async function unconfirmed(): Promise<string> {
  const answer = await api.record(await lender.sandboxAccount('SBX-UNCONFIRMED-POSTS'));
  expect([answer.status, answer.json.status]).toEqual([202, 'pending_confirmation']);
  return answer.json.payment_id;
}

async function unconfirmedReversal(): Promise<string> {
  const paid = await api.record(await lender.sandboxAccount('SBX-REVERSAL-UNCONFIRMED'));
  expect((await api.reverse(paid.json.payment_id)).status).toBe(202);
  return paid.json.payment_id;
}

it(`a worker of ${RELEASED} never fails what this version posted under a reference; this version’s worker settles it`, async () => {
  const [payment, reversed] = [await unconfirmed(), await unconfirmedReversal()];
  // What the older worker does to those that have its own lease: it looks them up under their ids.
  const [paymentAsBefore, reversedAsBefore] = [await unconfirmed(), await unconfirmedReversal()];
  const ofReference = `reference_lease_until = ${LONG_AGO}`;
  await rows(`update collected_payment set ${ofReference} where id = $1`, [payment]);
  await rows(`update payment_reversal set ${ofReference} where payment_id = $1`, [reversed]);
  const asBefore = `reference_lease_until = null, lease_until = ${LONG_AGO}`;
  await rows(`update collected_payment set ${asBefore} where id = $1`, [paymentAsBefore]);
  await rows(`update payment_reversal set ${asBefore} where payment_id = $1`, [reversedAsBefore]);
  await rows(`update graphile_worker._private_jobs set run_at = ${LONG_AGO}`);
  await startOlder();
  const works = async () =>
    [await statusOf(paymentAsBefore), await statusOf(reversedAsBefore)].join() === 'failed,posted';
  await until(works, `the older worker works\n${logged.join('\n')}`);
  const untouched = `select id from graphile_worker.jobs where task_identifier = 'reconcile_posting' and run_at <= ${LONG_AGO}`;
  await until(async () => (await rows(untouched)).length === 0, 'the older worker has done or postponed every lookup');
  expect([await statusOf(payment), await statusOf(reversed)]).toEqual(['pending_confirmation', 'reversal_pending']);
  await older.kill('SIGTERM');

  const jobs = await startJobs(instance.resources);
  try {
    await api.settled(payment, 'posted');
    await api.settled(reversed, 'reversed');
  } finally {
    await jobs.stop();
  }
});

async function startOlder(): Promise<void> {
  const [port = 0] = await freePorts(1);
  const { config } = instance.resources;
  older = new Product({
    main: join(folder, 'dist/cli/main.js'),
    command: ['serve', 'worker'],
    heard: (chunk) => void logged.push(chunk.toString()),
    environment: {
      ...{ NODE_ENV: 'test', LOG_LEVEL: 'warn', DATABASE_URL: config.DATABASE_URL ?? '', METRICS_PORT: String(port) },
      ...{ TRIBUTARY_DATA_DIR: join(folder, 'data'), RECONCILE_FIRST_DELAY_MS: '50', LOAN_SYSTEM_SETTLE_AFTER_MS: '1' },
    },
  });
  await older.startAndWaitFor(`http://127.0.0.1:${port}`);
}
