import { Option } from 'commander';
import { FAULTS } from '../../test/support/faults/catalogue.js';
import { proveFaults } from '../../test/support/faults/prove.js';
import { type Bench, say, wholeNumber } from '../support/bench.js';
import { FURTHER, type FurtherRow } from './further-proofs.js';
import { faultsTable } from './table.js';

interface Options {
  readonly seed: number;
  readonly only?: readonly string[];
  readonly minutes?: number;
  readonly share: number;
  readonly clients: number;
  readonly rows: number;
  readonly loans: number;
  readonly json?: true;
}

const NAMES = [...FAULTS, ...FURTHER].map(({ name }) => name);
const SHARE = 'how often each fault happens, in percent of its default number; at least once';
const CLIENTS = 'clients of single payments to the ledger, and as many to the remote loan system';
const NOTHING = { figures: [], problems: [], missing: {}, payments: 0, events: 0 };

/** No acknowledged payment is lost or doubled, the books are exact, and every answer was allowed. */
export const bench: Bench = (command) =>
  command
    .option('--seed <n>', 'seed of the load and the faults', wholeNumber, 1)
    .addOption(new Option('--only <fault...>', 'only these faults').choices(NAMES))
    .option('--minutes <n>', 'no fault begins after so many minutes', wholeNumber)
    .option('--share <percent>', SHARE, wholeNumber, 100)
    .option('--clients <n>', CLIENTS, wholeNumber, 3)
    .option('--rows <n>', 'rows of each batch', wholeNumber, 1_000)
    .option('--loans <n>', 'loans of each portfolio that is boarded', wholeNumber, 50)
    .option('--json', 'figures as JSON instead of the table')
    .action(prove);

async function prove({ seed, only, minutes, share, clients, rows, loans, json }: Options): Promise<void> {
  const began = performance.now();
  const isChosen = ({ name }: { readonly name: string }) => only === undefined || only.includes(name);
  const faults = FAULTS.filter(isChosen);
  const sizes = { batchRows: rows, boardedLoans: loans };
  const options = { faults, seed, clients, share: share / 100, minutes, sizes, say };
  const { payments, events, missing, ...found } = faults.length === 0 ? NOTHING : await proveFaults(options);
  const figures: FurtherRow[] = [...found.figures];
  const problems = [...found.problems];
  for (const further of FURTHER.filter(isChosen)) {
    const more = await further.run({ seed, say });
    figures.push(...more.rows);
    problems.push(...more.problems);
  }
  const isProven = problems.length === 0;
  const seconds = Math.round((performance.now() - began) / 1_000);
  if (json) {
    const answer = { seed, figures, missing, payments, events, seconds, problems, isProven };
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  } else {
    process.stdout.write(faultsTable(figures, missing));
    process.stdout.write(`${payments} single payments, ${events} events, seed ${seed}, ${seconds} s\n`);
    for (const problem of problems) process.stdout.write(`${problem}\n`);
  }
  process.exit(isProven ? 0 : 1);
}
