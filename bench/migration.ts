import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Database } from '../core/db/database.js';
import { createPool } from '../core/db/pool.js';
import { createLogger } from '../core/logging/logger.js';
import { systemClock } from '../core/time/clock.js';
import { seedBulk } from '../prisma/seed/bulk/seed-bulk.js';
import { startEmbeddedDatabase } from '../runtime/embedded/embedded-database.js';
import type { Backfill } from '../runtime/migrate/backfills.js';
import { type MigrateOptions, migrate } from '../runtime/migrate/migrate.js';
import { type Migration, readMigrations } from '../runtime/migrate/migrations-folder.js';
import { Api } from '../test/support/api.js';
import { createFixture } from './fixture.js';
import { numbers } from './numbers.js';
import { quantile } from './report.js';
import type { BenchFixture } from './scenarios.js';
import { startServer } from './start-server.js';

const { payments: PAYMENTS } = numbers('bench:migration', 'Migrations while payments are recorded.', {
  payments: 1_500_000,
});
const CLIENTS = 8;
const QUIET_MS = 10_000;
/** How long a reader holds the table while a column is added to it. */
const READER_MS = 8_000;

const file = (name: string, sql: string): Migration => ({ name: `29990101000000_${name}`, sql, checksum: name });
const COLUMN = file('1_column', 'alter table collected_payment add column bench_memo text');
const INDEX = file(
  '2_index',
  'create index concurrently "bench_by_reference" on "collected_payment" ("organization_id", "external_reference", "amount_cents", "id")',
);
const BACKFILL: Backfill = {
  name: 'bench_memo',
  table: 'collected_payment',
  key: ['organization_id', 'id'],
  set: "bench_memo = 'paid by ' || target.payment_method::text",
  where: 'target.bench_memo is null',
};

const say = (line: string) => process.stderr.write(`${line}\n`);

/** The clients' requests during one phase. */
class Phase {
  readonly title: string;
  readonly latencies: number[] = [];
  failed = 0;
  seconds = 0;

  constructor(title: string) {
    this.title = title;
  }

  row(): string {
    const at = (share: number) => quantile(this.latencies, share).toFixed(0);
    return `| ${this.title} | ${this.seconds.toFixed(1)} | ${this.latencies.length} | ${this.failed} | ${at(0.5)} | ${at(0.99)} | ${at(1)} |`;
  }
}

/** `npm run bench:migration -- [payments]`: a column, an index and a backfill over many payments while payments come in. */
async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-bench-'));
  const database = await startEmbeddedDatabase({ dataDir, logger: createLogger('fatal', 'bench') });
  try {
    await migrate(database.ownerUrl, { runsAs: database.url });
    const fixture = await createFixture(database.url, dataDir);
    await seed(database.ownerUrl);
    const server = await startServer('tributary', fixture);
    try {
      const { token } = await Api.exchange(server.url, fixture.key);
      process.stdout.write(report(await measure(database.ownerUrl, new Load(server.url, token, fixture))));
    } finally {
      server.stop();
    }
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function seed(databaseUrl: string): Promise<void> {
  const started = performance.now();
  const pool = createPool(databaseUrl, 2, createLogger('fatal', 'bench'));
  const size = { transactions: PAYMENTS, organizations: 4, accounts: Math.ceil(PAYMENTS / 100) };
  await seedBulk({ db: new Database(pool), databaseUrl, clock: systemClock, size });
  await pool.end();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    insert into collected_payment (id, organization_id, account_id, amount_cents, payment_method, status, recorded_by, created_at)
    select id, organization_id, account_id, greatest(abs(coalesce(amount_cents, 1)), 1), 'cash', 'posted', 'bench', created_at
      from transaction where id not in (select id from collected_payment)`);
  await client.query('vacuum analyze collected_payment');
  await client.end();
  say(`seeded ${PAYMENTS} payments in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
}

async function measure(databaseUrl: string, load: Load): Promise<readonly Phase[]> {
  const known = await readMigrations();
  const migrated = (options: MigrateOptions) => migrate(databaseUrl, { say, ...options }).then(() => undefined);
  load.begin();
  await sleep(2_000); // warms up
  const phases = [
    await load.during('nothing', () => sleep(QUIET_MS)),
    await load.during(`a column, while a reader holds the table for ${READER_MS / 1_000} s`, () =>
      besideReader(databaseUrl, () => migrated({ migrations: [...known, COLUMN] })),
    ),
    await load.during('an index, CONCURRENTLY', () => migrated({ migrations: [...known, COLUMN, INDEX] })),
    await load.during('a backfill of every row', () =>
      migrated({ migrations: [...known, COLUMN, INDEX], backfills: [BACKFILL] }),
    ),
  ];
  await load.end();
  return phases;
}

async function besideReader(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const reader = new pg.Client({ connectionString: databaseUrl, application_name: 'a long report' });
  await reader.connect();
  await reader.query('begin');
  await reader.query('select 1 from collected_payment limit 1');
  const working = work();
  await sleep(READER_MS);
  await reader.query('commit');
  await reader.end();
  await working;
}

/** Clients that each record a payment and read it back, in sequence. */
class Load {
  readonly #url: string;
  readonly #token: string;
  readonly #fixture: BenchFixture;
  #phase = new Phase('warming up');
  #isOver = false;
  #clients: Promise<unknown> = Promise.resolve();

  constructor(url: string, token: string, fixture: BenchFixture) {
    this.#url = url;
    this.#token = token;
    this.#fixture = fixture;
  }

  begin(): void {
    this.#clients = Promise.all(Array.from({ length: CLIENTS }, (_, client) => this.#client(client)));
  }

  async during(title: string, work: () => Promise<unknown>): Promise<Phase> {
    say(`${title} …`);
    const phase = new Phase(title);
    this.#phase = phase;
    const started = performance.now();
    await work();
    phase.seconds = (performance.now() - started) / 1_000;
    return phase;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#clients;
  }

  async #client(client: number): Promise<void> {
    const { payableAccountIds } = this.#fixture;
    for (let next = client; !this.#isOver; next += CLIENTS) {
      const path = `/v1/accounts/${payableAccountIds[next % payableAccountIds.length]}/payments`;
      await this.#ask('POST', path, JSON.stringify({ amount_cents: 1, payment_method: 'cash' }));
      await this.#ask('GET', `${path}?limit=10`);
    }
  }

  async #ask(method: string, path: string, body?: string): Promise<void> {
    const phase = this.#phase;
    const started = performance.now();
    const headers = {
      authorization: `Bearer ${this.#token}`,
      ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    };
    const status = await fetch(`${this.#url}${path}`, { method, headers, ...(body !== undefined && { body }) }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    phase.latencies.push(performance.now() - started);
    if (status !== 200 && status !== 201) phase.failed += 1;
  }
}

function report(phases: readonly Phase[]): string {
  return [
    `| ${PAYMENTS} payments; phase | s | requests | failed | p50 ms | p99 ms | longest ms |`,
    '|---|---|---|---|---|---|---|',
    ...phases.map((phase) => phase.row()),
    '',
  ].join('\n');
}

await main();
