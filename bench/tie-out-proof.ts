import 'reflect-metadata';
import { openOwnPostgres } from '../test/support/own-postgres.js';
import { type MonthOptions, type MonthOutcome, simulateMonth } from '../test/support/tie-out-month/month.js';
import { numbers } from './numbers.js';

/*
 * `npm run proof:tie-out -- [days] [payments] [faults] [seed]`: a month without faults and one with faults, each
 * comparison killed during its run. Ends with 1 unless all faults were found and no others.
 */

const { days, payments, faults, seed } = numbers(
  'proof:tie-out',
  'Business days on three loan systems and a card processor, so many payments on each loan system a day: first without, then with so many faults of each kind.',
  { days: 21, payments: 10, faults: 3, seed: 1 },
);
const KILLS_A_DAY = 3;

const clean = await month({ days, payments, faults: 0, kills: KILLS_A_DAY, seed });
const faulty = await month({ days, payments, faults, kills: KILLS_A_DAY, seed });
process.stdout.write(`${table(faulty)}\n`);
const isProven =
  clean.invented.length + clean.uneven + unfinished(clean) + unfinished(faulty) === 0 &&
  faulty.missed.length + faulty.invented.length === 0 &&
  faulty.tallies.every(({ seeded, found, invented }) => seeded === found && invented === 0);
process.stdout.write(`${JSON.stringify({ days, seed, clean: summary(clean), faulty: summary(faulty), isProven })}\n`);
process.exitCode = isProven ? 0 : 1;

async function month(options: MonthOptions): Promise<MonthOutcome> {
  const postgres = await openOwnPostgres();
  try {
    const database = { url: postgres.url, runUrl: postgres.runUrl, drop: async () => undefined };
    return await simulateMonth({ ...options, database, say: (line) => process.stderr.write(`${line}\n`) });
  } finally {
    await postgres.drop();
  }
}

function unfinished({ incomplete, unsealed }: MonthOutcome): number {
  return incomplete + unsealed;
}

function summary({ tallies: _, ...rest }: MonthOutcome) {
  return rest;
}

function table({ tallies }: MonthOutcome): string {
  const rows = tallies.map(({ kind, seeded, found, invented }) => `| ${kind} | ${seeded} | ${found} | ${invented} |`);
  return ['| kind | seeded | found | invented |', '|---|---|---|---|', ...rows].join('\n');
}
