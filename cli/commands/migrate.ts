import { type Command, InvalidArgumentError } from 'commander';
import { loadConfig } from '../../core/config/load.js';
import { migrate } from '../../core/db/migrate/migrate.js';
import { createLogger } from '../../core/logger.js';
import { answering } from '../answer.js';
import { withDatabaseUrl } from '../session.js';

const say = (line: string) => process.stderr.write(`tributary: ${line}\n`);

export function registerMigrate(program: Command): void {
  const command = program
    .command('migrate')
    .description('bring the database to this version; safe to run at any time')
    .option('--wait <seconds>', 'how long each step waits for locks that others hold', seconds, 600);
  answering(command, async () => {
    const config = await loadConfig();
    const outcome = await withDatabaseUrl(config, createLogger(config.LOG_LEVEL, 'cli'), (url) =>
      migrate(url, { waitMs: command.opts<{ wait: number }>().wait * 1_000, say }),
    );
    if (outcome.newer.length > 0) {
      say(
        `the database is of a newer version (${outcome.newer.join(', ')}); this one runs on it, for migrations only add`,
      );
    }
    const done = [...outcome.applied, ...outcome.backfilled];
    return {
      document: {
        applied: outcome.applied,
        job_queue_migrated: outcome.jobQueueMigrated,
        newer: outcome.newer,
        backfilled: outcome.backfilled,
      },
      text:
        done.length === 0 ? 'The database is up to date.' : `Applied:\n${done.map((name) => `  ${name}`).join('\n')}`,
    };
  });
}

function seconds(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new InvalidArgumentError('It must be a number of seconds.');
  return value;
}
