import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '../core/auth/api-keys/administration.js';
import { Database } from '../core/db/database.js';
import { createPool } from '../core/db/pool.js';
import { createLogger } from '../core/logging/logger.js';
import { systemPrincipal } from '../core/principal/principal.js';
import { READ_SCOPES } from '../core/principal/scopes.js';
import { systemClock } from '../core/time/clock.js';
import { seedBulk } from '../prisma/seed/bulk/seed-bulk.js';
import { startEmbeddedDatabase } from '../runtime/embedded/embedded-database.js';
import { migrate } from '../runtime/migrate/migrate.js';
import { type Download, downloadCsv } from './download.js';
import { numbers } from './numbers.js';
import { median } from './report.js';
import { startServer } from './start-server.js';

/** Enough that more than a million of them are payments. */
const { transactions: TRANSACTIONS, pages: PAGES } = numbers('bench:reports', 'Reports page by page and as CSV.', {
  transactions: 1_060_000,
  pages: 1_000,
});
const PAGE = 500;
const REQUESTS_PER_PAGE = 60;
const CSV_ROUNDS = 2;

const say = (line: string) => process.stderr.write(`${line}\n`);

interface Page {
  readonly items: readonly unknown[];
  readonly page: { readonly next_cursor: string | null };
}

/** `npm run bench:reports -- [transactions] [pages]`: the cost of a report's far page, and of the whole report. */
async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-bench-'));
  const logger = createLogger('fatal', 'bench');
  const database = await startEmbeddedDatabase({ dataDir, logger });
  try {
    await migrate(database.ownerUrl, { runsAs: database.url });
    const { organizationId, key } = await seed(database.ownerUrl);
    const served = { databaseUrl: database.url, dataDir, organizationId };
    const servers = await Promise.all([startServer('bare', served), startServer('tributary', served)]);
    try {
      const [bare, product] = servers;
      if (bare === undefined || product === undefined) throw new Error('two servers were started');
      process.stdout.write(await pages(product.url, key));
      const downloads = new Map<string, Download[]>();
      for (let round = 1; round <= CSV_ROUNDS; round += 1) {
        for (const server of [bare, product]) {
          say(`CSV, round ${round}: ${server.kind}`);
          const download = await downloadCsv(`${server.url}/reports/crr`, key, server.pid);
          downloads.set(server.kind, [...(downloads.get(server.kind) ?? []), download]);
        }
      }
      process.stdout.write(csvTable(downloads));
    } finally {
      for (const { stop } of servers) stop();
    }
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** One organization with all the transactions, and a key for it. */
async function seed(databaseUrl: string): Promise<{ readonly organizationId: string; readonly key: string }> {
  const pool = createPool(databaseUrl, 2, createLogger('fatal', 'bench'));
  const db = new Database(pool);
  const size = { transactions: TRANSACTIONS, organizations: 1, accounts: Math.ceil(TRANSACTIONS / 100) };
  const started = performance.now();
  const seeded = await seedBulk({ db, databaseUrl, clock: systemClock, size });
  say(`seeded ${TRANSACTIONS} transactions in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  const organizationIds = seeded.organizationIds;
  const request = { name: 'bench', organizationIds, scopes: READ_SCOPES, by: systemPrincipal('bench') };
  const made = await createApiKey({ db, clock: systemClock }, request);
  await pool.end();
  const [organizationId] = organizationIds;
  if (made.outcome === 'refused' || organizationId === undefined) throw new Error('the bench has a key');
  return { organizationId, key: made.plaintext };
}

/** Walks to a far page, then requests it and the first one in turn, under the same conditions. */
async function pages(url: string, key: string): Promise<string> {
  say(`walking ${PAGES} pages of ${PAGE} …`);
  let cursor: string | null = null;
  for (let number = 1; number < PAGES; number += 1) {
    cursor = (await page(url, key, cursor)).page.next_cursor;
    if (cursor === null) throw new Error(`the report ends at page ${number}`);
  }
  const first: number[] = [];
  const far: number[] = [];
  for (let request = 0; request < REQUESTS_PER_PAGE; request += 1) {
    first.push(await timed(() => page(url, key, null)));
    far.push(await timed(() => page(url, key, cursor)));
  }
  const [firstMs, farMs] = [median(first), median(far)];
  return [
    `| crr, pages of ${PAGE}, ${TRANSACTIONS} transactions | ms (median) | ratio |`,
    '|---|---|---|',
    `| page 1 | ${firstMs.toFixed(1)} | 1 |`,
    `| page ${PAGES} | ${farMs.toFixed(1)} | ${(farMs / firstMs).toFixed(2)} |`,
    '',
    '',
  ].join('\n');
}

async function page(url: string, key: string, cursor: string | null): Promise<Page> {
  const query = new URLSearchParams({ limit: String(PAGE), ...(cursor !== null && { cursor }) });
  const response = await fetch(`${url}/reports/crr?${query}`, { headers: { authorization: `Bearer ${key}` } });
  if (response.status !== 200) throw new Error(`GET /reports/crr: ${response.status} ${await response.text()}`);
  const answer: Page = JSON.parse(await response.text());
  if (answer.items.length !== PAGE) throw new Error('a page on the way is full');
  return answer;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function csvTable(downloads: ReadonlyMap<string, readonly Download[]>): string {
  const lines = ['| crr as CSV | rows | MB | s | RSS before, MB | RSS at its peak, MB |', '|---|---|---|---|---|---|'];
  for (const [kind, rounds] of downloads) {
    for (const { rows, megabytes, seconds, rssBeforeMb, rssPeakMb } of rounds) {
      const figures = [rows, megabytes.toFixed(0), seconds.toFixed(1), rssBeforeMb.toFixed(0), rssPeakMb.toFixed(0)];
      lines.push(`| ${kind} | ${figures.join(' | ')} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}

await main();
