import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../core/logging/logger.js';
import { startEmbeddedDatabase } from '../runtime/embedded/embedded-database.js';
import { migrate } from '../runtime/migrate/migrate.js';
import { REMOTE_KINDS } from '../test/support/remote-stand-ins.js';
import { hangingTable } from './loan-systems/isolation-from-hanging-system.js';
import { syncTable } from './loan-systems/syncing.js';
import { numbers } from './numbers.js';

const {
  loans: LOANS,
  transactions: TRANSACTIONS,
  parts: PARTS,
} = numbers(
  'bench:loan-systems',
  'The cost of a sync, and of one hanging loan system to the others.',
  { loans: 20_000, transactions: 400_000 },
  ['hanging', ...REMOTE_KINDS],
);

/**
 * `npm run bench:loan-systems -- [loans] [transactions] [hanging|fineract|mambu …]`: the cost of a sync, and of one
 * hanging loan system to the others.
 */
async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-bench-'));
  const database = await startEmbeddedDatabase({ dataDir, logger: createLogger('fatal', 'bench') });
  try {
    await migrate(database.ownerUrl, { runsAs: database.url });
    if (PARTS.includes('hanging')) process.stdout.write(await hangingTable(database.url, dataDir));
    for (const kind of REMOTE_KINDS.filter((candidate) => PARTS.includes(candidate))) {
      process.stdout.write(
        await syncTable(kind, { databaseUrl: database.url, dataDir, loans: LOANS, transactions: TRANSACTIONS }),
      );
    }
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await main();
