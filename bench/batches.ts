import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { loadConfig } from '../core/config/load.js';
import { createLogger } from '../core/logging/logger.js';
import { commandPrincipal, limitToOrganization } from '../core/principal/principal.js';
import { receiveFile } from '../ledger/boarding/boarding-intake.js';
import { runBoarding } from '../ledger/boarding/run-boarding.js';
import { samplePortfolio } from '../ledger/boarding/sample-portfolio.js';
import { businessDayOf } from '../ledger/rules/business-day.js';
import { openResources, type Resources } from '../runtime/assembly/resources.js';
import { subgraphsSource } from '../runtime/assembly/subgraphs-source.js';
import { startEmbeddedDatabase } from '../runtime/embedded/embedded-database.js';
import { migrate } from '../runtime/migrate/migrate.js';
import { BatchCreator } from '../subgraphs/payments/collected/batch/create-batch.js';
import { PaymentBatchService } from '../subgraphs/payments/collected/batch/payment-batch.service.js';
import type { Tallies } from '../subgraphs/payments/collected/batch/row-counts.js';
import { paymentsJobs } from '../subgraphs/payments/index.js';
import { createOrganization } from '../subgraphs/servicing/platform/organization/create-organization.js';
import { numbers } from './numbers.js';

/*
 * `npm run bench:batches -- 10000 1000`: a batch of payments on ledger loans, dry run and recording, in this process by
 * one worker.
 */

const { rows, loans } = numbers('bench:batches', 'A batch of payments on so many loans, tried and recorded.', {
  rows: 10_000,
  loans: 1_000,
});
const by = commandPrincipal('bench');
const logger = createLogger('fatal', 'bench');
const dataDir = await mkdtemp(join(tmpdir(), 'tributary-batches-'));
const embedded = await startEmbeddedDatabase({ dataDir, logger });
let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 50);
try {
  await migrate(embedded.ownerUrl, { runsAs: embedded.url });
  const config = await loadConfig({ DATABASE_URL: embedded.url, TRIBUTARY_DATA_DIR: dataDir, LOG_LEVEL: 'fatal' });
  const resources = await openResources({ config, databaseUrl: embedded.url, logger });
  try {
    const organizationId = await lenderWithLoans(resources);
    await resources.addedSystems.refresh();
    await batch(resources, organizationId, true);
    await batch(resources, organizationId, false);
    process.stdout.write(`peak memory of the process ${Math.round(peak / 1e6)} MB\n`);
  } finally {
    await resources.close();
  }
} finally {
  clearInterval(watch);
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function lenderWithLoans({ db, clock, clientKeys, secrets }: Resources): Promise<string> {
  const names = { displayName: 'Bench', legalName: 'Bench' };
  const { id: organizationId } = await createOrganization({ db, clock }, by, names);
  const asOf = businessDayOf(clock.now());
  const bytes = Readable.from(
    [...samplePortfolio({ loans, transactions: 0, seed: 1, asOf })].map((text) => Buffer.from(text)),
  );
  const upload = { bytes, format: 'csv', maxBytes: 1_000_000_000 } as const;
  const { boarding } = await receiveFile({ db, clock, clientKeys }, by, { organizationId, isDryRun: false }, upload);
  await runBoarding({ db, clock, secrets }, boarding);
  return organizationId;
}

async function batch(resources: Resources, organizationId: string, isDryRun: boolean): Promise<void> {
  const { db, clock, clientKeys, cursors } = resources;
  const caller = limitToOrganization(
    { ...by, scopes: ['external_payments:read', 'external_payments:write'] },
    organizationId,
  );
  const body = { mode: 'continue', dry_run: isDryRun, rows: Array.from({ length: rows }, (_, index) => row(index)) };
  const request = { organizationId: null, idempotencyKey: `bench ${isDryRun}`, body };
  const { batchId } = await timed('taken in', () =>
    new BatchCreator({ db, clock, clientKeys }).create(caller, request),
  );
  const batches = new PaymentBatchService({ db, cursors });
  const jobs = paymentsJobs(subgraphsSource(resources));
  const read = () => batches.one(caller, batchId);
  await timed(isDryRun ? 'tried without writing' : 'recorded', async () => {
    while ((await read()).finishedAt === null) await jobs.payment_batch({ id: batchId, organizationId });
  });
  process.stdout.write(`${outcomesOf(await batches.tallies(caller, [batchId]))}\n`);
}

function outcomesOf([tallies]: readonly Tallies[]): string {
  const some = Object.entries(tallies?.outcomes ?? {}).filter(([, tally]) => tally.rows > 0);
  return some.map(([outcome, tally]) => `${tally.rows} ${outcome}`).join(', ');
}

function row(index: number) {
  return {
    idempotency_key: `bench-${index}`,
    loan_number: `L-${String((index % loans) + 1).padStart(7, '0')}`,
    amount_cents: 100,
    payment_method: 'cash',
  };
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  const seconds = (performance.now() - startedAt) / 1000;
  process.stdout.write(`${what}: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s\n`);
  return result;
}
