import { createHash } from 'node:crypto';

/**
 * The id of a prepared operation between parts: SHA-256 of its document, in hex. A changed document has another id, so
 * that parts of two versions never mean different documents by one id.
 */
export function operationIdOf(document: string): string {
  return createHash('sha256').update(document).digest('hex');
}
