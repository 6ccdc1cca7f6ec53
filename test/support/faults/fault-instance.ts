import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { loadConfig } from '../../../core/config/load.js';
import { createLogger } from '../../../core/logging/logger.js';
import { openResources } from '../../../runtime/assembly/resources.js';
import { addLoanSystem } from '../add-loan-system.js';
import { FaultProxy } from '../fault-proxy.js';
import { freePort } from '../free-ports.js';
import { openLender } from '../lender.js';
import { type OwnPostgres, openOwnPostgres } from '../own-postgres.js';
import { type RedisServer, redisForTests } from '../redis.js';
import { openStandIn, type RemoteStandIn } from '../remote-stand-ins.js';
import { openSplitInstance, type SplitInstance, type SplitPart } from '../split-instance.js';
import { openStripe, type StripeStandIn } from '../stripe/stand-in.js';
import { SENDER_ENVIRONMENT } from '../webhook-senders.js';
import { type ProductionSettings, productionSettings } from './production.js';
import { openReceiver, type WebhookReceiver } from './webhook-receiver.js';

/** The connections between the parts, and to external systems, that a fault may cut. */
export type ConnectionName = 'gateway' | 'payments' | 'loanSystem' | 'redis';

/** The data that the load uses. */
export interface LoadFixture {
  readonly organizationId: string;
  readonly personId: string;
  readonly key: { readonly prefix: string; readonly plaintext: string };
  readonly ledgerAccounts: readonly string[];
  readonly remoteAccounts: readonly string[];
}

/** Every part in production mode in its own process, on its own Postgres, with stand-ins for external systems. */
export interface FaultInstance extends LoadFixture {
  readonly split: SplitInstance;
  readonly postgres: OwnPostgres;
  /** As the owner; faults do not end its connections. */
  readonly sql: pg.Pool;
  /** The parts' database role. */
  readonly runRole: string;
  readonly connections: Readonly<Record<ConnectionName, FaultProxy>>;
  readonly system: RemoteStandIn;
  readonly stripe: StripeStandIn;
  readonly receiver: WebhookReceiver;
  /** Undefined if `redis-server` is not installed: the limits are then stored in Postgres. */
  readonly redis: { kill(): Promise<void>; start(): Promise<void> } | undefined;
  readonly settings: ProductionSettings;
  part(name: string): SplitPart;
  /** Runs when the instance closes, after the parts and the database have ended, in reverse order. */
  atEnd(stop: () => Promise<unknown>): void;
  close(): Promise<void>;
}

const LEDGER_LOANS = 12;
const REMOTE_LOANS = 12;
const PRINCIPAL_CENTS = 90_000_000;
export const REMOTE_CODE = 'core';

export async function openFaultInstance(): Promise<FaultInstance> {
  const stops: (() => Promise<unknown>)[] = [];
  const afterwards: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const stop of [...afterwards.splice(0), ...stops.splice(0)].toReversed()) await stop();
  };
  try {
    return { ...(await opened((stop) => stops.push(stop))), atEnd: (stop) => afterwards.push(stop), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function opened(atEnd: (stop: () => Promise<unknown>) => void): Promise<Omit<FaultInstance, 'atEnd' | 'close'>> {
  const postgres = await openOwnPostgres();
  atEnd(() => postgres.drop());
  const sql = new pg.Pool({ connectionString: postgres.url, max: 3 });
  sql.on('error', () => undefined);
  atEnd(() => sql.end());
  const [gateway, payments, loanSystem, redisLine] = await Promise.all([
    FaultProxy.open(),
    FaultProxy.open(),
    FaultProxy.open(),
    FaultProxy.open(),
  ]);
  const connections = { gateway, payments, loanSystem, redis: redisLine };
  atEnd(() => Promise.all(Object.values(connections).map((line) => line.close())));
  const system = await openStandIn('fineract', false);
  atEnd(() => system.close());
  loanSystem.forwardTo(system.baseUrl);
  const stripe = await openStripe();
  atEnd(() => stripe.close());
  const redis = await ownRedis(redisLine, atEnd);
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-faults-'));
  atEnd(() => rm(dataDir, { recursive: true, force: true }));

  const receiver = await openReceiver(join(dataDir, 'receiver.pem'));
  atEnd(() => receiver.close());
  const settings = await productionSettings(postgres.runUrl, dataDir, {
    ...system.environment,
    ...SENDER_ENVIRONMENT,
    ...receiver.environment,
    CARD_PROCESSOR: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_API_BASE: stripe.url,
    ...(redis && { REDIS_URL: redisLine.origin.replace('http:', 'redis:') }),
  });
  const furniture = await furnished(settings, system, loanSystem.origin);
  const { own } = settings;
  const split = await openSplitInstance(settings.shared, {
    ...own,
    rest: { ...own['rest'], GATEWAY_URL: gateway.origin, SUBGRAPH_PAYMENTS_URL: payments.origin },
    secure: { ...own['secure'], GATEWAY_URL: gateway.origin },
    gateway: { ...own['gateway'], SUBGRAPH_PAYMENTS_URL: payments.origin },
    worker: { ...own['worker'], METRICS_PORT: String(await freePort()) },
  });
  atEnd(() => split.stop());
  gateway.forwardTo(split.gatewayUrl);
  payments.forwardTo(split.paymentsUrl);
  return {
    ...furniture,
    split,
    postgres,
    sql,
    runRole: new URL(postgres.runUrl).username,
    connections,
    system,
    stripe,
    receiver,
    redis,
    settings,
    part: (name) => {
      const found = split.parts.find((part) => part.name === name);
      if (found === undefined) throw new Error(`no part ${name}`);
      return found;
    },
  };
}

/** A Redis that can be killed and restarted at the same address: the parts reach it through a proxy. */
async function ownRedis(line: FaultProxy, atEnd: (stop: () => Promise<unknown>) => void) {
  const found = await redisForTests();
  await found?.close();
  const start = found?.own;
  if (start === undefined) return undefined;
  let server: RedisServer = await start();
  line.forwardTo(server.url);
  atEnd(() => server.kill());
  return {
    kill: () => server.kill(),
    start: async () => {
      server = await start();
      line.forwardTo(server.url);
    },
  };
}

/** A lender with loans on the ledger and in the stand-in, added and synced by the product's own services. */
async function furnished(
  { preparing }: ProductionSettings,
  system: RemoteStandIn,
  origin: string,
): Promise<LoadFixture> {
  const config = await loadConfig(preparing);
  const databaseUrl = preparing['DATABASE_URL'] ?? '';
  const resources = await openResources({ config, databaseUrl, logger: createLogger('silent', 'proof') });
  try {
    const lender = await openLender(resources, '', 'Alder Lending');
    const { organizationId, personId } = lender;
    const ledgerAccounts: string[] = [];
    while (ledgerAccounts.length < LEDGER_LOANS) ledgerAccounts.push(await lender.ledgerAccount(PRINCIPAL_CENTS));
    for (let made = 0; made < REMOTE_LOANS; made += 1) system.makeLoan(PRINCIPAL_CENTS);
    const baseUrl = system.baseUrl.replace(new URL(system.baseUrl).origin, origin);
    await addLoanSystem(resources, system, { code: REMOTE_CODE, organizationId, baseUrl });
    const { rows } = await resources.pool.query('select id from account where loan_system_code = $1', [REMOTE_CODE]);
    const remoteAccounts = rows.map(({ id }): string => id);
    return { organizationId, personId, key: await lender.key(), ledgerAccounts, remoteAccounts };
  } finally {
    await resources.close();
  }
}
