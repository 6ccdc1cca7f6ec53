import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../principal/principal.js';
import type { SubgraphName } from '../principal/subgraph-names.js';
import type { Clock } from '../time/clock.js';
import type { PartSignatures } from './part-signing-keys.js';
import { fromClaims, toClaims } from './principal-claims.js';
import { maySignFor } from './principals-a-part-may-sign-for.js';
import { seconds } from './token-keys.js';

/** The header in which parts pass the signed principal to each other. */
export const INTERNAL_TOKEN_HEADER = 'x-tributary-principal';

const LIFETIME_SECONDS = 60;
/** A cached token is reused only while this much of its life is left: longer than any request takes. */
const LEAST_LEFT_SECONDS = 30;
const ALGORITHM = 'EdDSA';
const TYPE = 'internal+jwt';

/** A part that other parts call. Its name is the audience of the tokens that they sign for it. */
export type CalledPart = 'gateway' | `subgraph ${SubgraphName}`;

/** Verifies the tokens that other parts signed for this one; no others are accepted. */
export interface TokenVerifier {
  /**
   * The principal of a genuine token. Undefined for a token that is missing, unsigned, forged, expired, of another
   * kind or for another part, and for one whose signer may not act for its principal.
   */
  verify(token: string | undefined): Promise<Principal | undefined>;
}

/**
 * Passes the signed principal between parts that run as separate processes. The calling part signs with its own key,
 * for the one part that it calls, which cannot use the token with another part. Each part accepts from each signer
 * only the principals that the signer may act for.
 */
export class InternalTokens {
  readonly #signatures: PartSignatures;
  readonly #clock: Clock;
  readonly #toleranceSeconds: number;
  /** By all claims except the times: a narrowed principal never gets the token of the wider one. */
  readonly #signed = new LRUCache<string, SignedToken>({ max: 10_000 });
  readonly #verified = new LRUCache<string, VerifiedToken>({ max: 10_000 });

  constructor({ signatures, clock, toleranceSeconds = 0 }: InternalTokensSource) {
    this.#signatures = signatures;
    this.#clock = clock;
    this.#toleranceSeconds = toleranceSeconds;
  }

  /** @throws where this part has no key: it only answers other parts. */
  async sign(principal: Principal, recipient: CalledPart): Promise<string> {
    const { own } = this.#signatures;
    if (own === undefined) throw new Error('this process has no INTERNAL_SIGNING_KEY: it cannot sign for other parts');
    const claims: JWTPayload = { ...toClaims(principal), iss: own.part, aud: recipient };
    const key = JSON.stringify(claims);
    const now = seconds(this.#clock);
    const known = this.#signed.get(key);
    if (known !== undefined && isReusable(known, now)) return known.token;
    const expiresAt = now + LIFETIME_SECONDS;
    const header = { alg: ALGORITHM, typ: TYPE, kid: own.kid };
    const token = await new SignJWT({ ...claims, iat: now, exp: expiresAt }).setProtectedHeader(header).sign(own.key);
    this.#signed.set(key, { token, expiresAt });
    return token;
  }

  /** @param part - the part that verifies. */
  verifierFor(part: CalledPart): TokenVerifier {
    return { verify: (token) => this.#verify(token, part) };
  }

  async #verify(token: string | undefined, recipient: CalledPart): Promise<Principal | undefined> {
    if (token === undefined) return undefined;
    const verified = this.#verified.get(token) ?? (await this.#check(token, recipient));
    if (verified?.recipient !== recipient) return undefined;
    return seconds(this.#clock) < verified.expiresAt + this.#toleranceSeconds ? verified.principal : undefined;
  }

  async #check(token: string, recipient: CalledPart): Promise<VerifiedToken | undefined> {
    const genuine = await this.#genuine(token, recipient);
    const principal = fromClaims(genuine?.payload);
    if (genuine?.payload.exp === undefined || principal === undefined) return undefined;
    const signer = this.#signatures.known.get(genuine.kid)?.part;
    if (signer === undefined || genuine.payload.iss !== signer || !maySignFor(signer, principal)) return undefined;
    const verified = { principal, recipient, expiresAt: genuine.payload.exp };
    this.#verified.set(token, verified);
    return verified;
  }

  async #genuine(
    token: string,
    recipient: CalledPart,
  ): Promise<{ readonly payload: JWTPayload; readonly kid: string } | undefined> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, ({ kid }) => this.#keyOf(kid), {
        algorithms: [ALGORITHM],
        typ: TYPE,
        audience: recipient,
        requiredClaims: ['exp', 'iat', 'iss'],
        maxTokenAge: LIFETIME_SECONDS,
        clockTolerance: this.#toleranceSeconds,
        currentDate: new Date(this.#clock.now().epochMilliseconds),
      });
      return { payload, kid: protectedHeader.kid ?? '' };
    } catch {
      return undefined;
    }
  }

  #keyOf(kid: string | undefined) {
    const known = this.#signatures.known.get(kid ?? '');
    if (known === undefined) throw new Error('no part has this key');
    return known.key;
  }
}

/** A token that lasts longer than a new one was signed before the clock was set back. */
function isReusable({ expiresAt }: SignedToken, now: number): boolean {
  const left = expiresAt - now;
  return left >= LEAST_LEFT_SECONDS && left <= LIFETIME_SECONDS;
}

export interface InternalTokensSource {
  readonly signatures: PartSignatures;
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
  readonly recipient: CalledPart;
  readonly expiresAt: number;
}
