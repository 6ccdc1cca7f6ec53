import { type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { IDToken, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import { ALGORITHMS, isFaultOfTheToken } from '../../core/auth/verify-oidc-operator-tokens.js';
import type { Clock } from '../../core/time/clock.js';

export interface IdTokenChecks {
  /** The issuer's published keys, from the same cache that verifies access tokens. */
  readonly keys: JWTVerifyGetKey;
  readonly clock: Clock;
}

/** The issuer's response is not valid. */
export class NotGenuine extends Error {
  override readonly name = 'NotGenuine';
}

/** An ID token is issued when its code is exchanged. */
const MOST_AGE_SECONDS = 600;
const CLOCK_SKEW_SECONDS = 60;

export interface VerifiedIdToken {
  readonly idToken: string;
  readonly claims: IDToken;
}

/**
 * Checks the ID token of a response whose issuer, audience, nonce and expiry the client library has already checked:
 * its signature, with the issuer's keys, and its age.
 *
 * @throws {NotGenuine} @throws the error when the issuer's keys cannot be read
 */
export async function verifiedIdToken(
  tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
  { keys, clock }: IdTokenChecks,
): Promise<VerifiedIdToken> {
  const { id_token: idToken } = tokens;
  const claims = tokens.claims();
  if (idToken === undefined || claims === undefined) throw new NotGenuine('the response has no ID token');
  try {
    await jwtVerify(idToken, keys, {
      algorithms: ALGORITHMS,
      maxTokenAge: MOST_AGE_SECONDS,
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: new Date(clock.now().epochMilliseconds),
    });
  } catch (error) {
    if (isFaultOfTheToken(error)) throw new NotGenuine('the ID token is not genuine', { cause: error });
    throw error;
  }
  return { idToken, claims };
}
