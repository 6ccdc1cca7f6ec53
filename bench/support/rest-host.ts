import 'reflect-metadata';
import { loadConfig } from '../../core/config/load.js';
import { createLogger } from '../../core/logging/logger.js';
import { createBaseHost } from '../../rest-facade/host/base-host.js';
import { baseServices } from '../../runtime/assembly/base-services.js';
import { gatewayInProcess } from '../../runtime/assembly/gateway-in-process.js';
import { localFiles } from '../../runtime/assembly/local-files.js';
import { rateLimits } from '../../runtime/assembly/rate-limits.js';
import { openResources } from '../../runtime/assembly/resources.js';
import { startJobs } from '../../runtime/assembly/worker-jobs.js';
import { listen } from '../../runtime/parts/listen-and-check-ports.js';

/* Only the product's REST host, in its own process: `rest-host.js tributary|working`. Prints its address. */

const kind = process.argv[2];
const config = await loadConfig();
const logger = createLogger(config.LOG_LEVEL, 'bench');
const resources = await openResources({ config, databaseUrl: config.DATABASE_URL ?? '', logger });
const gateway = await gatewayInProcess(resources);
const services = baseServices(
  resources,
  gateway,
  rateLimits(resources, false),
  async () => true,
  localFiles(resources),
);
if (kind === 'working') await startJobs(resources);
const { server } = createBaseHost(services, config.TRUST_PROXY);
const port = await listen(server, { host: '127.0.0.1', port: 0, variable: 'PORT' });
process.stdout.write(`${JSON.stringify({ base_url: `http://127.0.0.1:${port}` })}\n`);
