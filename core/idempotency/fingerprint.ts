import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * SHA-256 of the RFC 8785 canonical JSON of what a key stands for: the path's ids and the body. Two bodies that differ only in
 * spelling (order of members, `null` or left out) are the same request.
 */
export function fingerprint(path: readonly string[], body: Readonly<Record<string, unknown>>): Buffer {
  const present = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined));
  return createHash('sha256')
    .update(canonicalize({ path, body: present }) ?? '')
    .digest();
}
