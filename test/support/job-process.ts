import { loadConfig } from '../../core/config/load.js';
import { createPool } from '../../core/db/pool.js';
import { startWorker } from '../../core/jobs/worker.js';
import { createLogger } from '../../core/logging/logger.js';

/*
 * A process whose worker takes jobs and never finishes one, to be killed while it holds them. Prints a line once it
 * holds two.
 */
const config = await loadConfig();
const logger = createLogger('silent', 'test');
let held = 0;
const never = () => {
  held += 1;
  if (held === 2) process.stdout.write('holds two\n');
  return new Promise<void>(() => undefined);
};
await startWorker({
  pool: createPool(config.DATABASE_URL ?? '', 5, logger),
  handlers: { delete_expired_keys: never, match_overdue: never },
  crontab: '',
  concurrency: 2,
  pollIntervalMs: 50,
  lifeCheckMs: 3_600_000,
  logger,
});
