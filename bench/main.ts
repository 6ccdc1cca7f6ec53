import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../core/logging/logger.js';
import { startEmbeddedDatabase } from '../runtime/embedded/embedded-database.js';
import { migrate } from '../runtime/migrate/migrate.js';
import { Api } from '../test/support/api.js';
import { createFixture } from './fixture.js';
import { load, type Measured, type Target } from './load.js';
import { numbers } from './numbers.js';
import { delayReport, report } from './report.js';
import { type BenchFixture, SCENARIOS, SERVERS, WORKING } from './scenarios.js';
import { startServer } from './start-server.js';
import { type Delay, webhookDelay } from './webhook-delay.js';

const {
  seconds: SECONDS,
  rounds: ROUNDS,
  parts: PARTS,
} = numbers(
  'bench',
  'Requests per second as ratios to a bare handler, on a separate embedded Postgres.',
  { seconds: 5, rounds: 3 },
  SCENARIOS.map(({ id }) => id),
);
const WARM_UP_SECONDS = 2;

const say = (line: string) => process.stderr.write(`${line}\n`);

/**
 * `npm run bench -- [seconds per measurement] [rounds] [scenarios …]`: ratios to a bare handler, on a separate embedded
 * Postgres.
 */
async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-bench-'));
  say('starting an embedded Postgres and making the fixture …');
  const database = await startEmbeddedDatabase({ dataDir, logger: createLogger('fatal', 'bench') });
  try {
    await migrate(database.ownerUrl, { runsAs: database.url });
    const fixture = await createFixture(database.url, dataDir);
    // First, on an empty queue: the scenarios leave unprocessed jobs behind.
    process.stdout.write(delayReport(await measureDelays(fixture)));
    process.stdout.write(report(await measure(fixture)));
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureDelays(fixture: BenchFixture): Promise<readonly Delay[]> {
  const server = await startServer(WORKING, fixture);
  try {
    await webhookDelay(server.url, fixture, 10); // warms up
    const delays: Delay[] = [];
    for (const events of [1, 100]) {
      say(`202 to listed: calls of ${events}`);
      delays.push(await webhookDelay(server.url, fixture, events));
    }
    return delays;
  } finally {
    server.stop();
  }
}

type Results = Map<string, Measured[]>;

async function measure(fixture: BenchFixture): Promise<Results> {
  const servers = await Promise.all(SERVERS.map((kind) => startServer(kind, fixture)));
  const results: Results = new Map();
  try {
    const token = (await Api.exchange(servers[1]?.url ?? '', fixture.key)).token;
    for (const { id, title } of SCENARIOS.filter((scenario) => PARTS.includes(scenario.id))) {
      for (const { url } of servers) await load({ url, token }, id, fixture, WARM_UP_SECONDS);
      for (let round = 1; round <= ROUNDS; round += 1) {
        say(`${title}: round ${round} of ${ROUNDS}`);
        for (const { kind, url } of servers) {
          const target: Target = { url, token };
          const measured = await load(target, id, fixture, SECONDS);
          results.set(`${id} ${kind}`, [...(results.get(`${id} ${kind}`) ?? []), measured]);
        }
      }
    }
    return results;
  } finally {
    for (const { stop } of servers) stop();
  }
}

await main();
