import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two texts are equal, in a time that does not depend on where they differ or by how much in length. */
export function isSameSecret(presented: string, expected: string): boolean {
  return timingSafeEqual(digest(presented), digest(expected));
}

/** The same when only the SHA-256 of the expected text is known. */
export function isDigestOf(presented: string, expected: Buffer): boolean {
  return timingSafeEqual(digest(presented), expected);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
