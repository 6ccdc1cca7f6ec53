import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { receiveFile, requireBoarding } from '../../ledger/boarding/boarding-intake.js';
import { runBoarding } from '../../ledger/boarding/run-boarding.js';
import { samplePortfolio } from '../../ledger/boarding/sample-portfolio.js';
import { businessDayOf } from '../../ledger/rules/business-day.js';
import type { Resources } from '../../runtime/assembly/resources.js';
import { withNumbers } from '../support/bench.js';
import { withDatabase, withResources } from '../support/database.js';
import { printSpeed } from '../support/figures.js';
import { BENCH, createLender } from '../support/lender-with-portfolio.js';
import { watchMemory } from '../support/memory.js';

/** A generated portfolio, boarded into a new embedded database; seconds, rows a second, memory. */
export const bench = withNumbers({ loans: 10_000, transactions: 20 }, async (given) => {
  const memory = watchMemory(50);
  await withDatabase((place) =>
    withResources(place, (resources) => board(resources, join(place.dataDir, 'portfolio.csv'), given)),
  );
  process.stdout.write(`peak memory of the process ${Math.round(memory.peakMb())} MB\n`);
});

async function board(
  resources: Resources,
  file: string,
  { loans, transactions }: Readonly<Record<'loans' | 'transactions', number>>,
): Promise<void> {
  const timed = <T>(what: string, work: () => Promise<T>) => printSpeed(what, loans * (transactions + 1), work);
  const organizationId = await createLender(resources);
  const asOf = businessDayOf(resources.clock.now());
  await timed('made the file', () =>
    pipeline(Readable.from(samplePortfolio({ loans, transactions, seed: 1, asOf })), createWriteStream(file)),
  );
  const { size } = await stat(file);
  process.stdout.write(`the file has ${(size / 1e6).toFixed(1)} MB\n`);
  const upload = { bytes: createReadStream(file, { highWaterMark: 1 << 18 }), format: 'csv', maxBytes: size } as const;
  const { boarding } = await timed('read and staged', () =>
    receiveFile(resources, BENCH, { organizationId, isDryRun: false }, upload),
  );
  await timed('checked', () => runBoarding(resources, boarding, { mostSteps: 1 }));
  await timed('written and tied out', () => runBoarding(resources, boarding));
  const { status, isTied, loansWritten, transactionsWritten } = await requireBoarding(resources.db, BENCH, boarding.id);
  const tied = isTied ? 'tied out' : 'NOT TIED OUT';
  process.stdout.write(`${status}, ${tied}: ${loansWritten} loans, ${transactionsWritten} transactions; `);
}
