import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';
import { keyText, readKeyText } from './key-text.js';

const privateKey = z
  .object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    d: z.string(),
    kid: z.string().min(1),
  })
  .refine(isOnCurve);

const keySet = z.object({ keys: z.array(privateKey).min(1) });

/** Strict: the set that every part receives must hold no private half. */
const publicKey = z
  .strictObject({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    kid: z.string().min(1),
    alg: z.literal('ES256').default('ES256'),
    use: z.literal('sig').default('sig'),
  })
  .refine(isPoint);

const publicKeySet = z.object({ keys: z.array(publicKey).min(1) });

/** TOKEN_SIGNING_KEYS, parsed: private ES256 keys (RFC 7517). The first signs access tokens, all verify them. */
export type TokenKeySet = z.infer<typeof keySet>;
export type TokenKey = TokenKeySet['keys'][number];

/** TOKEN_VERIFICATION_KEYS, parsed: the public halves, which `/.well-known/jwks.json` publishes. */
export type PublicTokenKeySet = z.infer<typeof publicKeySet>;

export const NO_TOKEN_KEYS = 'must be a JSON Web Key Set of private EC keys on P-256, each with a kid';
export const NO_PUBLIC_TOKEN_KEYS =
  'must be a JSON Web Key Set of public EC keys on P-256, each with a kid, without private keys';

/** @param text - JSON, plain or in base64url. @throws when it is neither; the error may quote the keys. */
export function parseTokenKeys(text: string): TokenKeySet {
  return keySet.parse(readKeyText(text));
}

/** @throws as `parseTokenKeys`, and when the set contains a private key. */
export function parsePublicTokenKeys(text: string): PublicTokenKeySet {
  return publicKeySet.parse(readKeyText(text));
}

export function tokenKeysText({ keys }: TokenKeySet | PublicTokenKeySet): string {
  return keyText({ keys });
}

/** The public halves of the keys, which verify but cannot sign. */
export function publicTokenKeys({ keys }: TokenKeySet): PublicTokenKeySet {
  return { keys: keys.map(({ kty, crv, x, y, kid }) => ({ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' })) };
}

export async function freshTokenKeys(): Promise<TokenKeySet> {
  return { keys: [await signingKey()] };
}

/*
 * A key is replaced in three steps, each completed everywhere before the next begins. Parts restart one by one:
 * between two consecutive steps every part verifies what any other signs.
 */

/** First step: adds a new key that only verifies. */
export async function withNewKey({ keys }: TokenKeySet): Promise<TokenKeySet> {
  return { keys: [...keys, await signingKey()] };
}

/** Second step: the last key signs; the others still verify their tokens. */
export function withLastKeySigning({ keys }: TokenKeySet): TokenKeySet {
  return { keys: [...keys.slice(-1), ...keys.slice(0, -1)] };
}

/** Third step, once every token of the other keys has expired: only the signing key stays. */
export function withSigningKeyOnly({ keys }: TokenKeySet): TokenKeySet {
  return { keys: keys.slice(0, 1) };
}

async function signingKey(): Promise<TokenKey> {
  const pair = await generateKeyPair('ES256', { extractable: true });
  const key = { ...(await exportJWK(pair.privateKey)), kid: randomBytes(8).toString('hex') };
  return privateKey.parse(key);
}

/** A point that is not on the curve would fail at the first token. */
function isOnCurve({ kty, crv, x, y, d }: Readonly<Record<'kty' | 'crv' | 'x' | 'y' | 'd', string>>): boolean {
  try {
    return createPrivateKey({ key: { kty, crv, x, y, d }, format: 'jwk' }).type === 'private';
  } catch {
    return false;
  }
}

function isPoint({ kty, crv, x, y }: Readonly<Record<'kty' | 'crv' | 'x' | 'y', string>>): boolean {
  try {
    return createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' }).type === 'public';
  } catch {
    return false;
  }
}
