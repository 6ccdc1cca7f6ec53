import { freePorts } from './free-ports.js';
import { Product } from './process.js';

/** Every part of the house in a process of its own, over HTTP, on one database. */
export interface ApartHouse {
  readonly baseUrl: string;
  readonly secureUrl: string;
  readonly gatewayUrl: string;
  readonly subgraphUrls: readonly string[];
  /** The payments subgraph's process, to be killed; `startAndWaitFor(paymentsUrl)` brings it back. */
  readonly payments: Product;
  readonly paymentsUrl: string;
  stop(): Promise<readonly (number | null)[]>;
}

export async function openApart(environment: Readonly<Record<string, string>>): Promise<ApartHouse> {
  const [rest = 0, secure = 0, gateway = 0, ...subgraphs] = await freePorts(7);
  const names = ['servicing', 'payments', 'reporting', 'messaging'];
  const url = (port: number) => `http://127.0.0.1:${port}`;
  const shared = {
    ...environment,
    PORT: String(rest),
    SECURE_PORT: String(secure),
    GRAPHQL_PORT: String(gateway),
    GATEWAY_URL: url(gateway),
    ...Object.fromEntries(names.map((name, n) => [`SUBGRAPH_${name.toUpperCase()}_URL`, url(subgraphs[n] ?? 0)])),
  };
  const part = (...command: readonly string[]) => new Product({ command: ['serve', ...command], environment: shared });
  const payments = part('subgraph', 'payments');
  const products: Product[] = [];
  const serve = async (product: Product, port: number | undefined) => {
    products.push(product);
    if (port === undefined) product.start();
    else await product.startAndWaitFor(url(port));
  };
  const stop = () => Promise.all(products.map((product) => product.kill('SIGTERM')));
  const started = Promise.all([
    ...names.map((name, n) => serve(name === 'payments' ? payments : part('subgraph', name), subgraphs[n])),
    serve(part('gateway'), gateway),
    serve(part('rest'), rest),
    serve(part('secure'), secure),
    serve(part('worker'), undefined),
  ]);
  await started.catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    baseUrl: url(rest),
    secureUrl: url(secure),
    gatewayUrl: url(gateway),
    subgraphUrls: subgraphs.map(url),
    payments,
    paymentsUrl: url(subgraphs[names.indexOf('payments')] ?? 0),
    stop,
  };
}
