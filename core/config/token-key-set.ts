import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';

/** TOKEN_SIGNING_KEYS, taken apart: the first key signs access tokens, all verify them. */
export interface TokenKeySet {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

const keySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });

/** @param text - the JSON itself, or that in base64url. @throws when it is neither. */
export function parseTokenKeys(text: string): TokenKeySet {
  return keySet.parse(JSON.parse(text.trimStart().startsWith('{') ? text : Buffer.from(text, 'base64url').toString()));
}

/** In base64url: shells, and the readers of environment files, all do something else with the quotes of JSON. */
export function tokenKeysText({ keys }: TokenKeySet): string {
  return Buffer.from(JSON.stringify({ keys })).toString('base64url');
}

export async function freshTokenKeys(): Promise<TokenKeySet> {
  return { keys: [await signingKey()] };
}

/*
 * A key is replaced in three steps, each set everywhere before the next begins. Parts are restarted one by one: between two
 * steps that follow each other each part verifies what any other signs.
 */

/** First step: a new key, which verifies only. */
export async function withNewKey({ keys }: TokenKeySet): Promise<TokenKeySet> {
  return { keys: [...keys, await signingKey()] };
}

/** Second step: the last key signs, the others verify what they signed. */
export function withLastKeySigning({ keys }: TokenKeySet): TokenKeySet {
  return { keys: [...keys.slice(-1), ...keys.slice(0, -1)] };
}

/** Third step, when every token of the others has expired: the key that signs is the only one. */
export function withSigningKeyOnly({ keys }: TokenKeySet): TokenKeySet {
  return { keys: keys.slice(0, 1) };
}

async function signingKey() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex'), alg: 'ES256', use: 'sig' };
}
