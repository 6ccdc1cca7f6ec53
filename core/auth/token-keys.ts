import { importJWK, type JSONWebKeySet, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { ConfigurationError } from '../config/load.js';
import {
  NO_PUBLIC_TOKEN_KEYS,
  NO_TOKEN_KEYS,
  type PublicTokenKeySet,
  parsePublicTokenKeys,
  parseTokenKeys,
  publicTokenKeys,
} from '../config/token-key-set.js';
import type { Clock } from '../time/clock.js';

const ALGORITHM = 'ES256';

/** The purpose of a token: a token of one kind is refused where another kind is required. */
export interface TokenKind {
  /** The `typ` header, for example `at+jwt` (RFC 9068). */
  readonly type: string;
  readonly audience: string;
}

/** Signs and verifies the tokens that clients receive. All times are seconds since the epoch, by the injected clock. */
export interface TokenKeys {
  /** The public halves, for `/.well-known/jwks.json`. */
  readonly jwks: JSONWebKeySet;
  /** @throws in a process that has only public keys: it cannot issue tokens. */
  sign(kind: TokenKind, claims: JWTPayload & { readonly sub: string }, lifetimeSeconds: number): Promise<string>;
  /** The claims of a genuine, unexpired token of this kind; undefined for anything else. */
  verify(kind: TokenKind, token: string): Promise<JWTPayload | undefined>;
}

export interface TokenKeysParts {
  /**
   * TOKEN_SIGNING_KEYS: a JSON Web Key Set with private ES256 keys, plain or in base64url. The first signs, all
   * verify.
   */
  readonly signingKeys?: string | undefined;
  /**
   * TOKEN_VERIFICATION_KEYS: the public halves, used where there are no private ones. Without either, no token
   * verifies.
   */
  readonly verificationKeys?: string | undefined;
  /** The `iss` claim: the address by which clients know this service. The same in every part. */
  readonly issuer: string;
  readonly clock: Clock;
}

/** @throws {ConfigurationError} when a key set cannot be read. */
export async function loadTokenKeys({
  signingKeys,
  verificationKeys,
  issuer,
  clock,
}: TokenKeysParts): Promise<TokenKeys> {
  const own = signingKeys === undefined ? undefined : parsed(parseTokenKeys, signingKeys, UNUSABLE);
  const first = own?.keys[0];
  const signingKey = first && (await importJWK(first, ALGORITHM).catch(() => unusable(UNUSABLE)));
  const jwks = own === undefined ? publicKeysOf(verificationKeys) : publicTokenKeys(own);
  const verifying = new Map(
    await Promise.all(
      jwks.keys.map(
        async (key) => [key.kid, await importJWK(key, ALGORITHM).catch(() => unusable(UNUSABLE_PUBLIC))] as const,
      ),
    ),
  );

  return {
    jwks,
    sign: async (kind, claims, lifetimeSeconds) => {
      if (first === undefined || signingKey === undefined) throw new Error(ISSUES_NONE);
      const now = seconds(clock);
      return new SignJWT({ ...claims, iss: issuer, aud: kind.audience, iat: now, exp: now + lifetimeSeconds })
        .setProtectedHeader({ alg: ALGORITHM, kid: first.kid, typ: kind.type })
        .sign(signingKey);
    },
    verify: async (kind, token) => {
      try {
        const { payload } = await jwtVerify(token, ({ kid }) => known(verifying.get(kid ?? '')), {
          algorithms: [ALGORITHM],
          issuer,
          audience: kind.audience,
          typ: kind.type,
          requiredClaims: ['sub', 'exp'],
          currentDate: new Date(clock.now().epochMilliseconds),
        });
        return payload;
      } catch {
        // Whatever is wrong with a token, the client gets the same answer.
        return undefined;
      }
    },
  };
}

export function seconds(clock: Clock): number {
  return Math.floor(clock.now().epochMilliseconds / 1000);
}

const ISSUES_NONE = 'this process has no private token keys: it verifies tokens but cannot issue them';
const UNUSABLE = `TOKEN_SIGNING_KEYS ${NO_TOKEN_KEYS}`;
const UNUSABLE_PUBLIC = `TOKEN_VERIFICATION_KEYS ${NO_PUBLIC_TOKEN_KEYS}`;

function publicKeysOf(text: string | undefined): PublicTokenKeySet {
  return text === undefined ? { keys: [] } : parsed(parsePublicTokenKeys, text, UNUSABLE_PUBLIC);
}

function parsed<S>(parse: (text: string) => S, text: string, problem: string): S {
  try {
    return parse(text);
  } catch {
    // Show neither the text nor the parser's message: both may hold private keys.
    return unusable(problem);
  }
}

function unusable(problem: string): never {
  throw new ConfigurationError(problem);
}

function known<K>(key: K | undefined): K {
  if (key === undefined) throw new Error('no key has this kid');
  return key;
}
