import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { ConfigurationError, loadConfig } from '../core/config/load.js';
import { systemClock } from '../core/time/clock.js';
import { seedBulk } from '../prisma/seed/bulk/seed-bulk.js';
import { withSession } from '../runtime/command-session.js';
import { EmbeddedDatabaseError } from '../runtime/embedded/embedded-database-error.js';

interface Options {
  readonly transactions: number;
  readonly organizations: number;
  readonly accounts?: number;
  readonly json?: true;
}

const TRANSACTIONS_PER_ACCOUNT = 100;

const say = (line: string) => process.stderr.write(`tributary: ${line}\n`);

const program = new Command('seed:bulk')
  .description('Adds organizations with many made-up transactions to the database, for benches. Never in production.')
  .option('--transactions <count>', 'number of transactions', positive, 1_000_000)
  .option('--organizations <count>', 'number of new organizations that share them', positive, 4)
  .option(
    '--accounts <count>',
    `number of accounts (default: one for ${TRANSACTIONS_PER_ACCOUNT} transactions)`,
    positive,
  )
  .option('--json', 'answer with one JSON document on standard output')
  .exitOverride()
  .action(run);

async function run(options: Options): Promise<void> {
  const { isProduction } = await loadConfig();
  if (isProduction) throw new ConfigurationError('NODE_ENV: bulk data is not allowed in production');
  const { transactions, organizations } = options;
  const accounts = options.accounts ?? Math.max(organizations, Math.ceil(transactions / TRANSACTIONS_PER_ACCOUNT));
  const started = performance.now();
  const seeded = await withSession(({ db, ownerUrl }) =>
    seedBulk({
      db,
      databaseUrl: ownerUrl,
      clock: systemClock,
      size: { transactions, organizations, accounts },
      progress: (done, total) => say(`${done} of ${total} transactions`),
    }),
  );
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const document = { organization_ids: seeded.organizationIds, accounts, transactions, seconds };
  process.stdout.write(
    options.json
      ? `${JSON.stringify(document, null, 2)}\n`
      : `${transactions} transactions on ${accounts} accounts in ${seconds} s; organizations:\n${seeded.organizationIds.join('\n')}\n`,
  );
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError('It must be a whole number, at least 1.');
  return value;
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    const isExpected = error instanceof ConfigurationError || error instanceof EmbeddedDatabaseError;
    say(error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : String(error));
    process.exitCode = 1;
  }
}
