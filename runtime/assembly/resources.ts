import type { JWTVerifyGetKey } from 'jose';
import type { RemoteKind } from '../../connectors/loan-systems/remote-kind.js';
import { AccessTokens } from '../../core/auth/access-token.js';
import { KeyDirectory } from '../../core/auth/api-keys/cached-key-directory.js';
import { KeyUses } from '../../core/auth/api-keys/last-used.js';
import { readApiKey } from '../../core/auth/api-keys/store.js';
import { type Authenticate, createAuthenticator } from '../../core/auth/authenticate.js';
import { InternalTokens } from '../../core/auth/internal-token.js';
import { issuerKeys } from '../../core/auth/issuer-keys.js';
import { listenForRevocations } from '../../core/auth/listen-for-revocations.js';
import { OperatorSessions } from '../../core/auth/operator-sessions/sessions.js';
import { OperatorTokenDirectory } from '../../core/auth/operator-tokens/cached-token-directory.js';
import { readOperatorToken } from '../../core/auth/operator-tokens/store.js';
import { admissionOf } from '../../core/auth/operators/admission.js';
import { partSignatures } from '../../core/auth/part-signing-keys.js';
import { loadTokenKeys, type TokenKeys } from '../../core/auth/token-keys.js';
import { type OidcOperators, oidcOperators } from '../../core/auth/verify-oidc-operator-tokens.js';
import type { Config } from '../../core/config/load.js';
import type { ExportPace } from '../../core/db/cut-off-slow-export.js';
import { Database } from '../../core/db/database.js';
import { databaseChecks } from '../../core/db/database-checks.js';
import { Exports } from '../../core/db/export-statement-as-csv.js';
import { FenceWatch } from '../../core/db/fence/look-for-newer-server.js';
import { Fence } from '../../core/db/fence/refuse-older-servers.js';
import { Cursors } from '../../core/db/list-cursors-and-limits.js';
import { createExportPool, createKeyedPool, createPool } from '../../core/db/pool.js';
import { Replica } from '../../core/db/replica/replica.js';
import { type Check, readinessOf } from '../../core/health/readiness.js';
import { Tarpit } from '../../core/http/front/tarpit.js';
import { ClientKeys } from '../../core/idempotency/client-keys.js';
import type { Logger } from '../../core/logging/logger.js';
import { PostingReferences } from '../../core/posting-references/posting-references.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SecretsAtRest } from '../../core/secrets/at-rest.js';
import { type Clock, systemClock } from '../../core/time/clock.js';
import type { ProjectionContext } from '../../loan-model/projection/projection-context.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { readMigrations } from '../migrate/migrations-folder.js';
import { issuerOf } from '../public-addresses.js';
import type { FollowedSystems } from './followed-loan-systems.js';
import { NO_LOAN_SYSTEMS } from './no-loan-systems.js';

/** Shared by the parts of one process. */
export interface Resources extends ProjectionContext {
  readonly config: Config;
  readonly logger: Logger;
  readonly pool: ReturnType<typeof createPool>;
  /** Shared by every pool of the primary. */
  readonly fence: Fence;
  readonly databaseUrl: string;
  readonly db: Database;
  /** A replica for lists and reports; undefined if there is none. */
  readonly replica: Replica | undefined;
  readonly exports: Exports;
  readonly cursors: Cursors;
  readonly clientKeys: ClientKeys;
  /** In production without a secret in processes that post nothing. */
  readonly postingReferences: PostingReferences;
  readonly secrets: SecretsAtRest;
  /** The remote loan systems, in a process that calls them. Empty until the first `refresh`. */
  readonly addedSystems: FollowedSystems['added'];
  readonly loanSystemKinds: Readonly<Record<string, RemoteKind>>;
  readonly tokenKeys: TokenKeys;
  readonly internalTokens: InternalTokens;
  readonly directory: KeyDirectory;
  readonly operatorTokens: OperatorTokenDirectory;
  readonly accessTokens: AccessTokens;
  readonly authenticate: Authenticate;
  readonly operatorSessions: OperatorSessions;
  /** Verifies tokens of an external issuer. Without it, only operator tokens created by Tributary are accepted. */
  readonly oidc: OidcOperators | undefined;
  /** The published keys of that issuer. */
  readonly oidcKeys: JWTVerifyGetKey | undefined;
  /** Shared by all hosts: an address has one count on all of them. */
  readonly tarpit: Tarpit;
  /** The base host's public address, without a trailing slash. */
  readonly issuer: string;
  /** Readiness checks of every part, and that it is not being stopped. */
  readonly checks: readonly Check[];
  /** Whether it is running and not being stopped. */
  readonly isReady: () => Promise<boolean>;
  /** Marks it as stopping: it should get no new requests. */
  announceStop(): void;
  close(): Promise<void>;
}

const KEY_LOOKUP = systemPrincipal('key-directory');

export interface ResourcesSource {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly logger: Logger;
  /** Readiness checks of this process, beyond the common ones. */
  readonly checks?: readonly Check[];
  /** Whether this process never writes. Default false. */
  readonly onlyReads?: boolean;
  /** Only tests pass another one. */
  readonly clock?: Clock;
  readonly loanSystemKinds?: Readonly<Record<string, RemoteKind>>;
  /** Whether this process calls loan systems. Default true. */
  readonly callsLoanSystems?: boolean;
}

/** Opens the pool and builds everything that depends on it, without reading from the database. */
export async function openResources({
  config,
  databaseUrl,
  logger,
  checks: further = [],
  onlyReads = false,
  clock = systemClock,
  loanSystemKinds: kinds,
  callsLoanSystems = true,
}: ResourcesSource): Promise<Resources> {
  const issuer = await issuerOf(config);
  const fence = new Fence(logger);
  const fenceWatch = new FenceWatch(fence, databaseUrl);
  const pool = createPool(databaseUrl, config.DATABASE_POOL_SIZE, logger, 'requests', fence);
  const keyedPool = createKeyedPool(databaseUrl, config.DATABASE_POOL_SIZE, logger, fence);
  const exportPool = createExportPool(databaseUrl, config.REPORT_EXPORT_CONNECTIONS, logger, 'exports', fence);
  const replica = replicaOf(config, pool, logger);
  const db = new Database(pool, replica, keyedPool);
  const tokenKeys = await loadTokenKeys({
    signingKeys: config.TOKEN_SIGNING_KEYS,
    verificationKeys: config.TOKEN_VERIFICATION_KEYS,
    issuer,
    clock,
  });
  const directory = new KeyDirectory({ read: (prefix) => db.first(KEY_LOOKUP, readApiKey, { prefix }), clock, logger });
  const operatorTokens = new OperatorTokenDirectory({
    read: (id) => db.first(KEY_LOOKUP, readOperatorToken, { id }),
    clock,
    logger,
  });
  const revocations = listenForRevocations({ directories: [directory, operatorTokens], databaseUrl, logger });
  const systems = callsLoanSystems
    ? (await import('./followed-loan-systems.js')).followLoanSystems({ db, clock, config, logger, kinds }, databaseUrl)
    : NO_LOAN_SYSTEMS;
  const postingReferences = new PostingReferences(config.POSTING_REFERENCE_SECRET);
  const keyUses = new KeyUses({ db, clock, logger });
  const accessTokens = new AccessTokens({ keys: tokenKeys, directory, clock });
  const oidcKeys =
    config.OIDC_ISSUER === undefined ? undefined : issuerKeys({ issuer: config.OIDC_ISSUER, clock, logger });
  const oidc = oidcOf({ config, oidcKeys, clock, logger, db });
  let isStopping = false;
  const staying = { name: 'not being stopped', isRequired: true, passes: async () => !isStopping };
  const toleranceSeconds = config.CLOCK_TOLERANCE_SECONDS;
  const migrations = () => readMigrations();
  const checks = [...databaseChecks({ db, clock, toleranceSeconds, onlyReads, migrations }), staying, ...further];
  return {
    config,
    logger,
    clock,
    endSchedules,
    pool,
    fence,
    databaseUrl,
    db,
    replica,
    exports: new Exports(exportPool, exportPaceOf(config), replica),
    cursors: new Cursors(config.CURSOR_SIGNING_SECRET),
    clientKeys: new ClientKeys(config.CURSOR_SIGNING_SECRET),
    postingReferences,
    secrets: new SecretsAtRest(config.DATA_ENCRYPTION_KEYS),
    addedSystems: systems.added,
    loanSystemKinds: systems.kinds,
    tokenKeys,
    internalTokens: new InternalTokens({
      signatures: partSignatures(config),
      clock,
      // Of two parts, one may be ahead of Postgres' clock and the other behind it.
      toleranceSeconds: 2 * toleranceSeconds,
    }),
    directory,
    operatorTokens,
    accessTokens,
    authenticate: createAuthenticator({ directory, accessTokens, tokenKeys, operatorTokens, oidc, keyUses }),
    operatorSessions: new OperatorSessions({
      ...{ db, clock, directory: operatorTokens },
      ...{ admits: config.OIDC_ADMIT, idleMinutes: config.SESSION_IDLE_MINUTES },
    }),
    oidc,
    oidcKeys,
    tarpit: new Tarpit({
      perMinute: config.REFUSALS_PER_MINUTE,
      holdMs: config.REFUSAL_HOLD_MS,
      mostHeld: config.REFUSALS_HELD,
    }),
    issuer,
    checks,
    isReady: async () => (await readinessOf(checks)).isReady,
    announceStop: () => {
      isStopping = true;
    },
    close: async () => {
      keyUses.stop();
      await Promise.all([revocations.close(), systems.close(), fenceWatch.close(), replica?.close()]);
      await Promise.all([pool, keyedPool, exportPool].map((each) => each.end()));
    },
  };
}

/** The same resources, with further readiness checks. */
export function withChecks(resources: Resources, more: readonly Check[]): Resources {
  const checks = [...resources.checks, ...more];
  return { ...resources, checks, isReady: async () => (await readinessOf(checks)).isReady };
}

function exportPaceOf(config: Config): ExportPace {
  const { REPORT_EXPORT_LEAST_BYTES_PER_MINUTE: leastBytesPerMinute, REPORT_EXPORT_DEADLINE_MS: deadlineMs } = config;
  return { leastBytesPerMinute, deadlineMs };
}

function replicaOf(config: Config, primary: Resources['pool'], logger: Logger): Replica | undefined {
  const { DATABASE_READ_URL: url, DATABASE_READ_MAX_LAG_MS: maxLagMs } = config;
  const { DATABASE_POOL_SIZE: connections, REPORT_EXPORT_CONNECTIONS: exportConnections } = config;
  return url === undefined
    ? undefined
    : new Replica({ url, primary, connections, exportConnections, maxLagMs, logger });
}

function oidcOf({
  config,
  oidcKeys: keys,
  clock,
  logger,
  db,
}: Pick<Resources, 'config' | 'oidcKeys' | 'clock' | 'logger' | 'db'>): OidcOperators | undefined {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_ROLES_CLAIM: rolesClaim } = config;
  if (issuer === undefined || audience === undefined || keys === undefined) return undefined;
  const { OIDC_ROLE_PREFIX: rolePrefix, OIDC_DEFAULT_ORGANIZATIONS: defaultOrganizations } = config;
  return oidcOperators({
    ...{ issuer, audience, rolesClaim, rolePrefix, defaultOrganizations, keys, clock, logger },
    admits: config.OIDC_ADMIT,
    admissionOf: (person) => admissionOf(db, person),
  });
}
