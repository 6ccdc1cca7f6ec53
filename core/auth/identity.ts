import type { Clock } from '../clock.js';
import type { Database } from '../db/database.js';
import { listen } from '../db/notifications.js';
import type { Logger } from '../logger.js';
import { AccessTokens } from './access-token.js';
import { KeyDirectory } from './api-keys/directory.js';
import { readApiKey, REVOKED_CHANNEL } from './api-keys/store.js';
import { type Authenticate, createAuthenticator } from './authenticate.js';
import { systemPrincipal } from './principal.js';
import { loadTokenKeys, type TokenKeys } from './token-keys.js';

/** Everything by which a process knows who is calling. */
export interface Identity {
  readonly authenticate: Authenticate;
  readonly accessTokens: AccessTokens;
  readonly tokenKeys: TokenKeys;
  /** Stops listening for revocations. */
  close(): Promise<void>;
}

export interface IdentityParts {
  readonly db: Database;
  /** The same database: revocations are heard on a connection of their own. */
  readonly databaseUrl: string;
  readonly signingKeys: string;
  readonly issuer: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** @throws {ConfigurationError} when the signing keys cannot be read. */
export async function createIdentity(parts: IdentityParts): Promise<Identity> {
  const { db, clock, logger } = parts;
  const tokenKeys = await loadTokenKeys(parts);
  const directory = new KeyDirectory({
    read: (prefix) => db.first(LOOKING_UP, readApiKey, { prefix }),
    clock,
    logger,
  });
  const listening = listen({
    connectionString: parts.databaseUrl,
    channel: REVOKED_CHANNEL,
    onMessage: (prefix) => directory.drop(prefix),
    onGap: () => directory.dropAll(),
    logger,
  });
  const accessTokens = new AccessTokens({ keys: tokenKeys, directory, clock });
  return {
    authenticate: createAuthenticator({ directory, accessTokens, tokenKeys }),
    accessTokens,
    tokenKeys,
    close: () => listening.close(),
  };
}

const LOOKING_UP = systemPrincipal('key-directory');
