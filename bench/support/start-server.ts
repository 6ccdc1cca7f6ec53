import { Product } from '../../test/support/process.js';
import type { Place } from './database.js';

/**
 * - `bare`: Fastify and pg, one prepared statement per request, for one organization: no authentication, limits, logs or
 *   rules.
 * - `express`: Express and pg by hand, with keys, and with the ledger's rules where a payment is recorded.
 * - `prisma`: Express and Prisma by hand; only reads.
 * - `tributary`: the product's REST host. `working`: with its worker. `whole`: every host and the worker, as
 *   `npm start` runs them. Authentication, rate limits and request logs are on.
 */
export type ServerKind = 'bare' | 'express' | 'prisma' | 'tributary' | 'working' | 'whole';

export interface StartedServer {
  readonly kind: ServerKind;
  readonly url: string;
  /** The address of the GraphQL host; only of `whole`. */
  readonly graphqlUrl: string | undefined;
  readonly pid: number;
  stop(): Promise<unknown>;
}

interface ServerOptions {
  /** Whose rows the bare server reads. */
  readonly organizationId?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

type ServedPlace = Pick<Place, 'databaseUrl' | 'dataDir'>;

/** The settings of the product in a bench: its limits are on, and never reached. */
export function productEnvironment({ databaseUrl, dataDir }: ServedPlace): Readonly<Record<string, string>> {
  return {
    ...{ DATABASE_URL: databaseUrl, TRIBUTARY_DATA_DIR: dataDir },
    ...{ RATE_LIMIT_API_PER_MINUTE: '60000000', RATE_LIMIT_API_BURST: '60000000' },
  };
}

/** The product or a hand-written server in its own process. Its logs are written as in production, and discarded. */
export async function startServer(
  kind: ServerKind,
  place: ServedPlace,
  { organizationId = '', environment = {} }: ServerOptions = {},
): Promise<StartedServer> {
  const ports = { PORT: '0', GRAPHQL_PORT: '0', SECURE_PORT: '0' };
  const product = new Product({
    ...programOf(kind, organizationId),
    environment: { ...productEnvironment(place), ...ports, ...environment },
    discardsErrors: true,
  });
  const { base_url: url, graphql_url: graphqlUrl } = JSON.parse(await product.startAndReadLine());
  return { kind, url, graphqlUrl, pid: product.pid, stop: () => product.kill() };
}

function programOf(kind: ServerKind, organizationId: string) {
  switch (kind) {
    case 'bare':
    case 'express':
    case 'prisma':
      return { program: 'bench/by-hand/server.js', command: [kind, organizationId] };
    case 'whole':
      return { command: ['start', '--json'] };
    default:
      return { program: 'bench/support/rest-host.js', command: [kind] };
  }
}
