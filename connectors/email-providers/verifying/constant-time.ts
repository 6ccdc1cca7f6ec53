import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two texts are the same, in a time that says nothing about where they differ, or by how much in length. */
export function isSameSecret(presented: string, expected: string): boolean {
  return timingSafeEqual(digest(presented), digest(expected));
}

/** The same where no more of the expected text is known than its SHA-256. */
export function isDigestOf(presented: string, expected: Buffer): boolean {
  return timingSafeEqual(digest(presented), expected);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
