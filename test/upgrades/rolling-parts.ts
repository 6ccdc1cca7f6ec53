import { freshDeployment } from '../../core/config/deployment-secrets.js';
import type { SigningPart } from '../../core/config/part-keys.js';
import { SUBGRAPH_NAMES } from '../../core/principal/subgraph-names.js';
import { Balancer } from '../support/balancer.js';
import { freePorts } from '../support/free-ports.js';
import { Product } from '../support/process.js';

type Environment = Readonly<Record<string, string>>;

/** A version's command line: its file; undefined for this version. */
export interface Version {
  readonly name: string;
  readonly main?: string;
}

const SUBGRAPHS = SUBGRAPH_NAMES.map((name) => `subgraph ${name}` as const);
export type RolledPart = (typeof SUBGRAPHS)[number] | 'worker' | 'gateway' | 'rest' | 'secure';

/** The order of docs/operations.md; the parts of one step start at the same time. */
export const UPGRADE: readonly (readonly RolledPart[])[] = [[...SUBGRAPHS, 'worker'], ['gateway'], ['rest', 'secure']];

interface Instance {
  readonly product: Product;
  readonly url: string;
}

/**
 * Runs each part as separate processes behind a load balancer, so that an instance of another version can replace them.
 */
export class RollingParts {
  readonly #environment: Environment;
  readonly #own: Readonly<Record<SigningPart, Environment>>;
  readonly #balancers: ReadonlyMap<RolledPart, Balancer>;
  readonly #running = new Map<RolledPart, Instance>();
  /** The last log lines of the parts. */
  readonly logged: string[] = [];

  private constructor(
    environment: Environment,
    own: Readonly<Record<SigningPart, Environment>>,
    balancers: ReadonlyMap<RolledPart, Balancer>,
  ) {
    [this.#environment, this.#own, this.#balancers] = [environment, own, balancers];
  }

  /** Opens the load balancers, without any instance yet. */
  static async open(environment: Environment): Promise<RollingParts> {
    const { compose, data, postings, rest, secure, gateway, worker } = await freshDeployment();
    const balancers = new Map<RolledPart, Balancer>();
    for (const part of UPGRADE.flat()) balancers.set(part, await Balancer.open());
    const url = (part: RolledPart) => balancers.get(part)?.url ?? '';
    const shared = {
      ...{ ...compose, ...data, ...postings, ...environment },
      ...{ GATEWAY_URL: url('gateway'), PUBLIC_URL: url('rest') },
      ...Object.fromEntries(SUBGRAPHS.map((part) => [`${part.replace(' ', '_').toUpperCase()}_URL`, url(part)])),
    };
    const { CARD_FINGERPRINT_SECRET = secure.CARD_FINGERPRINT_SECRET } = environment;
    return new RollingParts(
      shared,
      { rest, gateway, worker, secure: { ...secure, CARD_FINGERPRINT_SECRET } },
      balancers,
    );
  }

  get restUrl(): string {
    return this.#balancers.get('rest')?.url ?? '';
  }

  get secureUrl(): string {
    return this.#balancers.get('secure')?.url ?? '';
  }

  /** The number of requests that were cut between parts or on their way to one. */
  get cut(): number {
    return [...this.#balancers.values()].reduce((sum, { cut }) => sum + cut, 0);
  }

  /**
   * Starts an instance of this version for each part; when they are ready, stops the previous ones and waits for their
   * end.
   */
  async roll(parts: readonly RolledPart[], version: Version): Promise<void> {
    await Promise.all(parts.map((part) => this.#rollOne(part, version)));
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ product }) => product.kill('SIGTERM')));
    await Promise.all([...this.#balancers.values()].map((balancer) => balancer.close()));
  }

  async #rollOne(part: RolledPart, version: Version): Promise<void> {
    const [port = 0, graphql = 0] = await freePorts(2);
    const url = `http://127.0.0.1:${port}`;
    const product = new Product({
      command: ['serve', ...part.split(' ')],
      environment: { ...this.#environment, ...this.#own[part as SigningPart], ...portsOf(part, port, graphql) },
      heard: (chunk) => this.#hear(`${version.name} ${part}`, chunk),
      ...(version.main !== undefined && { main: version.main }),
    });
    const before = this.#running.get(part);
    await product.startAndWaitFor(url).catch((error: unknown) => {
      throw new Error(`${version.name} ${part}: ${this.logged.join('\n')}`, { cause: error });
    });
    this.#running.set(part, { product, url });
    const balancer = this.#balancers.get(part);
    await balancer?.add(url);
    if (before === undefined) return;
    await balancer?.remove(before.url);
    const code = await before.product.kill('SIGTERM');
    if (code !== 0) throw new Error(`${part} ended with ${code} when another version replaced it`);
  }

  #hear(from: string, chunk: Buffer): void {
    for (const line of chunk.toString().trim().split('\n')) {
      if (!line.includes('"/readyz"')) this.logged.push(`${from}: ${line}`);
    }
    this.logged.splice(0, this.logged.length - 50);
  }
}

/** A worker has only its operations port, with its readiness. */
function portsOf(part: RolledPart, port: number, graphql: number): Environment {
  const text = String(port);
  if (part === 'rest') return { PORT: text };
  if (part === 'secure') return { SECURE_PORT: text };
  if (part === 'worker') return { METRICS_PORT: text };
  return { INTERNAL_PORT: text, GRAPHQL_PORT: String(graphql) };
}
