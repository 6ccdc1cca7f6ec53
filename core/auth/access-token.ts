import type { JSONWebKeySet } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';
import { Problem } from '../errors/problem.js';
import { newId } from '../ids.js';
import type { ApiKeyRecord, KeyDirectory } from './api-keys/directory.js';
import { seconds, type TokenKeys, type TokenKind } from './token-keys.js';

/** Seconds that an access token lasts. */
export const ACCESS_TOKEN_SECONDS = 3600;

const ACCESS_TOKEN: TokenKind = { type: 'at+jwt', audience: 'tributary-api' };

export interface ClientCredentials {
  /** The key's prefix. */
  readonly clientId: string;
  /** The key's plaintext. */
  readonly clientSecret: string;
}

export interface IssuedToken {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  /** Space separated, as RFC 6749 writes it. */
  readonly scope: string;
  readonly prefix: string;
}

export interface AccessTokensParts {
  readonly keys: TokenKeys;
  readonly directory: KeyDirectory;
  readonly clock: Clock;
}

/** The token exchange, and the way back from a token to the key that it was made from. */
export class AccessTokens {
  readonly #keys: TokenKeys;
  readonly #directory: KeyDirectory;
  readonly #clock: Clock;
  /** Tokens whose signature has been checked: that costs far more than the rest of a request. */
  readonly #verified = new LRUCache<string, VerifiedToken>({ max: 10_000 });

  constructor({ keys, directory, clock }: AccessTokensParts) {
    this.#keys = keys;
    this.#directory = directory;
    this.#clock = clock;
  }

  /** The document of `/.well-known/jwks.json`. */
  get jwks(): JSONWebKeySet {
    return this.#keys.jwks;
  }

  /**
   * @param onlyKnown - see `KeyDirectory.holder`
   * @throws {Problem} `invalid_client`, the same for an unknown, revoked or expired key and for a wrong secret.
   */
  async exchangeClientCredentials(
    { clientId, clientSecret }: ClientCredentials,
    onlyKnown = false,
  ): Promise<IssuedToken> {
    const key = await this.#directory.holder(clientId, clientSecret, onlyKnown);
    if (key === undefined) throw new Problem('invalid_client');
    const scope = key.principal.scopes.join(' ');
    const claims = { sub: key.prefix, jti: newId(), organization_ids: key.principal.organizationIds, scope };
    const accessToken = await this.#keys.sign(ACCESS_TOKEN, claims, ACCESS_TOKEN_SECONDS);
    return { accessToken, expiresIn: ACCESS_TOKEN_SECONDS, scope, prefix: key.prefix };
  }

  /**
   * The living key that a genuine, unexpired token was made from. The allowlist and the scopes are read from the key, which
   * cannot change them; so a token dies with its key at once.
   */
  async holder(token: string): Promise<ApiKeyRecord | undefined> {
    const verified = this.#verified.get(token) ?? (await this.#verify(token));
    if (verified === undefined || seconds(this.#clock) >= verified.expiresAt) return undefined;
    return this.#directory.living(verified.prefix);
  }

  async #verify(token: string): Promise<VerifiedToken | undefined> {
    const claims = await this.#keys.verify(ACCESS_TOKEN, token);
    if (claims?.sub === undefined || claims.exp === undefined) return undefined;
    const verified = { prefix: claims.sub, expiresAt: claims.exp };
    this.#verified.set(token, verified);
    return verified;
  }
}

interface VerifiedToken {
  readonly prefix: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}
