import { createHash, createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import canonicalize from 'canonicalize';

/**
 * SHA-256 of the RFC 8785 canonical JSON of a key's request: the path's ids and the body. Bodies that differ only in
 * notation (order of members, `null` or omitted) are the same request.
 */
export function fingerprint(path: readonly string[], body: Readonly<Record<string, unknown>>): Buffer {
  return createHash('sha256')
    .update(canonicalize({ path, body: withoutNulls(body) }) ?? '')
    .digest();
}

/** Items hashed before other work of the process gets its turn. */
const ITEMS_WITHOUT_PAUSE = 250;

/**
 * The same as `fingerprint` of a body with a long list, item by item: its canonical JSON is never in memory as a whole.
 *
 * @param body - its other members
 */
export async function fingerprintWithList(
  path: readonly string[],
  body: Readonly<Record<string, unknown>>,
  list: { readonly name: string; readonly items: readonly object[] },
): Promise<Buffer> {
  const empty = canonicalize({ path, body: withoutNulls({ ...body, [list.name]: [] }) }) ?? '';
  const [before = '', after = ''] = empty.split(`${JSON.stringify(list.name)}:[]`);
  const hash = createHash('sha256').update(`${before}${JSON.stringify(list.name)}:[`);
  for (const [index, item] of list.items.entries()) {
    if (index % ITEMS_WITHOUT_PAUSE === 0) await setImmediate();
    hash.update(`${index === 0 ? '' : ','}${canonicalize(withoutNulls(item))}`);
  }
  return hash.update(`]${after}`).digest();
}

/**
 * The fingerprint of a body with secrets, in hex: HMAC-SHA-256 under a key that is not stored with the fingerprints,
 * because a card number or security code is easy to guess from a plain digest.
 */
export function secretFingerprint(secret: string, body: Readonly<Record<string, unknown>>): string {
  return createHmac('sha256', secret)
    .update(canonicalize(withoutNulls(body)) ?? '')
    .digest('hex');
}

/**
 * A digest that identifies a client's key, which is private and may be anything. It never equals a fingerprint of a
 * body.
 */
export function secretDigest(secret: string, key: string): string {
  return createHmac('sha256', secret).update('key:').update(key).digest('hex');
}

/**
 * Removes null and undefined at any depth. An omitted input is undefined within a process, and absent between
 * processes.
 */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const present = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(present.map(([name, member]) => [name, withoutNulls(member)]));
}
