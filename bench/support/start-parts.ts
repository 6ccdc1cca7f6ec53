import { loadConfig } from '../../core/config/load.js';
import { parseTokenKeys, publicTokenKeys, tokenKeysText } from '../../core/config/token-key-set.js';
import { SUBGRAPH_NAMES } from '../../core/principal/subgraph-names.js';
import { freePorts } from '../../test/support/free-ports.js';
import { deployedParts } from '../../test/support/part-keys.js';
import { Product } from '../../test/support/process.js';
import type { Place } from './database.js';
import { productEnvironment } from './start-server.js';

export interface StartedParts {
  /** REST's address. */
  readonly url: string;
  readonly pids: readonly number[];
  stop(): Promise<unknown>;
}

/** REST, the gateway, the subgraphs and the worker, each in its own process. Their logs are discarded. */
export async function startParts(place: Place): Promise<StartedParts> {
  const [rest = 0, graphql = 0, gateway = 0, ...subgraphs] = await freePorts(3 + SUBGRAPH_NAMES.length);
  const url = (port: number) => `http://127.0.0.1:${port}`;
  const keys = deployedParts();
  const environment = productEnvironment(place);
  const { TOKEN_SIGNING_KEYS = '' } = await loadConfig(environment);
  const shared = {
    ...environment,
    INTERNAL_VERIFICATION_KEYS: keys.settingsOf('rest').INTERNAL_VERIFICATION_KEYS,
    TOKEN_VERIFICATION_KEYS: tokenKeysText(publicTokenKeys(parseTokenKeys(TOKEN_SIGNING_KEYS))),
    ...{ PORT: String(rest), GRAPHQL_PORT: String(graphql), GATEWAY_URL: url(gateway) },
    ...Object.fromEntries(
      SUBGRAPH_NAMES.map((name, n) => [`SUBGRAPH_${name.toUpperCase()}_URL`, url(subgraphs[n] ?? 0)]),
    ),
  };
  const part = (command: readonly string[], own: Readonly<Record<string, string>> = {}) =>
    new Product({ command: ['serve', ...command], environment: { ...shared, ...own }, discardsErrors: true });
  const worker = part(['worker'], keys.settingsOf('worker'));
  const hosts = [
    ...SUBGRAPH_NAMES.map((name, n) => ({ port: subgraphs[n] ?? 0, product: part(['subgraph', name]) })),
    { port: graphql, product: part(['gateway'], keys.settingsOf('gateway')) },
    { port: rest, product: part(['rest'], { ...keys.settingsOf('rest'), TOKEN_SIGNING_KEYS }) },
  ];
  const products = [...hosts.map(({ product }) => product), worker];
  const stop = () => Promise.all(products.map((product) => product.kill()));
  worker.start();
  try {
    await Promise.all(hosts.map(({ port, product }) => product.startAndWaitFor(url(port))));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: url(rest), pids: products.map(({ pid }) => pid), stop };
}
