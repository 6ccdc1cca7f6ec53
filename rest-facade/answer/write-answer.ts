import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { CACHE_FOREVER } from '../../core/http/built-file.js';
import { COMMON_HEADERS, NO_CONTENT_POLICY, SECURITY_HEADERS } from '../../core/http/front/common-headers.js';
import { streamResponse } from '../../core/http/front/stream-response.js';
import type { Logger } from '../../core/logging/logger.js';
import type { Exchange } from '../request/http-exchange.js';
import type { Answer } from './answer.js';
import { type Asset, isFresh } from './cacheable-asset.js';
import { compressedFor, compressor, GZIP_HEADERS, isCompressed, pack, VARIES } from './compression.js';

const COMMON = COMMON_HEADERS.flat();

const LONG_CHARACTERS = 16_384;

/**
 * Writes a response in one piece, each header once. Headers of the exchange override the refusal's usual ones; headers
 * and body leave in one packet.
 */
export async function writeAnswer(response: ServerResponse, exchange: Exchange, answer: Answer): Promise<void> {
  if (answer.asset !== undefined) {
    await writeAsset(response, exchange, answer.status, answer.asset);
    return;
  }
  const headers: string[] = [...COMMON, 'X-Request-Id', exchange.requestId];
  append(headers, { ...answer.headers, ...exchange.rateLimitHeaders });
  const text = answer.text ?? JSON.stringify(answer.body);
  if (text === undefined) {
    if (answer.status !== 204) headers.push('Content-Length', '0');
    response.writeHead(answer.status, headers).end();
    return;
  }
  headers.push('Content-Type', 'application/json; charset=utf-8');
  // A short text leaves in one piece with the headers; a long one is encoded once, not also to count its bytes.
  const plain = text.length < LONG_CHARACTERS ? text : Buffer.from(text);
  const bytes = Buffer.byteLength(plain);
  const packed = isCompressed(exchange, bytes) ? await pack(plain) : undefined;
  if (packed !== undefined) headers.push(...GZIP_HEADERS);
  headers.push('Content-Length', String(packed?.length ?? bytes));
  response.writeHead(answer.status, headers).end(packed ?? plain);
}

/** Caches may store it but must revalidate each time, so that a new version shows at once. */
const REVALIDATED = 'public, no-cache';

async function writeAsset(response: ServerResponse, exchange: Exchange, status: number, asset: Asset): Promise<void> {
  const { request, requestId } = exchange;
  const { encoding, bytes } = await compressedFor(exchange, asset);
  const headers = [
    ...['Cache-Control', asset.isForEver === true ? CACHE_FOREVER : REVALIDATED, 'X-Request-Id', requestId],
    // The same file in another encoding: equivalent for a reader.
    ...['ETag', encoding === undefined ? asset.etag : `W/${asset.etag}`],
    ...['Content-Security-Policy', asset.contentSecurityPolicy ?? NO_CONTENT_POLICY],
    ...SECURITY_HEADERS.flat(),
    ...VARIES,
    ...(encoding === undefined ? [] : ['Content-Encoding', encoding]),
  ];
  if (status === 200 && isFresh(asset.etag, request.headers['if-none-match'])) {
    response.writeHead(304, headers).end();
    return;
  }
  headers.push('Content-Type', asset.mediaType, 'Content-Length', String(bytes.length));
  response.writeHead(status, headers).end(bytes);
}

/** How a streamed response is monitored. */
export interface StreamServices {
  /** How long the client may read nothing. */
  readonly exportStallMs: number;
  readonly logger: Logger;
}

/**
 * Writes a streamed response.
 *
 * @returns the status for the log and the metrics
 */
export function streamAnswer(
  response: ServerResponse,
  exchange: Exchange,
  { status, headers: own = {}, stream }: Answer & { readonly stream: Readable },
  { exportStallMs: stallMs, logger }: StreamServices,
): Promise<number> {
  const headers: string[] = [...COMMON, 'X-Request-Id', exchange.requestId];
  append(headers, { ...own, ...exchange.rateLimitHeaders });
  const through = compressor(exchange);
  headers.push(...(through === undefined ? VARIES : GZIP_HEADERS));
  response.writeHead(status, headers);
  return streamResponse(stream, response, { through, stallMs, logger, requestId: exchange.requestId });
}

function append(headers: string[], more: Readonly<Record<string, string>>): void {
  for (const name in more) headers.push(name, more[name] ?? '');
}
