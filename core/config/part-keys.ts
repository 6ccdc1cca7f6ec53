import { createHash, createPrivateKey, createPublicKey, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { keyText, readKeyText } from './key-text.js';

/** The parts that call other parts, and so sign. Subgraphs are only called. */
export const SIGNING_PARTS = ['rest', 'secure', 'gateway', 'worker'] as const;
export type SigningPart = (typeof SIGNING_PARTS)[number];

/** A key's id begins with the name of its part, so the shared public set shows which part may sign with it. */
const kid = z.templateLiteral([z.enum(SIGNING_PARTS), '.', z.string().regex(/^[\w-]+$/)]);
const ED25519 = { kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), kid };

const privateKey = z.object({ ...ED25519, d: z.string() }).refine(isPair);
/** Strict: the set that every part has must hold no private half. */
const publicKey = z.strictObject(ED25519).refine(isPublic);
const keySet = z
  .object({ keys: z.array(publicKey).min(1) })
  .refine(({ keys }) => areDistinct(keys.map((key) => key.kid)) && areDistinct(keys.map((key) => key.x)));

/** INTERNAL_SIGNING_KEY: the private Ed25519 key (RFC 8037) of one part. */
export type PartKey = z.infer<typeof privateKey>;
/** INTERNAL_VERIFICATION_KEYS: the public keys of all these parts. During a replacement, a part has two. */
export type PartKeySet = z.infer<typeof keySet>;
export type PublicPartKey = PartKeySet['keys'][number];

export const NO_PART_KEY =
  'must be a JSON Web Key with a private Ed25519 key whose kid begins with rest., secure., gateway. or worker.';
export const NO_PART_KEY_SET =
  'must be a JSON Web Key Set of public Ed25519 keys, each with a kid that begins with its part (rest., secure., gateway., worker.), without private keys or duplicates';

/** @throws when the text is no such key, in JSON or in base64url; the error may quote it. */
export function parsePartKey(text: string): PartKey {
  return privateKey.parse(readKeyText(text));
}

/** @throws when the text is no such set, or contains a key twice: two parts with one key could not be distinguished. */
export function parsePartKeySet(text: string): PartKeySet {
  return keySet.parse(readKeyText(text));
}

export function partOfKey({ kid: id }: { readonly kid: string }): SigningPart | undefined {
  return SIGNING_PARTS.find((part) => id.startsWith(`${part}.`));
}

export function publicPartKey({ kty, crv, x, kid: id }: PartKey): PublicPartKey {
  return { kty, crv, x, kid: id };
}

export function freshPartKey(part: SigningPart): PartKey {
  return fromSeed(part, randomBytes(32));
}

/**
 * Derives each part's pair from one secret: for processes that share a data folder, and so can read each other's
 * secrets anyway.
 */
export function derivedPartKey(secret: string, part: SigningPart): PartKey {
  return fromSeed(part, Buffer.from(hkdfSync('sha256', secret, '', `INTERNAL_SIGNING_KEY ${part}`, 32)));
}

export function partKeySetText(keys: readonly PublicPartKey[]): string {
  return keyText({ keys });
}

/*
 * A part's key is replaced in three steps, each of which keeps every signature valid, whichever parts have been
 * restarted: the set with the new public key everywhere; the new private key in its part; the set without the old key
 * everywhere.
 */

/** First step: the new key verifies, as well as the old one. */
export function withNewPartKey({ keys }: PartKeySet, fresh: PartKey): PartKeySet {
  return { keys: [...keys, publicPartKey(fresh)] };
}

/** Third step, once every instance of the part signs with its newest key. */
export function withNewestPartKey({ keys }: PartKeySet, part: SigningPart): PartKeySet {
  const newest = keys.findLast((key) => partOfKey(key) === part);
  return { keys: keys.filter((key) => partOfKey(key) !== part || key === newest) };
}

/** RFC 8410: the bytes before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

function fromSeed(part: SigningPart, seed: Buffer): PartKey {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const jwk = key.export({ format: 'jwk' });
  const id = createHash('sha256').update(String(jwk.x)).digest('hex').slice(0, 16);
  return privateKey.parse({ ...jwk, kid: `${part}.${id}` });
}

function isPair({ kty, crv, x, d }: Readonly<Record<'kty' | 'crv' | 'x' | 'd', string>>): boolean {
  try {
    const key = createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' });
    return createPublicKey(key).export({ format: 'jwk' }).x === x;
  } catch {
    return false;
  }
}

function isPublic({ kty, crv, x }: Readonly<Record<'kty' | 'crv' | 'x', string>>): boolean {
  try {
    return createPublicKey({ key: { kty, crv, x }, format: 'jwk' }).type === 'public';
  } catch {
    return false;
  }
}

function areDistinct(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}
