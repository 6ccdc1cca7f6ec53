import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../core/db/with-client.js';
import { Product } from '../../test/support/process.js';
import { createFixture } from '../rest/fixture.js';
import { say, withNumbers } from '../support/bench.js';
import { type Place, withDatabase, withResources } from '../support/database.js';
import { markdownTable, quantile } from '../support/figures.js';
import { memoryMbOf, watchMemory } from '../support/memory.js';
import { cpuMicrosecondsOf, postmasterOf } from '../support/process-cpu.js';
import { startServer } from '../support/start-server.js';
import { makeDueSchedules } from './due-schedules.js';
import { loadBeside } from './load-beside-autopay.js';

/** Schedules that are due, charged by a processor that answers at once, beside payments and webhook calls. */
export const bench = withNumbers({ schedules: 10_000, payments: 20 }, async ({ schedules, payments }) => {
  await withDatabase(async (place) => {
    const fixture = await createFixture(place);
    say(`making ${schedules} schedules …`);
    const organizationId = await withResources(place, (resources) =>
      makeDueSchedules(resources, place.ownerUrl, schedules),
    );
    const processor = new Product({ program: 'bench/payments/instant-processor.js', command: [], environment: {} });
    const { url: apiBase } = JSON.parse(await processor.startAndReadLine());
    const environment = { STRIPE_SECRET_KEY: 'sk_test_bench0000000000', STRIPE_API_BASE: apiBase };
    const server = await startServer('working', place, { environment });
    try {
      const memory = watchMemory(500, () => memoryMbOf(server.pid));
      const run = runsUntilPosted(place, organizationId, schedules, server.pid);
      let isOver = false;
      const beside = payments === 0 ? undefined : loadBeside(server.url, fixture, payments, () => isOver);
      const figures = await run.finally(() => (isOver = true));
      const { payments: paid, failed, webhooks } = (await beside) ?? { payments: [], failed: 0, webhooks: [] };
      memory.stop();
      const ms = (values: readonly number[]) => (values.length === 0 ? '' : `${Math.round(quantile(values, 0.99))} ms`);
      const head = ['schedules', 'seconds', 'a second', 'worker CPU', 'Postgres CPU', 'transactions', 'memory'];
      const beyond = ['payment p99', 'payments failed', 'webhook listed p99'];
      const row = [...figures, `${Math.round(memory.peakMb())} MB`, ms(paid), failed, ms(webhooks)];
      process.stdout.write(markdownTable([...head, ...beyond], [row]));
    } finally {
      await server.stop();
      await processor.kill();
    }
  });
});

/** @returns schedules, seconds, schedules a second, and for each schedule the CPU in ms and the transactions. */
async function runsUntilPosted(place: Place, organizationId: string, schedules: number, workerPid: number) {
  const roots = [[workerPid], [(await postmasterOf(place.ownerUrl)) ?? 0]];
  return withClient(place.ownerUrl, async (client) => {
    const counts = async () => {
      const committed = 'select xact_commit from pg_stat_database where datname = current_database()';
      const [cpu, { rows }] = await Promise.all([Promise.all(roots.map(cpuMicrosecondsOf)), client.query(committed)]);
      return [...cpu, Number(rows[0].xact_commit)];
    };
    const before = await counts();
    const startedAt = performance.now();
    const posted = "select count(*)::int from autopay_run where organization_id = $1 and status = 'posted'";
    for (let seen = 0; seen < schedules; ) {
      await sleep(1_000);
      seen = (await client.query(posted, [organizationId])).rows[0].count;
      say(`${seen} posted after ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    const after = await counts();
    const [worker, postgres, transactions] = after.map(
      (count, place) => ((count ?? 0) - (before[place] ?? 0)) / schedules,
    );
    const cpu = [worker, postgres].map((each) => `${((each ?? 0) / 1_000).toFixed(2)} ms`);
    return [schedules, seconds.toFixed(1), Math.round(schedules / seconds), ...cpu, (transactions ?? 0).toFixed(1)];
  });
}
