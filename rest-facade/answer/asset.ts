import { createHash } from 'node:crypto';
import type { BuiltFile } from '../../core/http/built-file.js';

/** A file that a host answers with as it stands: read once, the same for everybody, cacheable. */
export interface Asset {
  readonly bytes: Buffer;
  readonly mediaType: string;
  /** Of these bytes (RFC 9110 section 8.8.3). */
  readonly etag: string;
  /** What the page may load; without one, nothing. */
  readonly contentSecurityPolicy?: string;
  /** What the build compressed it to; without, it is packed when it is first asked for. */
  readonly packed?: BuiltFile['packed'];
  /** Whether its name says what is in it, so that a copy need never be asked about. */
  readonly isForEver?: boolean;
}

export function assetOf(content: string | Buffer, mediaType: string, contentSecurityPolicy?: string): Asset {
  const bytes = Buffer.from(content);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  return { bytes, mediaType, etag, ...(contentSecurityPolicy !== undefined && { contentSecurityPolicy }) };
}

/** Whether a client's copy is still this one (RFC 9110 section 13.1.2): weak comparison. */
export function isFresh(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}
