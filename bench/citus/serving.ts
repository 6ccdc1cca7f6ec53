import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../../core/config/load.js';
import { createLogger } from '../../core/logging/logger.js';
import { openResources, type Resources } from '../../runtime/assembly/resources.js';
import { Product } from '../../test/support/process.js';
import type { Addresses } from './set-ups.js';

/** Free ports, limits that a bench does not reach, short pauses for reconciliation. */
const SETTINGS = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'fatal',
  PORT: '0',
  GRAPHQL_PORT: '0',
  SECURE_PORT: '0',
  RATE_LIMIT_API_PER_MINUTE: '60000000',
  RATE_LIMIT_API_BURST: '60000000',
  RECONCILE_FIRST_DELAY_MS: '50',
  LOAN_SYSTEM_TIMEOUT_MS: '1000',
  LOAN_SYSTEM_SETTLE_AFTER_MS: '300',
};

/** The whole product in its own process, as `npm start` runs it: with its worker, and on free ports. */
export interface Serving {
  /** Its current address: the port changes at each restart. */
  readonly url: () => string;
  /** For the bench's own work that bypasses the product's APIs. */
  readonly resources: Resources;
  /** Kills it, and starts it again. */
  killAndStart(): Promise<void>;
  stop(): Promise<void>;
}

export async function serve(addresses: Addresses): Promise<Serving> {
  const { environment, resources, close } = await openSideServer(addresses);
  const main = fileURLToPath(new URL('../../cli/main.js', import.meta.url));
  const product = new Product({ command: ['start', '--json'], environment, main });
  let url = '';
  const start = async () => {
    url = JSON.parse(await product.startAndReadLine()).base_url;
  };
  await start();
  return {
    url: () => url,
    resources,
    async killAndStart() {
      await product.kill();
      await start();
    },
    async stop() {
      await product.kill('SIGTERM');
      await close();
    },
  };
}

/** The bench's own database access, with the settings of a product on it. */
export interface SideServer {
  readonly resources: Resources;
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function openSideServer({ url: databaseUrl, ownerUrl }: Addresses): Promise<SideServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-bench-'));
  const environment = {
    ...SETTINGS,
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: ownerUrl,
    TRIBUTARY_DATA_DIR: dataDir,
  };
  const config = await loadConfig(environment);
  const resources = await openResources({ config, databaseUrl, logger: createLogger('fatal', 'bench') });
  return {
    resources,
    environment,
    async close() {
      await resources.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
