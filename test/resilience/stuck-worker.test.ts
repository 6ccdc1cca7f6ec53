import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPool } from '../../core/db/pool.js';
import { createOperationsHost } from '../../core/http/metrics-and-health-host.js';
import { startWorker } from '../../core/jobs/worker.js';
import { addWorkerGauge, WorkerPolls, workersCheck } from '../../core/jobs/worker-polls.js';
import { CUT_POINTS, recoverOnce } from '../support/cut-worker-connection.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { silent } from '../support/identity.js';
import { until } from '../support/until.js';

/* A worker that lost a connection takes jobs again; its process is not ready until then. `npm run bench -- faults-proof` measures how soon. */

let database: TestDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

it.each(CUT_POINTS)(
  'a worker whose connection is cut (%s) runs jobs again',
  async (cutPoint) => {
    expect(await recoverOnce(database.url, cutPoint)).toBeGreaterThan(0);
  },
  60_000,
);

it('GET /readyz is 503 and the gauge does not change while no worker takes jobs; both recover by themselves', async () => {
  const pool = createPool(database.url, 6, silent);
  const holder = new pg.Client(database.url);
  await holder.connect();
  let now = 0;
  const [concurrency, pollIntervalMs] = [2, 50];
  const looks = new WorkerPolls(concurrency, pollIntervalMs, () => now);
  const gauges = new Registry();
  addWorkerGauge(gauges, [looks]);
  const host = createOperationsHost({ checks: [workersCheck([looks])], gauges, logger: silent });
  host.server.listen(0, '127.0.0.1');
  await once(host.server, 'listening');
  const { port } = host.server.address() as AddressInfo;
  const readiness = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    const { checks } = (await answer.json()) as { readonly checks: unknown };
    return [answer.status, checks];
  };
  const secondsAgo = async (worker: number) => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const series = `tributary_worker_last_look_timestamp_seconds{worker="${worker}"} `;
    const line = text.split('\n').find((candidate) => candidate.startsWith(series));
    return Math.round(Date.now() / 1_000 - Number(line?.slice(series.length)));
  };

  await holder.query('begin; lock table graphile_worker._private_tasks in access exclusive mode');
  const worker = await startWorker({
    pool,
    handlers: { delete_expired_keys: async () => {} },
    crontab: '',
    concurrency,
    pollIntervalMs,
    lifeCheckMs: 60_000,
    logger: silent,
    looks,
  });
  try {
    now = 30_000;
    expect(await readiness()).toEqual([503, { 'workers take jobs': 'failed: no worker has looked for a job yet' }]);
    for (const worker of [0, 1]) expect(await secondsAgo(worker)).toBeGreaterThanOrEqual(30);
    await holder.query('commit');
    await until(async () => (await readiness())[0] === 200, 'the worker is ready again', 20_000);
    await until(async () => (await secondsAgo(0)) === 0 && (await secondsAgo(1)) === 0, 'both workers look');
  } finally {
    await holder.end();
    await worker.stop();
    await Promise.all([host.stop(1_000), pool.end()]);
  }
}, 60_000);
