import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from './api.js';
import type { Environment } from './command.js';
import { Product, type ProductOptions } from './process.js';

/** The output of `tributary start --json`. */
interface HostAddresses {
  readonly base_url: string;
  readonly graphql_url: string;
  readonly secure_url: string;
}

/** `tributary start` in its own data folder, empty at first: the embedded Postgres and the demo data. */
export interface DemoStart {
  readonly folder: string;
  /** The environment that other commands on it need. */
  readonly environment: Environment;
  readonly product: Product;
  /** Output of the latest start. */
  readonly addresses: HostAddresses;
  /** Starts it again after it has ended, with these settings changed. */
  start(changed?: Environment): Promise<void>;
  /** `demo-credentials.json`, read again. */
  credentials(): Promise<any>;
  /** A client with the demo key of this name. */
  api(key: string): Promise<Api>;
  close(): Promise<void>;
}

/** @param more - settings in addition to the folder and the free ports */
export async function openDemoStart(
  more: Environment = {},
  options: Pick<ProductOptions, 'discardsErrors'> = {},
): Promise<DemoStart> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-demo-'));
  await chmod(folder, 0o755); // as root, the database runs as another user
  const ports = { PORT: '0', GRAPHQL_PORT: '0', SECURE_PORT: '0' };
  const environment = { TRIBUTARY_DATA_DIR: folder, LOG_LEVEL: 'fatal', ...ports, ...more };
  let product: Product;
  const start = async (changed: Environment): Promise<HostAddresses> => {
    product = new Product({ command: ['start', '--json'], environment: { ...environment, ...changed }, ...options });
    return JSON.parse(await product.startAndReadLine());
  };
  const close = async () => {
    await product.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  };
  let addresses = await start({}).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const credentials = async () => JSON.parse(await readFile(join(folder, 'demo-credentials.json'), 'utf8'));
  return {
    ...{ folder, environment, credentials, close },
    get product() {
      return product;
    },
    get addresses() {
      return addresses;
    },
    start: async (changed = {}) => {
      addresses = await start(changed);
    },
    api: async (name) => {
      const { prefix, key } = (await credentials()).keys.find((one: { name: string }) => one.name === name);
      return Api.exchange(addresses.base_url, { prefix, plaintext: key });
    },
  };
}
