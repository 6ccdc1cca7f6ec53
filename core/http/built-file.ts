import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';
import Negotiator from 'negotiator';

/** A file of the build output, with its compressed variants next to it (tools/compress-beside.mjs). */
export interface BuiltFile {
  readonly mediaType: string;
  /** Derived from the bytes (RFC 9110 section 8.8.3). */
  readonly etag: string;
  readonly bytes: Buffer;
  readonly packed: Readonly<Partial<Record<Encoding, Buffer>>>;
}

/** Best first. A file that compression does not make smaller has no variants. */
const ENCODINGS = ['br', 'gzip'] as const;
const ENDINGS = { br: '.br', gzip: '.gz' } as const;
export type Encoding = (typeof ENCODINGS)[number];

/** By file extension; files with other extensions are not served. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * For files with a content hash in their name, which never change. Pages refer to these files, and are requested again
 * each time.
 */
export const CACHE_FOREVER = 'public, max-age=31536000, immutable';

/** @throws when the file does not exist */
export function readBuilt(directory: string, name: string): BuiltFile {
  const path = join(directory, name);
  const bytes = readFileSync(path);
  const smaller = ENCODINGS.filter((encoding) => existsSync(`${path}${ENDINGS[encoding]}`));
  return {
    mediaType: MEDIA_TYPES[extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    bytes,
    packed: Object.fromEntries(smaller.map((encoding) => [encoding, readFileSync(`${path}${ENDINGS[encoding]}`)])),
  };
}

/** The best of a file's encodings that the client accepts; undefined for the uncompressed file. */
export function encodingFor(request: IncomingMessage, { packed }: Pick<BuiltFile, 'packed'>): Encoding | undefined {
  const there = ENCODINGS.filter((encoding) => packed[encoding] !== undefined);
  const taken = new Negotiator(request).encodings([...there, 'identity']);
  return there.find((each) => taken.includes(each));
}
