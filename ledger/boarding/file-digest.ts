import { createHash } from 'node:crypto';
import { Problem } from '../../core/errors/problem.js';
import type { FileCharset } from '../../core/files/charset.js';

/** The digest that identifies a file. The same bytes in another charset count as a different file. */
export function digestAs(digest: string, charset: FileCharset = 'utf-8'): string {
  return charset === 'utf-8' ? digest : `${digest};charset=${charset}`;
}

/** The digest of a file that is only read to be compared. */
export async function digestOf(bytes: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const hash = createHash('sha256');
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > maxBytes) throw new Problem('payload_too_large');
    hash.update(chunk);
  }
  return hash.digest('hex');
}
