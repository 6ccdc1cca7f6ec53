import { type MonthOutcome, simulateMonth } from '../../test/support/tie-out-month/month.js';
import { proof, say } from '../support/bench.js';
import { withDatabase } from '../support/database.js';
import { markdownTable } from '../support/figures.js';

const KILLS_A_DAY = 3;

/** A month without faults and one with faults, each comparison killed during its run: all faults were found, and no others. */
export const bench = proof({ days: 21, payments: 10, faults: 3, seed: 1 }, async (given) => {
  const clean = await month({ ...given, faults: 0 });
  const faulty = await month(given);
  const rows = faulty.tallies.map(({ kind, seeded, found, invented }) => [kind, seeded, found, invented]);
  process.stdout.write(markdownTable(['kind', 'seeded', 'found', 'invented'], rows));
  const isProven =
    clean.invented.length + clean.uneven + unfinished(clean) + unfinished(faulty) === 0 &&
    faulty.missed.length + faulty.invented.length === 0 &&
    faulty.tallies.every(({ seeded, found, invented }) => seeded === found && invented === 0);
  return { clean: summary(clean), faulty: summary(faulty), isProven };
});

type Given = Readonly<Record<'days' | 'payments' | 'faults' | 'seed', number>>;

function month(given: Given): Promise<MonthOutcome> {
  return withDatabase(({ databaseUrl, ownerUrl }) => {
    const database = { url: ownerUrl, runUrl: databaseUrl, drop: async () => undefined };
    return simulateMonth({ ...given, kills: KILLS_A_DAY, database, say });
  });
}

function unfinished({ incomplete, unsealed }: MonthOutcome): number {
  return incomplete + unsealed;
}

function summary({ tallies: _, ...rest }: MonthOutcome) {
  return rest;
}
