import { createHash, createHmac } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * SHA-256 of the RFC 8785 canonical JSON of what a key stands for: the path's ids and the body. Two bodies that differ only in
 * spelling (order of members, `null` or left out) are the same request.
 */
export function fingerprint(path: readonly string[], body: Readonly<Record<string, unknown>>): Buffer {
  return createHash('sha256')
    .update(canonicalize({ path, body: withoutNulls(body) }) ?? '')
    .digest();
}

/**
 * The same for a body that holds secrets, in hex: HMAC-SHA-256 under a key that the fingerprints' keepers do not have, because a
 * plain digest of a card's number or security code is soon guessed.
 */
export function secretFingerprint(secret: string, body: Readonly<Record<string, unknown>>): string {
  return createHmac('sha256', secret)
    .update(canonicalize(withoutNulls(body)) ?? '')
    .digest('hex');
}

/** A key that may be anything, and is nobody's business: by this it is known again. Never a fingerprint of a body. */
export function secretDigest(secret: string, key: string): string {
  return createHmac('sha256', secret).update('key:').update(key).digest('hex');
}

/** At any depth: in one process what is left out of an input is there and undefined, and between processes it is not there. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const present = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(present.map(([name, member]) => [name, withoutNulls(member)]));
}
