import { Problem } from '../errors/problem.js';
import type { Principal } from '../principal/principal.js';
import type { AccessTokens } from './access-token.js';
import type { ApiKeyRecord, KeyDirectory } from './api-keys/cached-key-directory.js';
import { prefixOf } from './api-keys/format.js';
import type { KeyUses } from './api-keys/last-used.js';
import { operatorOf } from './operator-token.js';
import type { OperatorTokenDirectory } from './operator-tokens/cached-token-directory.js';
import type { TokenKeys } from './token-keys.js';
import type { OidcOperators } from './verify-oidc-operator-tokens.js';
import { hintForKey, hintForToken } from './wrong-bearer-hints.js';

/**
 * The API that a request reaches, which decides what bearer it may carry: `v1` (and the secure host) takes access
 * tokens; `unversioned` API keys; `admin` (Area C) either; `graphql` either, and operators' tokens.
 */
export type ApiSurface = 'v1' | 'unversioned' | 'admin' | 'graphql';

export interface AuthenticatorParts {
  readonly directory: KeyDirectory;
  readonly accessTokens: AccessTokens;
  readonly tokenKeys: TokenKeys;
  readonly operatorTokens: Pick<OperatorTokenDirectory, 'validToken'>;
  /** Without it operators can use only tokens that Tributary issued. */
  readonly oidc?: OidcOperators | undefined;
  /** Called for each key that was accepted, directly or through its token. */
  readonly keyUses?: Pick<KeyUses, 'note'>;
}

/**
 * Resolves an Authorization header to a principal.
 *
 * @throws {Problem} `missing_token` when there is no bearer, `invalid_token` for any bearer that this API does not
 * take; `service_unavailable` when keys cannot be looked up.
 * @param onlyKnown - for an address with too many failed attempts: keys that this process has never read are not
 * looked up.
 */
export type Authenticate = (
  door: ApiSurface,
  authorization: string | undefined,
  onlyKnown?: boolean,
) => Promise<Principal>;

export function createAuthenticator({
  directory,
  accessTokens,
  tokenKeys,
  operatorTokens,
  oidc,
  keyUses,
}: AuthenticatorParts): Authenticate {
  const keyOf = async (bearer: string, onlyKnown: boolean): Promise<ApiKeyRecord | undefined> => {
    const prefix = prefixOf(bearer);
    return prefix === undefined ? undefined : directory.keyOfPlaintext(prefix, bearer, onlyKnown);
  };
  /** A key and a token cannot be confused: only tokens have dots. */
  const keyOrToken = async (bearer: string, onlyKnown: boolean) =>
    isToken(bearer) ? accessTokens.principalOf(bearer) : (await keyOf(bearer, onlyKnown))?.principal;

  const doors: Readonly<Record<ApiSurface, (bearer: string, onlyKnown: boolean) => Promise<Principal | undefined>>> = {
    v1: async (bearer) => (isToken(bearer) ? accessTokens.principalOf(bearer) : undefined),
    unversioned: async (bearer, onlyKnown) => (await keyOf(bearer, onlyKnown))?.reportingPrincipal,
    admin: keyOrToken,
    graphql: async (bearer, onlyKnown) => {
      const client = await keyOrToken(bearer, onlyKnown);
      if (client !== undefined || !isToken(bearer)) return client;
      return (await operatorOf({ keys: tokenKeys, directory: operatorTokens }, bearer)) ?? oidc?.(bearer);
    },
  };

  return async (door, authorization, onlyKnown = false) => {
    const bearer = bearerOf(authorization);
    const principal = await doors[door](bearer, onlyKnown);
    if (principal === undefined) throw refusedBearer(HINTS[door]?.(bearer));
    if (principal.kind === 'api_key') keyUses?.note(principal.actor);
    return principal;
  };
}

/** Area C and GraphQL take keys and tokens. */
const HINTS: Readonly<Partial<Record<ApiSurface, (bearer: string) => string | undefined>>> = {
  v1: hintForKey,
  unversioned: hintForToken,
};

function refusedBearer(hint: string | undefined): Problem {
  return new Problem('invalid_token', hint === undefined ? {} : { hint });
}

/** Far longer than any of our tokens; longer bearers are refused unread. */
const LONGEST_BEARER = 8_192;

/** The scheme is compared without regard to case (RFC 7235). */
function bearerOf(authorization: string | undefined): string {
  const bearer = /^bearer +(\S.*)$/is.exec(authorization ?? '')?.[1];
  if (bearer === undefined) throw new Problem('missing_token');
  if (bearer.length > LONGEST_BEARER) throw new Problem('invalid_token');
  return bearer;
}

function isToken(bearer: string): boolean {
  return bearer.includes('.');
}
