import { loadavg } from 'node:os';
import { Argument, type Command, Option } from 'commander';
import { type Bench, say, wholeNumber } from '../support/bench.js';
import { type Place, withDatabase } from '../support/database.js';
import { markdownTable, quantile } from '../support/figures.js';
import { startServer } from '../support/start-server.js';
import { withComparedServers } from './compared-servers.js';
import { createFixture, type Fixture } from './fixture.js';
import { addFurtherTransactions, PAYMENTS_OF_LOAN } from './further-transactions.js';
import { measure, type Plan } from './measure.js';
import type { Measured } from './measured.js';
import { conditions, writePage } from './performance-page.js';
import { requireSameAnswers } from './same-answers.js';
import { requireSameRows } from './same-rows.js';
import { type ComparedKind, SCENARIO_IDS, type ScenarioId, SERVER_KINDS, scenario } from './scenarios.js';
import { figuresTable, whole } from './table.js';
import { webhookDelays } from './webhook-delay.js';

interface Options {
  readonly quick?: true;
  readonly write?: true;
  readonly rate: number;
  readonly latency?: number;
  readonly server: readonly ComparedKind[];
}

const LONG = { seconds: 3, rounds: 3, warmUpSeconds: 1, latencySeconds: 2.5, furtherTransactions: 1_000_000 };
const QUICK = { seconds: 0.75, rounds: 3, warmUpSeconds: 0.5, latencySeconds: 0.5, furtherTransactions: 200_000 };

/** The main operations on the product and on servers written by hand, in the same run. */
export const bench: Bench = (command: Command) =>
  command
    .argument('[seconds]', 'seconds of a round', wholeNumber)
    .argument('[rounds]', 'rounds of each server', wholeNumber)
    .addArgument(new Argument('[parts...]', 'measure only this').choices(SCENARIO_IDS))
    .option('--quick', 'three minutes instead of fifteen: short rounds, only the main operations')
    .option('--rate <n>', 'requests a second at which latencies are measured', wholeNumber, 200)
    .option('--latency <seconds>', 'seconds of each measurement of latencies', wholeNumber)
    .addOption(new Option('--server <kind...>', 'only these servers').choices(SERVER_KINDS).default(SERVER_KINDS))
    .option('--write', 'writes the table and the chart of docs/performance.md')
    .action((seconds: number | undefined, rounds: number | undefined, parts: readonly ScenarioId[], options: Options) =>
      run(planOf(seconds, rounds, options), parts, options),
    );

function planOf(seconds: number | undefined, rounds: number | undefined, { quick, rate, latency }: Options): Plan {
  const usual = quick === true ? QUICK : LONG;
  return {
    ...usual,
    rate,
    seconds: seconds ?? usual.seconds,
    rounds: rounds ?? usual.rounds,
    latencySeconds: latency ?? usual.latencySeconds,
  };
}

async function run(plan: Plan, parts: readonly ScenarioId[], { quick, write, server }: Options): Promise<void> {
  const load = loadavg();
  await withDatabase(async (place) => {
    say('making the fixture …');
    const fixture = await createFixture(place);
    await addFurtherTransactions(place.ownerUrl, fixture.hotAccountId, plan.furtherTransactions);
    // First, on an empty queue: the scenarios leave unprocessed jobs behind.
    if (quick !== true && parts.length === 0) process.stdout.write(`${await delays(place, fixture)}\n`);
    const all = SCENARIO_IDS.filter((id) => quick !== true || scenario(id).isFurther !== true);
    const measured = await compared(place, fixture, plan, parts.length === 0 ? all : parts, server);
    const lines = await conditions(place.ownerUrl, load, settingsOf(plan));
    process.stdout.write(`${lines.join('\n')}\n\n${figuresTable(measured)}`);
    if (write === true) await writePage(measured, lines);
  });
}

async function compared(
  place: Place,
  fixture: Fixture,
  plan: Plan,
  parts: readonly ScenarioId[],
  kinds: readonly ComparedKind[],
): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  await withComparedServers(place, fixture, kinds, async (servers) => {
    await requireSameAnswers(servers, fixture);
    await requireSameRows(servers, fixture, place);
    say('all servers return the same bytes, and write the same rows');
    for (const id of parts) measured.push(...(await measure({ servers, fixture, place, plan }, id)));
  });
  return measured;
}

function settingsOf({ seconds, rounds, rate, latencySeconds, furtherTransactions }: Plan): string {
  return [
    `Medians of ${rounds} alternating rounds: throughput for ${seconds} s over 16 connections (30 on one loan),`,
    `then latencies for ${latencySeconds} s at ${rate} requests a second (1,000 rows: ${rate / 10}; one loan: 30 payers, each after its answer).`,
    `Beside the measured loans the database held ${whole(furtherTransactions)} transactions of ${whole(furtherTransactions / PAYMENTS_OF_LOAN)} other loans of the same organization.`,
  ].join(' ');
}

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
