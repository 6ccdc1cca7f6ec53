import type { ServerResponse } from 'node:http';
import { NO_CONTENT_POLICY, NO_STORE, SECURITY_HEADERS } from '../../core/http/front/common-headers.js';
import { streamed } from '../../core/http/front/streamed.js';
import type { Exchange } from '../request/exchange.js';
import type { Answer } from './answer.js';
import { type Asset, isFresh } from './asset.js';

/** On every answer but files. */
const COMMON = [
  'Cache-Control',
  NO_STORE,
  'Content-Security-Policy',
  NO_CONTENT_POLICY,
  ...SECURITY_HEADERS.flat(),
] as const;

/** Writes an answer in one piece, each header once: what the exchange knows stands above what every such refusal says; header and body leave in one packet. */
export function writeAnswer(response: ServerResponse, exchange: Exchange, answer: Answer): void {
  if (answer.asset !== undefined) {
    writeAsset(response, exchange, answer.asset);
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
  headers.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(text)));
  response.writeHead(answer.status, headers).end(text);
}

/** Copies may be kept, and are asked about each time: a new version shows at once. */
function writeAsset(response: ServerResponse, { request, requestId }: Exchange, asset: Asset): void {
  const headers = [
    ...['Cache-Control', 'public, no-cache', 'ETag', asset.etag, 'X-Request-Id', requestId],
    ...['Content-Security-Policy', asset.contentSecurityPolicy ?? NO_CONTENT_POLICY],
    ...SECURITY_HEADERS.flat(),
  ];
  if (isFresh(asset.etag, request.headers['if-none-match'])) {
    response.writeHead(304, headers).end();
    return;
  }
  headers.push('Content-Type', asset.mediaType, 'Content-Length', String(asset.bytes.length));
  response.writeHead(200, headers).end(asset.bytes);
}

/**
 * Writes an answer that is a stream.
 *
 * @returns the status that the log and the metrics show
 */
export function streamAnswer(
  response: ServerResponse,
  exchange: Exchange,
  { status, headers: own = {}, stream }: Answer & { readonly stream: NonNullable<Answer['stream']> },
): Promise<number> {
  const headers: string[] = [...COMMON, 'X-Request-Id', exchange.requestId];
  append(headers, { ...own, ...exchange.rateLimitHeaders });
  response.writeHead(status, headers);
  const { services, requestId } = exchange;
  return streamed(stream, response, { stallMs: services.exportStallMs, logger: services.logger, requestId });
}

function append(headers: string[], more: Readonly<Record<string, string>>): void {
  for (const name in more) headers.push(name, more[name] ?? '');
}
