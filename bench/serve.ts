import 'reflect-metadata';
import { text } from 'node:stream/consumers';
import { loadConfig } from '../core/config/load.js';
import { createLogger } from '../core/logging/logger.js';
import type { OperationRunner } from '../gateway/operation-runner-interface.js';
import { createBaseHost } from '../rest-facade/host/base-host.js';
import { baseServices, rateLimits } from '../runtime/assembly/facade-services-and-rate-limits.js';
import { gatewayInProcess } from '../runtime/assembly/gateway-and-subgraph-executors.js';
import { openResources } from '../runtime/assembly/resources.js';
import { startJobs } from '../runtime/assembly/worker-jobs.js';
import { listen } from '../runtime/parts/listen-and-check-ports.js';
import { type ServedFixture, type ServerKind, WORKING } from './scenarios.js';
import { createBareServer } from './server-without-product.js';

/** One server of the bench, in its own process: reads the fixture from standard input, prints its port. */
async function main(kind: ServerKind | typeof WORKING): Promise<void> {
  const fixture: ServedFixture = JSON.parse(await text(process.stdin));
  const port = kind === 'bare' ? await serveBare(fixture) : await serveProduct(fixture, kind);
  process.stdout.write(`${port}\n`);
}

async function serveBare(fixture: ServedFixture): Promise<number> {
  const app = createBareServer(fixture);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return address.port;
}

async function serveProduct(fixture: ServedFixture, kind: ServerKind | typeof WORKING): Promise<number> {
  const config = await loadConfig({
    DATABASE_URL: fixture.databaseUrl,
    TRIBUTARY_DATA_DIR: fixture.dataDir,
    RATE_LIMIT_API_PER_MINUTE: '60000000',
    RATE_LIMIT_API_BURST: '60000000',
  });
  const resources = await openResources({
    config,
    databaseUrl: fixture.databaseUrl,
    logger: createLogger(config.LOG_LEVEL, 'bench'),
  });
  const gateway = await gatewayInProcess(resources);
  const runner: OperationRunner = kind === 'ordinary' ? { run: gateway.runOrdinary } : gateway;
  const services = baseServices(resources, runner, rateLimits(resources, false), async () => true);
  if (kind === WORKING) await startJobs(resources);
  const host = createBaseHost(services, config.TRUST_PROXY);
  return listen(host.server, { host: '127.0.0.1', port: 0, variable: 'PORT' });
}

await main(process.argv[2] as ServerKind);
