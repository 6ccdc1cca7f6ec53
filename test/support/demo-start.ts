import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Api } from './api.js';
import type { Environment } from './command.js';
import { demoFolder } from './demo-folder.js';
import { Product } from './process.js';

interface HostAddresses {
  readonly base_url: string;
  readonly graphql_url: string;
  readonly secure_url: string;
}

/** `tributary start` on demo data and the embedded Postgres of a data folder of its own. */
export interface DemoStart {
  readonly folder: string;
  /** What commands beside it have, too. */
  readonly environment: Environment;
  readonly product: Product;
  /** Of the latest start. */
  readonly addresses: HostAddresses;
  /** Starts it, once more where it has ended. */
  start(): Promise<void>;
  /** `demo-credentials.json`, read again. */
  credentials(): Promise<any>;
  /** As the demo key of a name. */
  api(key: string): Promise<Api>;
  close(): Promise<void>;
}

/** @param more - settings beside the folder and the ports, which are free ones. */
export async function openDemoStart(more: Environment = {}): Promise<DemoStart> {
  const folder = await demoFolder();
  const environment = { ...startSettings(folder.path), ...more };
  const product = new Product({ command: ['start', '--json'], environment });
  const start = async (): Promise<HostAddresses> => JSON.parse(await product.startAndReadLine());
  let addresses = await start().catch(async (error: unknown) => {
    await folder.remove();
    throw error;
  });
  const credentials = () => demoCredentials(folder.path);
  return {
    ...{ folder: folder.path, environment, product, credentials },
    get addresses() {
      return addresses;
    },
    start: async () => {
      addresses = await start();
    },
    api: async (name) => {
      const { prefix, key } = (await credentials()).keys.find((one: { name: string }) => one.name === name);
      return Api.exchange(addresses.base_url, { prefix, plaintext: key });
    },
    close: async () => {
      await product.kill('SIGTERM');
      await folder.remove();
    },
  };
}

/** What a start in a data folder is given, so that several can run side by side. */
export function startSettings(folder: string): Environment {
  return { TRIBUTARY_DATA_DIR: folder, LOG_LEVEL: 'fatal', PORT: '0', GRAPHQL_PORT: '0', SECURE_PORT: '0' };
}

export async function demoCredentials(folder: string): Promise<any> {
  return JSON.parse(await readFile(join(folder, 'demo-credentials.json'), 'utf8'));
}
