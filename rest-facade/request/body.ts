import type { IncomingMessage } from 'node:http';
import { Problem } from '../../core/errors/problem.js';

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
  const declared = request.headers['content-length'];
  if (request.headers['transfer-encoding'] === undefined && (declared === undefined || Number(declared) === 0)) {
    return undefined;
  }
  const mediaType = acceptedMediaType(request, accepted);
  if (declared !== undefined && Number(declared) > limitBytes) throw new Problem('payload_too_large');
  const bytes = await collect(request, limitBytes);
  return bytes.length === 0 ? undefined : { mediaType, text: decode(bytes) };
}

/** Charset: JSON is UTF-8 (RFC 8259), and so is a form (WHATWG URL). Nothing compressed is read. */
function acceptedMediaType(request: IncomingMessage, accepted: readonly MediaType[]): MediaType {
  const [essence = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const mediaType = accepted.find((known) => known === essence.trim());
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (mediaType === undefined || !isUtf8 || encoding.toLowerCase() !== 'identity') {
    throw new Problem('unsupported_media_type');
  }
  return mediaType;
}

function collect(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (outcome: () => void) => {
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
      outcome();
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= limitBytes) return;
      settle(() => reject(new Problem('payload_too_large')));
      // What still comes is thrown away: closing at once would lose the answer to a client that is still sending.
      request.resume();
    };
    const onEnd = () => settle(() => resolve(Buffer.concat(chunks, length)));
    const onGone = () => settle(() => reject(new ClientGone()));
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
}

/** @throws {Problem} `malformed_request` when the bytes are not UTF-8. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('malformed_request');
  }
}
