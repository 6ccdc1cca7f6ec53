import { promisify } from 'node:util';
import { constants, createGzip, type Gzip, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { type Encoding, encodingFor } from '../../core/http/built-file.js';
import type { Exchange } from '../request/exchange.js';
import type { Asset } from './asset.js';

/** Below it a body fits into a few packets anyway, and packing it costs more than it saves. */
const LEAST_BYTES = 4_096;

/** Nearly all that there is to save, at a third of what the default level costs. */
const QUICK = { level: 3 } as const;
/** For what is packed once. */
const THOROUGH = { level: constants.Z_BEST_COMPRESSION } as const;

const packed = promisify(gzip);

/** What an answer says whose bytes depend on what the client can unpack. */
export const VARIES = ['Vary', 'Accept-Encoding'] as const;
export const PACKED = ['Content-Encoding', 'gzip', ...VARIES] as const;

/** Whether packing pays for a body of this many bytes, and the client unpacks it. Identity is what who says nothing gets. */
export function isPacked({ request }: Exchange, bytes: number): boolean {
  return bytes >= LEAST_BYTES && takesGzip(request);
}

/** Off the main loop. */
export function pack(text: string): Promise<Buffer> {
  return packed(text, QUICK);
}

/** For a stream to go through; undefined where the client takes it as it is. */
export function packer({ request }: Exchange): Gzip | undefined {
  return takesGzip(request) ? createGzip(QUICK) : undefined;
}

const assets = new WeakMap<Asset, Promise<Buffer>>();

/** A file as a client takes it: as the build compressed it, or packed here, once for all. */
export async function packedFor(
  exchange: Exchange,
  asset: Asset,
): Promise<{ readonly encoding?: Encoding; readonly bytes: Buffer }> {
  if (asset.packed !== undefined) {
    const encoding = encodingFor(exchange.request, { packed: asset.packed });
    const bytes = encoding === undefined ? undefined : asset.packed[encoding];
    return bytes === undefined || encoding === undefined ? asset : { encoding, bytes };
  }
  if (!isPacked(exchange, asset.bytes.length)) return asset;
  const known = assets.get(asset) ?? packed(asset.bytes, THOROUGH);
  assets.set(asset, known);
  return { encoding: 'gzip', bytes: await known };
}

function takesGzip(request: Exchange['request']): boolean {
  const { 'accept-encoding': accepted } = request.headers;
  if (accepted === undefined || !accepted.includes('gzip')) return false;
  return new Negotiator(request).encodings(['gzip', 'identity'])[0] === 'gzip';
}
