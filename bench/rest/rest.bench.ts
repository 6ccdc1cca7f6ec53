import autocannon from 'autocannon';
import { Api } from '../../test/support/api.js';
import { say, withNumbers } from '../support/bench.js';
import { type Place, withDatabase } from '../support/database.js';
import { markdownTable, median, quantile } from '../support/figures.js';
import { SERVERS, startServer } from '../support/start-server.js';
import { createFixture, type Fixture } from './fixture.js';
import { SCENARIO_IDS, SCENARIOS, type ScenarioId } from './scenarios.js';
import { webhookDelays } from './webhook-delay.js';

const CONNECTIONS = 16;
const WARM_UP_SECONDS = 2;

type Given = Readonly<Record<'seconds' | 'rounds', number>>;

/** Requests per second, as ratios to a bare handler. */
export const bench = withNumbers(
  { seconds: 5, rounds: 3 },
  (given, parts) =>
    withDatabase(async (place) => {
      say('making the fixture …');
      const fixture = await createFixture(place);
      // First, on an empty queue: the scenarios leave unprocessed jobs behind.
      process.stdout.write(`${await delays(place, fixture)}\n`);
      const scenarios = SCENARIO_IDS.filter((id) => parts.includes(id));
      process.stdout.write(await ratios(place, fixture, scenarios, given));
    }),
  SCENARIO_IDS,
);

/** The time from the 202 until a call's events are listed. */
async function delays(place: Place, fixture: Fixture): Promise<string> {
  const server = await startServer('working', place);
  try {
    await webhookDelays(server.url, fixture, 10); // warms up
    const rows: (readonly string[])[] = [];
    for (const events of [1, 100]) {
      say(`202 to listed: calls of ${events}`);
      const ms = await webhookDelays(server.url, fixture, events);
      rows.push([String(events), quantile(ms, 0.5).toFixed(1), quantile(ms, 0.99).toFixed(1)]);
    }
    return markdownTable(['events in a call', '202 to listed, p50 ms', 'p99 ms'], rows);
  } finally {
    await server.stop();
  }
}

/** The medians of the rounds, and each server's ratio to the bare handler. */
async function ratios(
  place: Place,
  fixture: Fixture,
  scenarios: readonly ScenarioId[],
  { seconds, rounds }: Given,
): Promise<string> {
  const { organizationId } = fixture;
  const servers = await Promise.all(SERVERS.map((kind) => startServer(kind, place, { organizationId })));
  const rows: (readonly unknown[])[] = [];
  try {
    const { token } = await Api.exchange(servers[1]?.url ?? '', fixture.key);
    for (const id of scenarios) {
      const { title } = SCENARIOS[id];
      for (const { url } of servers) await load(url, token, id, fixture, WARM_UP_SECONDS);
      const measured = servers.map(({ kind, url }) => ({ kind, url, rates: [] as number[], p99s: [] as number[] }));
      for (let round = 1; round <= rounds; round += 1) {
        say(`${title}: round ${round} of ${rounds}`);
        for (const { url, rates, p99s } of measured) {
          const { requests, latency } = await load(url, token, id, fixture, seconds);
          rates.push(requests.average);
          p99s.push(latency.p99);
        }
      }
      const bare = median(measured[0]?.rates ?? []);
      for (const { kind, rates, p99s } of measured) {
        const rate = median(rates);
        rows.push([title, kind, Math.round(rate), (rate / bare).toFixed(2), median(p99s)]);
      }
    }
    return markdownTable(['', 'server', 'requests/s', 'ratio', 'p99 ms'], rows);
  } finally {
    for (const { stop } of servers) await stop();
  }
}

/** @throws {Error} when any response was not 2xx: the measurement would be invalid. */
async function load(url: string, token: string, id: ScenarioId, fixture: Fixture, seconds: number) {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { authorization: `Bearer ${token}` },
    requests: [SCENARIOS[id].request(fixture)],
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${id} on ${url}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`);
  return result;
}
