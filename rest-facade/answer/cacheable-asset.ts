import { createHash } from 'node:crypto';
import type { BuiltFile } from '../../core/http/built-file.js';

/** A file that a host serves unchanged: read once, the same for all clients, cacheable. */
export interface Asset {
  readonly bytes: Buffer;
  readonly mediaType: string;
  /** ETag of these bytes (RFC 9110 section 8.8.3). */
  readonly etag: string;
  /** The page's Content-Security-Policy; without one, the page may load nothing. */
  readonly contentSecurityPolicy?: string;
  /** The build's compressed copies; without them, the file is compressed on its first request. */
  readonly packed?: BuiltFile['packed'];
  /** Whether the name contains a content hash, so that caches need never revalidate. */
  readonly isForEver?: boolean;
}

export function assetOf(content: string | Buffer, mediaType: string, contentSecurityPolicy?: string): Asset {
  const bytes = Buffer.from(content);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  return { bytes, mediaType, etag, ...(contentSecurityPolicy !== undefined && { contentSecurityPolicy }) };
}

/** Whether a client's copy is current (RFC 9110 section 13.1.2, weak comparison). */
export function isFresh(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}
