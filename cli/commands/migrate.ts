import { type Command, InvalidArgumentError, Option } from 'commander';
import { loadConfig } from '../../core/config/load.js';
import { createLogger } from '../../core/logging/logger.js';
import { withDatabase } from '../../runtime/command-session.js';
import { migrate } from '../../runtime/migrate/migrate.js';
import { type Answer, withAnswer } from '../command-result-as-json-or-text.js';
import { setUpRoles } from '../set-up-database-roles.js';

interface Options {
  readonly wait: number;
  readonly roles?: true;
  readonly print?: true;
}

const say = (line: string) => process.stderr.write(`tributary: ${line}\n`);

export function registerMigrate(program: Command): void {
  const command = program
    .command('migrate')
    .description('migrate the database to this version; safe to run at any time')
    .option('--wait <seconds>', 'how long each step waits for locks held by others', seconds, 600)
    .option(
      '--roles',
      'instead, create the two roles that DATABASE_OWNER_URL and DATABASE_URL name, and set their passwords',
    )
    .addOption(new Option('--print', 'instead, print the SQL that creates the two roles').conflicts('roles'));
  withAnswer(command, async () => {
    const { wait, roles, print } = command.opts<Options>();
    if (roles === true || print === true) return setUpRoles(await loadConfig(), print === true);
    return bringUpToDate(wait * 1_000);
  });
}

async function bringUpToDate(waitMs: number): Promise<Answer> {
  const config = await loadConfig();
  const outcome = await withDatabase(config, createLogger(config.LOG_LEVEL, 'cli'), ({ url, ownerUrl }) =>
    migrate(ownerUrl, { runsAs: url, waitMs, say }),
  );
  if (outcome.newer.length > 0) {
    say(
      `the database is of a newer version (${outcome.newer.join(', ')}); this version can use it, because migrations only add`,
    );
  }
  if (outcome.granted.length > 0) say(`granted the product's role its rights on ${outcome.granted.length} tables`);
  const done = [...outcome.applied, ...outcome.backfilled];
  return {
    document: {
      applied: outcome.applied,
      job_queue_migrated: outcome.jobQueueMigrated,
      granted: outcome.granted,
      newer: outcome.newer,
      backfilled: outcome.backfilled,
    },
    text: done.length === 0 ? 'The database is up to date.' : `Applied:\n${done.map((name) => `  ${name}`).join('\n')}`,
  };
}

function seconds(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new InvalidArgumentError('It must be a number of seconds.');
  return value;
}
