import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOAN_SYSTEM_KINDS } from '../../connectors/loan-systems/kinds.js';
import type { RemoteKind } from '../../connectors/loan-systems/remote-kind.js';
import { loadConfig } from '../../core/config/load.js';
import { createLogger } from '../../core/logging/logger.js';
import { type Clock, systemClock } from '../../core/time/clock.js';
import type { Gateway } from '../../gateway/gateway.js';
import { createGatewayHost } from '../../gateway/host.js';
import { createBaseHost } from '../../rest-facade/host/base-host.js';
import { createSecureHost } from '../../rest-facade/host/secure-host.js';
import { baseServices } from '../../runtime/assembly/base-services.js';
import { gatewayBoardings } from '../../runtime/assembly/boarding-uploads.js';
import { dashboard } from '../../runtime/assembly/dashboard-sign-in-ways.js';
import { gatewayExports } from '../../runtime/assembly/gateway-exports.js';
import { gatewayInProcess } from '../../runtime/assembly/gateway-in-process.js';
import { localListExports } from '../../runtime/assembly/list-exports.js';
import { localFiles } from '../../runtime/assembly/local-files.js';
import { rateLimits } from '../../runtime/assembly/rate-limits.js';
import { openResources, type Resources } from '../../runtime/assembly/resources.js';
import { secureServices } from '../../runtime/assembly/secure-services.js';
import { startJobs } from '../../runtime/assembly/worker-jobs.js';
import { gatewayPartsPart } from '../../runtime/parts/gateway-host-parts.js';
import { hostPart } from '../../runtime/parts/host-part.js';
import { checkContract } from './contract/check-contract.js';
import { freshDatabase, type TestDatabase } from './database.js';
import { type Lender, openLender } from './lender.js';

/** The whole product in one process on its own database: the real hosts on free ports, the worker, no demo data. */
export interface TestInstance {
  readonly baseUrl: string;
  readonly secureUrl: string;
  readonly graphqlUrl: string;
  /** The gateway's address for parts in other processes. */
  readonly gatewayUrl: string;
  readonly resources: Resources;
  readonly gateway: Gateway;
  /** As the owner, for the test's own statements; the product uses another role. */
  readonly databaseUrl: string;
  lender(name?: string, kind?: { readonly isSandbox?: boolean }): Promise<Lender>;
  /** Fails when a response of the base host did not match docs/openapi.json. */
  close(): Promise<void>;
}

export interface TestInstanceOptions {
  /** The test's own; without it one is created, and dropped at the end. */
  readonly database?: TestDatabase;
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  /** Whether jobs run in this process too. Default true. */
  readonly worker?: boolean;
  /** Whether the test stores responses of other versions: replays need not match the contract document. */
  readonly replaysEarlier?: boolean;
  /** Whether the dashboard can be opened by one click, as with `npm start` on demo data. */
  readonly isDemo?: boolean;
  /** The GraphQL host's port, if its address must be known beforehand. */
  readonly graphqlPort?: number;
  /** Kinds of remote loan systems; default: the product's. */
  readonly loanSystemKinds?: Readonly<Record<string, RemoteKind>>;
}

/** Limits that a test reaches only on purpose; short pauses for reconciliation. */
const TEST_ENVIRONMENT = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'fatal',
  RATE_LIMIT_API_PER_MINUTE: '6000000',
  RATE_LIMIT_API_BURST: '1000000',
  RATE_LIMIT_TOKEN_PER_MINUTE: '600000',
  RATE_LIMIT_TOKEN_BURST: '100000',
  RATE_LIMIT_CONTACT_READS_PER_MINUTE: '600000',
  RATE_LIMIT_CONTACT_READS_BURST: '100000',
  REFUSALS_PER_MINUTE: '6000000',
  RECONCILE_FIRST_DELAY_MS: '50',
  LOAN_SYSTEM_TIMEOUT_MS: '1000',
  LOAN_SYSTEM_SETTLE_AFTER_MS: '300',
};

export async function openTestInstance({
  database: given,
  environment = {},
  clock = systemClock,
  worker = true,
  replaysEarlier = false,
  isDemo = false,
  graphqlPort = 0,
  loanSystemKinds = LOAN_SYSTEM_KINDS,
}: TestInstanceOptions = {}): Promise<TestInstance> {
  const database = given ?? (await freshDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-test-'));
  const config = await loadConfig({
    ...TEST_ENVIRONMENT,
    DATABASE_URL: database.runUrl,
    TRIBUTARY_DATA_DIR: dataDir,
    ...environment,
  });
  const logger = createLogger(config.LOG_LEVEL, 'test');
  const resources = await openResources({ config, databaseUrl: database.runUrl, logger, clock, loanSystemKinds });
  const limits = rateLimits(resources, false);
  const gateway = await gatewayInProcess(resources);
  const isReady = async () => true;
  const files = localFiles(resources);
  const base = createBaseHost(baseServices(resources, gateway, limits, isReady, files), config.TRUST_PROXY);
  const secure = createSecureHost(secureServices(resources, gateway, limits), config.TRUST_PROXY);
  const heldSecure = checkContract(secure.server, { isSecureHost: true, replaysEarlier });
  const secureHost = hostPart('secure', secure, { host: '127.0.0.1', port: 0, variable: 'PORT' });
  await secureHost.start();
  const held = checkContract(base.server, { replaysEarlier });
  const baseHost = hostPart('rest', base, { host: '127.0.0.1', port: 0, variable: 'PORT' });
  await baseHost.start();
  const graphServer = createGatewayHost({
    gateway,
    authenticate: resources.authenticate,
    rateLimits: limits,
    tarpit: resources.tarpit,
    isReady,
    logger,
    bodyLimitBytes: config.GRAPHQL_BODY_LIMIT_BYTES,
    mostValues: config.GRAPHQL_MAX_VALUES,
    trustProxy: 'false',
    hasExplorer: config.EXPLORER_ENABLED,
    exports: gatewayExports(resources, gateway, files.exports, localListExports(resources)),
    boardings: gatewayBoardings(resources, files.boardings),
    dashboard: dashboard(resources, isDemo),
  });
  const graphHost = hostPart('gateway', graphServer, {
    host: '127.0.0.1',
    port: graphqlPort,
    variable: 'GRAPHQL_PORT',
  });
  await graphHost.start();
  const partsHost = gatewayPartsPart({ ...resources, isReady }, gateway, 0);
  await partsHost.start();
  const jobs = worker ? await startJobs(resources) : undefined;
  return {
    baseUrl: `http://127.0.0.1:${baseHost.port}`,
    secureUrl: `http://127.0.0.1:${secureHost.port}`,
    graphqlUrl: `http://127.0.0.1:${graphHost.port}/graphql`,
    gatewayUrl: `http://127.0.0.1:${partsHost.port}`,
    resources,
    gateway,
    databaseUrl: database.url,
    lender: (name = 'Alder Lending', kind = {}) =>
      openLender(resources, `http://127.0.0.1:${baseHost.port}`, name, kind),
    async close() {
      await Promise.all([baseHost.stop(1_000), secureHost.stop(1_000), graphHost.stop(1_000), partsHost.stop(1_000)]);
      await jobs?.stop();
      await gateway.stop();
      await limits.close();
      await resources.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      held.assertMatchesContract();
      heldSecure.assertMatchesContract();
    },
  };
}
