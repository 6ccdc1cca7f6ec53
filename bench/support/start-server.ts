import { Product } from '../../test/support/process.js';
import type { Place } from './database.js';

/**
 * - `bare`: Fastify and pg, the same SQL, no authentication, limits or logs; a payment writes the same rows in one transaction,
 *   a webhook is one insert.
 * - `tributary`: the product, with authentication, rate limits and request logs on.
 * - `ordinary`: the product, with each operation sent the usual way through the Apollo gateway.
 */
export const SERVERS = ['bare', 'tributary', 'ordinary'] as const;
/** `working`: the product's REST host with its worker. `whole`: every host and the worker, as `npm start` runs them. */
type ServerKind = (typeof SERVERS)[number] | 'working' | 'whole';

export interface StartedServer {
  readonly kind: ServerKind;
  readonly url: string;
  readonly pid: number;
  stop(): Promise<unknown>;
}

interface ServerOptions {
  /** Whose rows the bare server reads. */
  readonly organizationId?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The product or the hand-written server in its own process. Its logs are written as in production, and discarded. */
export async function startServer(
  kind: ServerKind,
  { databaseUrl, dataDir }: Pick<Place, 'databaseUrl' | 'dataDir'>,
  { organizationId = '', environment = {} }: ServerOptions = {},
): Promise<StartedServer> {
  const product = new Product({
    ...programOf(kind, organizationId),
    environment: {
      ...{ DATABASE_URL: databaseUrl, TRIBUTARY_DATA_DIR: dataDir },
      ...{ PORT: '0', GRAPHQL_PORT: '0', SECURE_PORT: '0' },
      ...{ RATE_LIMIT_API_PER_MINUTE: '60000000', RATE_LIMIT_API_BURST: '60000000' },
      ...environment,
    },
    discardsErrors: true,
  });
  const { base_url: url } = JSON.parse(await product.startAndReadLine());
  return { kind, url, pid: product.pid, stop: () => product.kill() };
}

function programOf(kind: ServerKind, organizationId: string) {
  switch (kind) {
    case 'bare':
      return { program: 'bench/bare/server.js', command: [organizationId] };
    case 'whole':
      return { command: ['start', '--json'] };
    default:
      return { program: 'bench/support/rest-host.js', command: [kind] };
  }
}
