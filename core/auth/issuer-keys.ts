import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { ServiceParts } from '../service-parts.js';

export interface IssuerKeysSource extends Pick<ServiceParts, 'clock' | 'logger'> {
  /** OIDC_ISSUER. */
  readonly issuer: string;
}

const ANSWERS_WITHIN_MS = 5_000;
/** Keys are trusted this long before they are read again. */
const BELIEVED_MS = 600_000;
/**
 * While the issuer does not answer, its keys are trusted this long and no longer: it may have withdrawn one of them.
 */
const BELIEVED_UNASKED_MS = 24 * 3_600_000;
/** The shortest wait between a failure and the next request. */
const AFTER_FAILURE_MS = 5_000;
/**
 * An unknown key id may name a new key, so the keys are read again at once. For this long, no other unknown key id
 * causes another read: a caller who invents key ids must not make us call the issuer for each.
 */
const AFTER_UNKNOWN_KEY_MS = 30_000;

interface Reading {
  readonly keys: JWTVerifyGetKey;
  readonly at: number;
}

/**
 * The published keys of an OpenID Connect issuer, read when first needed. A short outage of the issuer locks no user
 * out: its last keys stay valid, and only one request every few seconds waits for it.
 */
export function issuerKeys({ issuer, clock, logger }: IssuerKeysSource): JWTVerifyGetKey {
  const now = () => clock.now().epochMilliseconds;
  let last: Reading | undefined;
  let failure: { readonly at: number; readonly error: unknown } | undefined;
  let reading: Promise<Reading> | undefined;
  let unknownKeyReadAt = Number.NEGATIVE_INFINITY;

  /** One read shared by all that need it. @throws the issuer's failure, also to calls shortly afterwards. */
  const read = (): Promise<Reading> => {
    if (failure !== undefined && now() - failure.at < AFTER_FAILURE_MS) return Promise.reject(failure.error);
    reading ??= readKeys(issuer)
      .then((keys) => {
        failure = undefined;
        last = { keys: createLocalJWKSet(keys), at: now() };
        return last;
      })
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'the OpenID Connect issuer does not answer');
        failure = { at: now(), error };
        throw error;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };

  const current = async (): Promise<Reading> => {
    const known = last;
    if (known !== undefined && now() - known.at < BELIEVED_MS) return known;
    return read().catch((error: unknown) => {
      if (known === undefined || now() - known.at >= BELIEVED_UNASKED_MS) throw error;
      return known;
    });
  };

  /** Keys newer than those of `used`; undefined shortly after another unknown key id has caused a read. */
  const newerThan = async (used: Reading): Promise<Reading | undefined> => {
    if (last !== undefined && last !== used) return last;
    if (reading === undefined && now() - unknownKeyReadAt < AFTER_UNKNOWN_KEY_MS) return undefined;
    const newer = await read();
    unknownKeyReadAt = now();
    return newer;
  };

  return async (header, token) => {
    const used = await current();
    try {
      return await used.keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const newer = await newerThan(used);
      if (newer === undefined) throw error;
      return newer.keys(header, token);
    }
  };
}

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/** @throws when the issuer does not answer, or its document names another issuer (OpenID Connect Discovery 4.3). */
async function readKeys(issuer: string): Promise<JSONWebKeySet> {
  const found = discovery.parse(await readJson(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`));
  if (!isSameIssuer(found.issuer, issuer)) throw new Error(`the discovery document names the issuer ${found.issuer}`);
  if (issuer.startsWith('https:') && !found.jwks_uri.startsWith('https:')) {
    throw new Error('the discovery document redirects from https to http');
  }
  return keySet.parse(await readJson(found.jwks_uri));
}

/**
 * Compares as the client library does at sign-in: `https://issuer.example` and `https://issuer.example/` are the same
 * address.
 */
function isSameIssuer(found: string, issuer: string): boolean {
  return URL.canParse(found) && new URL(found).href === new URL(issuer).href;
}

async function readJson(url: string): Promise<unknown> {
  const answer = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  });
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`);
  return answer.json();
}
