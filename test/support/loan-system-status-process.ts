import { loadConfig } from '../../core/config/load.js';
import { createLogger } from '../../core/logging/logger.js';
import { openResources } from '../../runtime/assembly/resources.js';
import { LoanSystemStatusPart } from '../../runtime/parts/loan-system-status-part.js';

/*
 * A running part that calls a loan system all the time through its own circuit breaker, and reports its status, until
 * it is killed.
 */
const { DATABASE_URL = '', PART = '', SYSTEM = '' } = process.env;
const resources = await openResources({
  config: await loadConfig(),
  databaseUrl: DATABASE_URL,
  logger: createLogger('silent', 'test'),
});
await new LoanSystemStatusPart(resources, PART).start();
setInterval(() => void resources.addedSystems.get(SYSTEM)?.businessDay(), 50);
process.stdout.write('looking\n');
