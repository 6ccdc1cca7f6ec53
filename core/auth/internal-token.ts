import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';
import type { Principal } from './principal.js';
import { fromClaims, toClaims } from './principal-claims.js';
import { seconds } from './token-keys.js';

/** The header in which parts hand each other the signed principal. */
export const INTERNAL_TOKEN_HEADER = 'x-tributary-principal';

const LIFETIME_SECONDS = 60;
/** A cached token is handed out only while it has this much left: longer than any request takes. */
const LEAST_LEFT_SECONDS = 30;
const ALGORITHM = 'HS256';
const KIND = { typ: 'internal+jwt', audience: 'tributary-parts' } as const;

/** The principal, signed, between parts that run apart. The edge signs; every part verifies. */
export class InternalTokens {
  readonly #key: Uint8Array;
  readonly #clock: Clock;
  readonly #toleranceSeconds: number;
  readonly #signed = new WeakMap<Principal, SignedToken>();
  readonly #verified = new LRUCache<string, VerifiedToken>({ max: 10_000 });

  constructor({ signingKey, clock, toleranceSeconds = 0 }: InternalTokensSource) {
    this.#key = new TextEncoder().encode(signingKey);
    this.#clock = clock;
    this.#toleranceSeconds = toleranceSeconds;
  }

  async sign(principal: Principal): Promise<string> {
    const now = seconds(this.#clock);
    const known = this.#signed.get(principal);
    if (known !== undefined && known.expiresAt - now >= LEAST_LEFT_SECONDS) return known.token;
    const expiresAt = now + LIFETIME_SECONDS;
    const claims: JWTPayload = { ...toClaims(principal), aud: KIND.audience, iat: now, exp: expiresAt };
    const token = await new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, typ: KIND.typ }).sign(this.#key);
    this.#signed.set(principal, { token, expiresAt });
    return token;
  }

  /** The principal of a genuine token; undefined for one that is missing, unsigned, forged, expired or of another kind. */
  async verify(token: string | undefined): Promise<Principal | undefined> {
    if (token === undefined) return undefined;
    const verified = this.#verified.get(token) ?? (await this.#check(token));
    if (verified === undefined) return undefined;
    return seconds(this.#clock) < verified.expiresAt + this.#toleranceSeconds ? verified.principal : undefined;
  }

  async #check(token: string): Promise<VerifiedToken | undefined> {
    const payload = await this.#genuine(token);
    const principal = fromClaims(payload);
    if (payload?.exp === undefined || principal === undefined) return undefined;
    const verified = { principal, expiresAt: payload.exp };
    this.#verified.set(token, verified);
    return verified;
  }

  async #genuine(token: string): Promise<JWTPayload | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: [ALGORITHM],
        typ: KIND.typ,
        audience: KIND.audience,
        requiredClaims: ['exp', 'iat'],
        maxTokenAge: LIFETIME_SECONDS,
        clockTolerance: this.#toleranceSeconds,
        currentDate: new Date(this.#clock.now().epochMilliseconds),
      });
      return payload;
    } catch {
      return undefined;
    }
  }
}

export interface InternalTokensSource {
  /** INTERNAL_SIGNING_KEY, at least 32 characters. */
  readonly signingKey: string;
  readonly clock: Clock;
  /** How far the signer's clock may be from ours, ahead or behind. */
  readonly toleranceSeconds?: number;
}

interface SignedToken {
  readonly token: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}

interface VerifiedToken {
  readonly principal: Principal;
  readonly expiresAt: number;
}
