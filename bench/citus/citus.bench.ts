import { type Command, Option } from 'commander';
// The composition roots: importing them registers all statements.
import { createProgram } from '../../cli/program.js';
import '../../runtime/running/start.js';
import { type Bench, wholeNumber } from '../support/bench.js';
import { figures } from './figures.js';
import { proven } from './proven.js';
import { withProducts } from './served.js';
import { problemWith, withSetUps } from './set-ups.js';
import { refusals } from './statements.js';

interface Options {
  readonly database?: string;
  readonly worker: readonly string[];
  readonly seconds: number;
  readonly only?: 'statements' | 'proof' | 'figures';
}

/**
 * The whole product on Citus compared with plain Postgres. On one machine it shows that the product runs, and the cost
 * of going through a coordinator, not how it scales.
 */
export const bench: Bench = (command) =>
  command
    .addOption(
      new Option('--database <address>', 'a Postgres server with Citus installed, as its superuser').env(
        'CITUS_DATABASE_URL',
      ),
    )
    .option('--worker <address...>', 'further such servers: they become the workers of the last set-up', [])
    .option('--seconds <n>', 'seconds of each measurement', wholeNumber, 10)
    .addOption(
      new Option(
        '--only <part>',
        '`statements` takes a minute, `proof` (which includes them) needs no quiet machine, `figures` does',
      ).choices(['statements', 'proof', 'figures']),
    )
    .action((options: Options) => run(options, command));

async function run({ database, worker: workers, seconds, only }: Options, command: Command): Promise<void> {
  if (database === undefined)
    return command.error('error: no Postgres with Citus: give its address by --database or CITUS_DATABASE_URL', {
      exitCode: 2,
    });
  for (const address of [database, ...workers]) {
    const problem = await problemWith(address);
    if (problem !== undefined) command.error(`error: ${problem}`, { exitCode: 2 });
  }
  await createProgram();
  await withSetUps(database, workers, async (setUps) => {
    if (only !== 'figures') process.stdout.write(await refusals(setUps));
    if (only !== 'figures' && only !== 'statements') process.stdout.write(await withProducts(setUps, proven));
    if (only !== 'proof' && only !== 'statements')
      process.stdout.write(await withProducts(setUps, (served) => figures(served, seconds)));
  });
}
