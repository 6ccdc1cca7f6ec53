import 'reflect-metadata';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
// The composition roots: importing them registers all statements.
import { createProgram } from '../../cli/program.js';
import '../../runtime/running/start.js';
import { registeredStatements } from '../../core/db/statement.js';
import { quantile } from '../report.js';
import { postgresWithCitus } from './build.js';
import { type Counted, exactlyOnce } from './exactly-once.js';
import { journalHolds } from './journal.js';
import { mainJob, type Step } from './main-job.js';
import { addLoans, type Furnished, paymentsPerSecond, reportPages } from './measure.js';
import { type Serving, serve } from './serving.js';
import { SET_UPS, type StandingSetUp, setUp } from './set-ups.js';
import { type Failures, failingStatements, populateFor } from './statements.js';

await createProgram();

/**
 * `npm run bench:citus -- [--source folder] [--work folder] [--seconds 10] [--port 9700] [--only
 * statements|proof|figures]`
 *
 * The whole product on Citus compared with plain Postgres, all on this machine. It shows that the product runs, and the
 * cost of going through a coordinator, not how it scales. `--source`: Citus' source, of the version in build.ts;
 * without it, it is cloned. `--work`: keeps the build for the next run. `--only`: `statements` takes a minute, `proof`
 * (which includes them) needs no quiet machine, `figures` does.
 */
const { values: options } = parseArgs({
  options: {
    source: { type: 'string' },
    work: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    port: { type: 'string', default: '9700' },
    only: { type: 'string' },
  },
});
const SECONDS = Number(options.seconds);
const WARM_UP_SECONDS = 2;
const ROUNDS = 2;

interface Proven {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly counted: Counted;
}

interface Measured {
  readonly name: string;
  readonly payments: number[];
  readonly pages: number[];
}

const say = (line: string) => process.stderr.write(`${line}\n`);

async function main(): Promise<void> {
  const workFolder = resolve(options.work ?? (await mkdtemp(join(tmpdir(), 'tributary-citus-'))));
  await mkdir(workFolder, { recursive: true });
  await chmod(workFolder, 0o755); // as root, the servers run as another user
  const programs = await postgresWithCitus(workFolder, options.source && resolve(options.source));
  const folder = await mkdtemp(join(tmpdir(), 'tributary-bench-'));
  await chmod(folder, 0o755);
  let port = Number(options.port);
  const standing: StandingSetUp[] = [];
  const end = async () => {
    await Promise.all(standing.splice(0).map(({ stop }) => stop()));
    await rm(folder, { recursive: true, force: true });
    if (options.work === undefined) await rm(workFolder, { recursive: true, force: true });
  };
  // An interrupted run leaves servers behind, which are stopped here.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(1)));
  try {
    for (const each of SET_UPS) {
      say(`${each.name}: setting it up`);
      standing.push(await setUp(each, { programs, folder, nextPort: () => port++ }));
    }
    if (options.only !== 'figures') {
      const failing = await statementsOf(standing);
      process.stdout.write(refusals(failing));
      if (options.only !== 'statements') process.stdout.write(await withServing(standing, proof));
    }
    if (options.only === undefined || options.only === 'figures')
      process.stdout.write(await withServing(standing, measurement));
  } finally {
    await end();
  }
}

async function statementsOf(standing: readonly StandingSetUp[]): Promise<ReadonlyMap<string, Failures>> {
  const failing = new Map<string, Failures>();
  const [first] = standing;
  if (first === undefined) throw new Error('there are set-ups');
  const owner = await populateFor(first);
  for (const { name, url } of standing) {
    say(`${name}: every statement`);
    failing.set(name, await failingStatements(url, owner));
  }
  return failing;
}

type Served = StandingSetUp & { readonly serving: Serving };

async function withServing(
  standing: readonly StandingSetUp[],
  work: (served: readonly Served[]) => Promise<string>,
): Promise<string> {
  const served: Served[] = [];
  try {
    for (const each of standing) served.push({ ...each, serving: await serve(each) });
    return await work(served);
  } finally {
    await Promise.all(served.map(({ serving }) => serving.stop()));
  }
}

async function proof(served: readonly Served[]): Promise<string> {
  const proven: Proven[] = [];
  for (const { name, serving, ...addresses } of served) {
    say(`${name}: the main job and the reports`);
    const steps = [...(await mainJob(serving)), ...(await journalHolds(addresses))];
    say(`${name}: exactly once`);
    proven.push({ name, steps, counted: await exactlyOnce(serving, addresses.url) });
  }
  return [
    '| | main job and reports | keys | answers | posted | postings | kills | imbalance |',
    '|---|---|---|---|---|---|---|---|',
    ...proven.map(({ name, steps, counted }) => {
      const right = steps.filter(({ wrong }) => wrong === '').length;
      const { keys, answers, posted, postings, kills, imbalanceCents } = counted;
      return `| ${[name, `${right} of ${steps.length} right`, keys, answers, posted, postings, kills, imbalanceCents].join(' | ')} |`;
    }),
    '',
    ...proven.flatMap(({ name, steps }) =>
      steps.flatMap((step) => (step.wrong === '' ? [] : [`- ${name}: ${step.name}: ${step.wrong}`])),
    ),
    '',
    '',
  ].join('\n');
}

function refusals(failing: ReadonlyMap<string, Failures>): string {
  return [
    ...[...failing].map(
      ([name, failures]) =>
        `${name}: ${failures.size} of four times ${registeredStatements().length} statements refused`,
    ),
    ...[...failing].flatMap(([name, failures]) =>
      [...failures].map(([statement, why]) => `- ${name}: ${statement}: ${why}`),
    ),
    '',
    '',
  ].join('\n');
}

/** In turn, so that all run under the same conditions. */
async function measurement(served: readonly Served[]): Promise<string> {
  const rows: (Measured & { readonly furnished: Furnished })[] = [];
  for (const { name, url, serving } of served) {
    const furnished = await addLoans(serving, url);
    await paymentsPerSecond(furnished, WARM_UP_SECONDS);
    await reportPages(furnished, WARM_UP_SECONDS);
    rows.push({ name, furnished, payments: [], pages: [] });
  }
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`round ${round} of ${ROUNDS}`);
    for (const { furnished, payments } of rows) payments.push(await paymentsPerSecond(furnished, SECONDS / ROUNDS));
    for (const { furnished, pages } of rows) pages.push(...(await reportPages(furnished, SECONDS / ROUNDS)));
  }
  return [
    '| | payments a second | a page of 500 of crr, ms (median) | p99 |',
    '|---|---|---|---|',
    ...rows.map(({ name, payments, pages }) => {
      const rate = payments.reduce((sum, each) => sum + each, 0) / payments.length;
      return `| ${name} | ${rate.toFixed(0)} | ${quantile(pages, 0.5).toFixed(1)} | ${quantile(pages, 0.99).toFixed(1)} |`;
    }),
    '',
  ].join('\n');
}

await main();
