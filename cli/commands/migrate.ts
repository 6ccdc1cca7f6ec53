import { loadConfig } from '../../core/config/load.js';
import { createLogger } from '../../core/logging/logger.js';
import { withDatabase } from '../../runtime/command-session.js';
import { migrate } from '../../runtime/migrate/migrate.js';
import { type Answer, members, withAnswer } from '../command-result-as-json-or-text.js';
import { option } from '../options.js';
import { setUpRoles } from '../set-up-database-roles.js';
import { numberThat } from '../shared-options.js';

const say = (line: string) => process.stderr.write(`tributary: ${line}\n`);

export const migrateCommand = withAnswer(
  'migrate the database to this version; safe to run at any time',
  [
    option('--wait <seconds>', 'how long each step waits for locks held by others', {
      parse: numberThat((seconds) => Number.isFinite(seconds) && seconds >= 0, 'It must be a number of seconds.'),
      byDefault: 600,
    }),
    option(
      '--roles',
      'instead, create the two roles that DATABASE_OWNER_URL and DATABASE_URL name, and set their passwords',
    ),
    option('--print', 'instead, print the SQL that creates the two roles', { conflicts: 'roles' }),
  ],
  async ({ wait, roles, print }) =>
    roles || print ? setUpRoles(await loadConfig(), print === true) : bringUpToDate(wait * 1_000),
);

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
    document: members(outcome, 'applied job_queue_migrated granted newer backfilled'),
    text: done.length === 0 ? 'The database is up to date.' : `Applied:\n${done.map((name) => `  ${name}`).join('\n')}`,
  };
}
