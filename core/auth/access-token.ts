import type { JSONWebKeySet } from 'jose';
import { LRUCache } from 'lru-cache';
import { Problem } from '../errors/problem.js';
import { newId } from '../ids/ids.js';
import { grantedScopes } from '../principal/granted-scopes.js';
import type { Principal } from '../principal/principal.js';
import type { Clock } from '../time/clock.js';
import type { KeyDirectory } from './api-keys/cached-key-directory.js';
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

export interface TokenGrant extends ClientCredentials {
  /** The most scopes that the token may have, in the format of RFC 6749 section 3.3. Default: all of the key's. */
  readonly scope?: string | undefined;
}

export interface IssuedToken {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  /** The granted scopes, space-separated (RFC 6749). */
  readonly scope: string;
  readonly prefix: string;
}

export interface AccessTokensParts {
  readonly keys: TokenKeys;
  readonly directory: KeyDirectory;
  readonly clock: Clock;
}

/** Exchanges keys for tokens, and resolves a token to the key that it was made from. */
export class AccessTokens {
  readonly #keys: TokenKeys;
  readonly #directory: KeyDirectory;
  readonly #clock: Clock;
  /** Tokens whose signature has been verified: that costs far more than the rest of a request. */
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
   * @throws {Problem} `invalid_client`, the same for an unknown, revoked or expired key and for a wrong secret; `invalid_scope`
   */
  async exchangeClientCredentials(
    { clientId, clientSecret, scope: asked }: TokenGrant,
    onlyKnown = false,
  ): Promise<IssuedToken> {
    const key = await this.#directory.keyOfPlaintext(clientId, clientSecret, onlyKnown);
    if (key === undefined) throw new Problem('invalid_client');
    const scope = grantedScopes(asked, key.principal.scopes).join(' ');
    const claims = { sub: key.prefix, jti: newId(), organization_ids: key.principal.organizationIds, scope };
    const accessToken = await this.#keys.sign(ACCESS_TOKEN, claims, ACCESS_TOKEN_SECONDS);
    return { accessToken, expiresIn: ACCESS_TOKEN_SECONDS, scope, prefix: key.prefix };
  }

  /**
   * The principal of a genuine, unexpired token: its key, with the scopes granted to the token. The key is read each
   * time, so that its tokens end at once when it does, and a token never has a scope that the key lacks.
   */
  async principalOf(token: string): Promise<Principal | undefined> {
    const verified = this.#verified.get(token) ?? (await this.#verify(token));
    if (verified === undefined || seconds(this.#clock) >= verified.expiresAt) return undefined;
    const key = await this.#directory.validKey(verified.prefix);
    return key === undefined ? undefined : narrowed(key.principal, verified);
  }

  async #verify(token: string): Promise<VerifiedToken | undefined> {
    const claims = await this.#keys.verify(ACCESS_TOKEN, token);
    if (claims?.sub === undefined || claims.exp === undefined) return undefined;
    const { scope } = claims;
    const scopes = new Set(typeof scope === 'string' ? scope.split(' ') : []);
    const verified = { prefix: claims.sub, expiresAt: claims.exp, scopes };
    this.#verified.set(token, verified);
    return verified;
  }
}

interface VerifiedToken {
  readonly prefix: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
  readonly scopes: ReadonlySet<string>;
  /** The last principal narrowed to these scopes. Kept because other caches identify a principal by object identity. */
  narrowed?: { readonly from: Principal; readonly to: Principal };
}

function narrowed(from: Principal, token: VerifiedToken): Principal {
  if (from.scopes.every((scope) => token.scopes.has(scope))) return from;
  if (token.narrowed?.from !== from)
    token.narrowed = { from, to: { ...from, scopes: from.scopes.filter((scope) => token.scopes.has(scope)) } };
  return token.narrowed.to;
}
