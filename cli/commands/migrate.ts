import type { Command } from 'commander';
import { loadConfig } from '../../core/config/load.js';
import { migrate } from '../../core/db/migrate/migrate.js';
import { createLogger } from '../../core/logger.js';
import { answering } from '../answer.js';
import { withDatabaseUrl } from '../session.js';

export function registerMigrate(program: Command): void {
  const command = program.command('migrate').description('bring the database to this version; safe to run at any time');
  answering(command, async () => {
    const config = await loadConfig();
    const outcome = await withDatabaseUrl(config, createLogger(config.LOG_LEVEL, 'cli'), (url) => migrate(url));
    if (outcome.newer.length > 0) {
      process.stderr.write(
        `tributary: the database is of a newer version (${outcome.newer.join(', ')}); this one runs on it, for migrations only add\n`,
      );
    }
    return {
      document: { applied: outcome.applied, job_queue_migrated: outcome.jobQueueMigrated, newer: outcome.newer },
      text:
        outcome.applied.length === 0
          ? 'The database is up to date.'
          : `Applied:\n${outcome.applied.map((name) => `  ${name}`).join('\n')}`,
    };
  });
}
