import { freePorts } from './free-ports.js';
import { Product } from './process.js';

/** One part's process, which can be killed and restarted. */
export interface SplitPart {
  readonly name: string;
  readonly product: Product;
  /** The address of its `/healthz`; undefined for a worker without `METRICS_PORT`. */
  readonly url: string | undefined;
}

/** Every part of the product in its own process, over HTTP, on one database. */
export interface SplitInstance {
  readonly baseUrl: string;
  readonly secureUrl: string;
  /** Its public port. */
  readonly graphqlUrl: string;
  /** Its port for parts. */
  readonly gatewayUrl: string;
  readonly subgraphUrls: readonly string[];
  /** The payments subgraph's process, which can be killed; `startAndWaitFor(paymentsUrl)` restarts it. */
  readonly payments: Product;
  readonly paymentsUrl: string;
  /** REST's and the gateway's processes, at `baseUrl` and `graphqlUrl`. */
  readonly rest: Product;
  readonly gateway: Product;
  /** All started parts. */
  readonly parts: readonly SplitPart[];
  stop(): Promise<readonly (number | null)[]>;
}

type Environment = Readonly<Record<string, string>>;

/**
 * @param own - additional settings of a part, by its name
 * @param without - names of parts to leave out
 */
export async function openSplitInstance(
  environment: Environment,
  own: Readonly<Record<string, Environment>> = {},
  without: readonly string[] = [],
): Promise<SplitInstance> {
  const [rest = 0, secure = 0, graphql = 0, gateway = 0, ...subgraphs] = await freePorts(8);
  const names = ['servicing', 'payments', 'reporting', 'messaging'];
  const url = (port: number) => `http://127.0.0.1:${port}`;
  const shared = {
    ...environment,
    PORT: String(rest),
    SECURE_PORT: String(secure),
    GRAPHQL_PORT: String(graphql),
    GATEWAY_URL: url(gateway),
    ...Object.fromEntries(names.map((name, n) => [`SUBGRAPH_${name.toUpperCase()}_URL`, url(subgraphs[n] ?? 0)])),
  };
  const part = (...command: readonly string[]) =>
    new Product({ command: ['serve', ...command], environment: { ...shared, ...own[command.at(-1) ?? ''] } });
  const [payments, gatewayPart, restPart] = [part('subgraph', 'payments'), part('gateway'), part('rest')];
  const parts: SplitPart[] = [];
  const serve = async (name: string, product: Product, port?: number) => {
    if (without.includes(name)) return;
    const one = { name, product, url: port === undefined ? undefined : url(port) };
    parts.push(one);
    if (one.url === undefined) product.start();
    else await product.startAndWaitFor(one.url);
  };
  const stop = () => Promise.all(parts.map(({ product }) => product.kill('SIGTERM')));
  const workerPort = own['worker']?.['METRICS_PORT'];
  const started = Promise.all([
    ...names.map((name, n) => serve(name, name === 'payments' ? payments : part('subgraph', name), subgraphs[n])),
    serve('gateway', gatewayPart, graphql),
    serve('rest', restPart, rest),
    serve('secure', part('secure'), secure),
    serve('worker', part('worker'), workerPort === undefined ? undefined : Number(workerPort)),
  ]);
  await started.catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    baseUrl: url(rest),
    secureUrl: url(secure),
    graphqlUrl: url(graphql),
    gatewayUrl: url(gateway),
    subgraphUrls: subgraphs.map(url),
    payments,
    rest: restPart,
    gateway: gatewayPart,
    paymentsUrl: url(subgraphs[names.indexOf('payments')] ?? 0),
    parts,
    stop,
  };
}
