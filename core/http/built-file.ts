import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';
import Negotiator from 'negotiator';

/** A file that the build left, with what it was compressed to beside it (tools/compress-beside.mjs). */
export interface BuiltFile {
  readonly mediaType: string;
  /** Of its bytes (RFC 9110 section 8.8.3). */
  readonly etag: string;
  readonly bytes: Buffer;
  readonly packed: Readonly<Partial<Record<Encoding, Buffer>>>;
}

/** Best first; a file that compresses to no less has none. */
const ENCODINGS = ['br', 'gzip'] as const;
const ENDINGS = { br: '.br', gzip: '.gz' } as const;
export type Encoding = (typeof ENCODINGS)[number];

/** By its name's ending; a file of another is not served. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** What has its own content in its name never changes; a page names what belongs to it, and is asked for anew. */
export const FOR_EVER = 'public, max-age=31536000, immutable';

/** @throws when there is no such file */
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

/** The best of a file's encodings that a client takes; undefined: as it is. */
export function encodingFor(request: IncomingMessage, { packed }: Pick<BuiltFile, 'packed'>): Encoding | undefined {
  const there = ENCODINGS.filter((encoding) => packed[encoding] !== undefined);
  const taken = new Negotiator(request).encodings([...there, 'identity']);
  return there.find((each) => taken.includes(each));
}
