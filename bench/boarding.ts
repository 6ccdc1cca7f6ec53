import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Database } from '../core/db/database.js';
import { createPool } from '../core/db/pool.js';
import { ClientKeys } from '../core/idempotency/client-keys.js';
import { createLogger } from '../core/logging/logger.js';
import { commandPrincipal } from '../core/principal/principal.js';
import { SecretsAtRest } from '../core/secrets/at-rest.js';
import { systemClock } from '../core/time/clock.js';
import { receiveFile, requireBoarding } from '../ledger/boarding/boarding-intake.js';
import { runBoarding } from '../ledger/boarding/run-boarding.js';
import { samplePortfolio } from '../ledger/boarding/sample-portfolio.js';
import { businessDayOf } from '../ledger/rules/business-day.js';
import { startEmbeddedDatabase } from '../runtime/embedded/embedded-database.js';
import { migrate } from '../runtime/migrate/migrate.js';
import { createOrganization } from '../subgraphs/servicing/platform/organization/create-organization.js';
import { numbers } from './numbers.js';

/*
 * `npm run bench:boarding -- 100000 20`: a generated portfolio, boarded into a new embedded database; seconds, rows a
 * second, memory.
 */

const { loans, transactions } = numbers(
  'bench:boarding',
  'A made-up portfolio, boarded: loans, and transactions of each.',
  { loans: 10_000, transactions: 20 },
);
const clock = systemClock;
const logger = createLogger('error', 'bench');
const directory = await mkdtemp(join(tmpdir(), 'tributary-boarding-'));
const embedded = await startEmbeddedDatabase({ dataDir: directory, logger });
let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 50);
try {
  await migrate(embedded.ownerUrl, { runsAs: embedded.url });
  const pool = createPool(embedded.url, 2, logger);
  const db = new Database(pool);
  const secrets = new SecretsAtRest([randomBytes(32).toString('base64url')]);
  const by = commandPrincipal('bench');
  const { id: organizationId } = await createOrganization({ db, clock }, by, {
    displayName: 'Bench',
    legalName: 'Bench',
  });
  const file = join(directory, 'portfolio.csv');
  const asOf = businessDayOf(clock.now());
  await timed('made the file', () =>
    pipeline(Readable.from(samplePortfolio({ loans, transactions, seed: 1, asOf })), createWriteStream(file)),
  );
  const { size } = await stat(file);
  process.stdout.write(`the file has ${(size / 1e6).toFixed(1)} MB\n`);
  const upload = { bytes: createReadStream(file, { highWaterMark: 1 << 18 }), format: 'csv', maxBytes: size } as const;
  const parts = { db, clock, clientKeys: new ClientKeys(['bench']) };
  const { boarding } = await timed('read and staged', () =>
    receiveFile(parts, by, { organizationId, isDryRun: false }, upload),
  );
  await timed('checked', () => runBoarding({ db, clock, secrets }, boarding, { mostSteps: 1 }));
  await timed('written and tied out', () => runBoarding({ db, clock, secrets }, boarding));
  const { status, isTied, loansWritten, transactionsWritten } = await requireBoarding(db, by, boarding.id);
  process.stdout.write(
    `${status}, ${isTied ? 'tied out' : 'NOT TIED OUT'}: ${loansWritten} loans, ${transactionsWritten} transactions; `,
  );
  process.stdout.write(`peak memory of the process ${Math.round(peak / 1e6)} MB\n`);
  await pool.end();
} finally {
  clearInterval(watch);
  await embedded.stop();
  await rm(directory, { recursive: true, force: true });
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const perSecond = Math.round((loans * (transactions + 1)) / seconds);
  process.stdout.write(`${what}: ${seconds.toFixed(1)} s, ${perSecond} rows/s\n`);
  return result;
}
