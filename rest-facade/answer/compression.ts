import { promisify } from 'node:util';
import { constants, createGzip, type Gzip, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { type Encoding, encodingFor } from '../../core/http/built-file.js';
import type { Exchange } from '../request/http-exchange.js';
import type { Asset } from './cacheable-asset.js';

/** Smaller bodies fit into a few packets anyway, and compressing them costs more than it saves. */
const LEAST_BYTES = 4_096;

/** Saves nearly as much as the default level, at a third of its cost. */
const QUICK = { level: 3 } as const;
/** For bodies that are compressed once. */
const THOROUGH = { level: constants.Z_BEST_COMPRESSION } as const;

const packed = promisify(gzip);

/** Header of responses whose bytes depend on the client's Accept-Encoding. */
export const VARIES = ['Vary', 'Accept-Encoding'] as const;
export const GZIP_HEADERS = ['Content-Encoding', 'gzip', ...VARIES] as const;

/**
 * Whether a body of this size is worth compressing, and the client accepts gzip. A client without Accept-Encoding does not.
 */
export function isCompressed({ request }: Exchange, bytes: number): boolean {
  return bytes >= LEAST_BYTES && takesGzip(request);
}

/** Off the main loop. */
export function pack(body: string | Buffer): Promise<Buffer> {
  return packed(body, QUICK);
}

/** A transform for a stream; undefined if the client accepts no compression. */
export function compressor({ request }: Exchange): Gzip | undefined {
  return takesGzip(request) ? createGzip(QUICK) : undefined;
}

const assets = new WeakMap<Asset, Promise<Buffer>>();

/** A file in an encoding that the client accepts: the build's copy, or compressed here once. */
export async function compressedFor(
  exchange: Exchange,
  asset: Asset,
): Promise<{ readonly encoding?: Encoding; readonly bytes: Buffer }> {
  if (asset.packed !== undefined) {
    const encoding = encodingFor(exchange.request, { packed: asset.packed });
    const bytes = encoding === undefined ? undefined : asset.packed[encoding];
    return bytes === undefined || encoding === undefined ? asset : { encoding, bytes };
  }
  if (!isCompressed(exchange, asset.bytes.length)) return asset;
  const known = assets.get(asset) ?? packed(asset.bytes, THOROUGH);
  assets.set(asset, known);
  return { encoding: 'gzip', bytes: await known };
}

function takesGzip(request: Exchange['request']): boolean {
  const { 'accept-encoding': accepted } = request.headers;
  if (accepted === undefined || !accepted.includes('gzip')) return false;
  return new Negotiator(request).encodings(['gzip', 'identity'])[0] === 'gzip';
}
