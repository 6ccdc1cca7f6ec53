import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Problem } from '../../errors/problem.js';

/** The client went away before its body had arrived: there is nobody to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

export type MediaType = 'application/json' | 'application/x-www-form-urlencoded';

/**
 * Reads a body whole. Undefined: none was sent.
 *
 * @throws {Problem} `unsupported_media_type`, `payload_too_large`
 * @throws {ClientGone}
 */
export async function readBody(
  request: IncomingMessage,
  limitBytes: number,
  accepted: readonly MediaType[],
): Promise<{ readonly mediaType: MediaType; readonly text: string } | undefined> {
  const body = await read(request, limitBytes, accepted);
  return body === undefined ? undefined : { mediaType: body.mediaType, text: decode(body.bytes) };
}

/** As `readBytes`, of secrets: no copy is left behind but the one that is answered, which is the caller's to wipe. */
export async function readSecretBytes(
  request: IncomingMessage,
  limitBytes: number,
  accepted: readonly MediaType[],
): Promise<Buffer | undefined> {
  return (await read(request, limitBytes, accepted, wipe))?.bytes;
}

/** The same, the bytes as they came. */
export async function readBytes(
  request: IncomingMessage,
  limitBytes: number,
  accepted: readonly MediaType[],
): Promise<Buffer | undefined> {
  return (await read(request, limitBytes, accepted))?.bytes;
}

async function read(
  request: IncomingMessage,
  limitBytes: number,
  accepted: readonly MediaType[],
  discard: (chunks: readonly Buffer[]) => void = () => {},
): Promise<{ readonly mediaType: MediaType; readonly bytes: Buffer } | undefined> {
  const declared = request.headers['content-length'];
  if (request.headers['transfer-encoding'] === undefined && (declared === undefined || Number(declared) === 0)) {
    return undefined;
  }
  const mediaType = acceptedMediaType(request, accepted);
  if (declared !== undefined && Number(declared) > limitBytes) throw new Problem('payload_too_large');
  const bytes = await collect(request, limitBytes, discard);
  return bytes.length === 0 ? undefined : { mediaType, bytes };
}

/** Charset: JSON is UTF-8 (RFC 8259), and so is a form (WHATWG URL). Nothing compressed is read. */
function acceptedMediaType(request: IncomingMessage, accepted: readonly MediaType[]): MediaType {
  const [essence = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const mediaType = accepted.find((known) => known === essence.trim());
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  const isReadable = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (mediaType === undefined || !isReadable || encoding.toLowerCase() !== 'identity') {
    throw new Problem('unsupported_media_type');
  }
  return mediaType;
}

function wipe(chunks: readonly Buffer[]): void {
  for (const chunk of chunks) chunk.fill(0);
}

function collect(
  request: IncomingMessage,
  limitBytes: number,
  discard: (chunks: readonly Buffer[]) => void,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= limitBytes) return;
      // What still comes is thrown away: closing at once would lose the answer to a client that is still sending.
      request.off('data', onData).resume();
      discard(chunks);
      reject(new Problem('payload_too_large'));
    };
    const onGone = () => {
      if (request.complete) return;
      discard(chunks);
      reject(new ClientGone());
    };
    const onEnd = () => {
      resolve(Buffer.concat(chunks, length));
      discard(chunks);
    };
    request.on('data', onData).on('end', onEnd);
    request.on('close', onGone).on('error', onGone);
  });
}

/** @throws {Problem} `malformed_request` when the bytes are not UTF-8. A byte order mark is left out (RFC 8259 section 8.1). */
export function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Problem('malformed_request');
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
