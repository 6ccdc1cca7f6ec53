import { exportJWK, generateKeyPair } from 'jose';
import { pino } from 'pino';
import { AccessTokens } from '../../core/auth/access-token.js';
import { KeyDirectory } from '../../core/auth/api-keys/cached-key-directory.js';
import { generateApiKey } from '../../core/auth/api-keys/format.js';
import type { ApiKeyReading } from '../../core/auth/api-keys/store.js';
import { createAuthenticator } from '../../core/auth/authenticate.js';
import {
  OPERATOR_TOKEN_SECONDS,
  type OperatorTokenRequest,
  signOperatorToken,
} from '../../core/auth/operator-token.js';
import { OperatorTokenDirectory } from '../../core/auth/operator-tokens/cached-token-directory.js';
import type { StoredOperatorToken } from '../../core/auth/operator-tokens/store.js';
import { loadTokenKeys } from '../../core/auth/token-keys.js';
import { ownText } from '../../core/contract/stored-text.js';
import { newId } from '../../core/ids/ids.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { isoInstant } from '../../core/time/dates.js';
import { instant } from './instant.js';

export const silent = pino({ level: 'silent' });

/** A JSON Web Key Set with one private ES256 key, in the format of TOKEN_SIGNING_KEYS. */
export async function signingKeySet(...kids: readonly string[]): Promise<string> {
  const keys = await Promise.all(
    kids.map(async (kid) => {
      const { privateKey } = await generateKeyPair('ES256', { extractable: true });
      return { ...(await exportJWK(privateKey)), kid };
    }),
  );
  return JSON.stringify({ keys });
}

/** Identity without a database: keys are in a map, and the clock stops until the test moves it. */
export async function identityInMemory() {
  const clock = new SimulatedClock('2026-01-15T12:00:00Z');
  const stored = new Map<string, ApiKeyReading>();
  const monotonic = { now: 0 };
  const reads: string[] = [];
  const directory = new KeyDirectory({
    read: async (prefix) => {
      reads.push(prefix);
      return stored.get(prefix);
    },
    clock,
    logger: silent,
    monotonic: () => monotonic.now,
  });
  const tokenKeys = await loadTokenKeys({ signingKeys: await signingKeySet('one'), issuer: ISSUER, clock });
  const accessTokens = new AccessTokens({ keys: tokenKeys, directory, clock });
  const tokens = new Map<string, StoredOperatorToken>();
  const operatorTokens = new OperatorTokenDirectory({
    read: async (id) => tokens.get(id),
    clock,
    logger: silent,
    monotonic: () => monotonic.now,
  });
  const authenticate = createAuthenticator({ directory, accessTokens, tokenKeys, operatorTokens });
  const operatorToken = async (request: OperatorTokenRequest, change: Partial<StoredOperatorToken> = {}) => {
    const { subject: name, role, organizationIds = [], lifetimeSeconds = OPERATOR_TOKEN_SECONDS } = request;
    const createdAt = isoInstant(clock.now());
    const expiresAt = isoInstant(clock.now().add({ seconds: lifetimeSeconds }));
    const token = {
      id: newId(),
      name: ownText(name),
      displayName: null,
      issuer: null,
      ...{ sessionHash: null, identityHash: null, lastActiveAt: null, authenticatedAt: null },
      role,
      organizationIds,
      organizationRoles: [],
      createdAt,
      expiresAt,
      revokedAt: null,
      createdBy: 'test',
    };
    tokens.set(token.id, { ...token, ...change });
    return signOperatorToken(tokenKeys, { ...request, id: token.id });
  };
  const addKey = (change: Partial<ApiKeyReading> = {}) => {
    const { prefix, plaintext, hash } = generateApiKey();
    stored.set(prefix, { ...PLAIN_KEY, prefix, hash, ...change });
    return { prefix, plaintext };
  };
  const change = (prefix: string, changed: Partial<ApiKeyReading>) => {
    const before = stored.get(prefix);
    if (before !== undefined) stored.set(prefix, { ...before, ...changed });
  };
  return { clock, monotonic, reads, directory, tokenKeys, accessTokens, authenticate, addKey, change, operatorToken };
}

export const ISSUER = 'http://127.0.0.1:4000';

const PLAIN_KEY = {
  name: ownText('a key'),
  organizationIds: ['A'],
  scopes: ['external_payments:write'],
  createdAt: instant('2026-01-01T00:00:00.000Z'),
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  hasActiveOrganization: true,
} as const;
