import 'reflect-metadata';
import { Command, InvalidArgumentError, Option } from 'commander';
import { FAULTS } from '../test/support/faults/catalogue.js';
import { proveFaults } from '../test/support/faults/prove.js';
import { FURTHER, type FurtherRow } from './faults/further-proofs.js';
import { faultsTable } from './faults/table.js';

/** `npm run proof:faults`: ends with 1 unless no acknowledged payment is lost or doubled, the books are exact, and every answer was allowed. */
const program = new Command('npm run proof:faults --')
  .description(
    'Every part apart in production mode under a mixed load, while processes, connections, locks, disks and networks fail.',
  )
  .option('--seed <n>', 'seed of the load and the faults', whole, 1)
  .addOption(
    new Option('--only <fault...>', 'only these faults').choices([...FAULTS, ...FURTHER].map(({ name }) => name)),
  )
  .option('--minutes <n>', 'no fault begins after so many minutes', whole)
  .option(
    '--share <percent>',
    'how often each fault happens, in percent of its default number; at least once',
    whole,
    100,
  )
  .option('--clients <n>', 'clients of single payments to the ledger, and as many to the remote loan system', whole, 3)
  .option('--rows <n>', 'rows of each batch', whole, 1_000)
  .option('--loans <n>', 'loans of each portfolio that is boarded', whole, 50)
  .option('--json', 'figures as JSON instead of the table')
  .parse();
const { seed, only, minutes, share, clients, rows, loans, json } = program.opts<{
  readonly seed: number;
  readonly only?: readonly string[];
  readonly minutes?: number;
  readonly share: number;
  readonly clients: number;
  readonly rows: number;
  readonly loans: number;
  readonly json?: true;
}>();
const began = performance.now();
const say = (line: string) => void process.stderr.write(`${line}\n`);
const isChosen = ({ name }: { readonly name: string }) => only === undefined || only.includes(name);
const faults = FAULTS.filter(isChosen);
const sizes = { batchRows: rows, boardedLoans: loans };
const NOTHING = { figures: [], problems: [], missing: {}, payments: 0, events: 0 };
const proof =
  faults.length === 0 ? NOTHING : await proveFaults({ faults, seed, clients, share: share / 100, minutes, sizes, say });
const figures: FurtherRow[] = [...proof.figures];
const problems = [...proof.problems];
for (const further of FURTHER.filter(isChosen)) {
  const found = await further.run({ seed, say });
  figures.push(...found.rows);
  problems.push(...found.problems);
}
const isProven = problems.length === 0;
const { payments, events, missing } = proof;
const seconds = Math.round((performance.now() - began) / 1_000);
if (json) {
  process.stdout.write(
    `${JSON.stringify({ seed, figures, missing, payments, events, seconds, problems, isProven })}\n`,
  );
} else {
  process.stdout.write(faultsTable(figures, missing));
  process.stdout.write(`${payments} single payments, ${events} events, seed ${seed}, ${seconds} s\n`);
  for (const problem of problems) process.stdout.write(`${problem}\n`);
}
process.exit(isProven ? 0 : 1);

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('a whole number is wanted.');
  return Number(text);
}
