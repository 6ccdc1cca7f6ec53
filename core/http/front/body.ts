import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Problem } from '../../errors/problem.js';
import { FILE_CHARSETS, type FileCharset } from '../../files/charset.js';
import { contentTypeOf } from './content-type.js';
import { ValueCount } from './count-json-values-while-arriving.js';
import type { HeldBody } from './evicting-body-memory-limit.js';
import { GrowingBytes } from './growing-bytes.js';
import { csvText, notUtf8 } from './malformed-body.js';
import { unsupportedBody } from './unsupported-body.js';

/** The client disconnected before its body had arrived, so no answer can be sent. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientGone';
}

/** There is no memory for a body, or it was evicted. */
export class NoBodyMemory extends Problem {
  constructor() {
    super('service_unavailable');
  }
}

/** A body did not arrive in time. */
export class TooSlow extends Problem {
  constructor() {
    super('service_unavailable');
  }
}

export type MediaType = 'application/json' | 'application/x-www-form-urlencoded' | 'text/csv';

/**
 * Reads a whole body. Undefined when none was sent.
 *
 * @param mostValues - for a body that must be JSON: reading stops when it has more members and items than this
 * @throws {Problem} `unsupported_media_type`, `payload_too_large`
 * @throws {ClientDisconnected}
 */
export async function readBody(
  request: IncomingMessage,
  limitBytes: number,
  accepted: readonly MediaType[],
  mostValues?: number,
): Promise<{ readonly mediaType: MediaType; readonly text: string } | undefined> {
  const values = mostValues === undefined ? undefined : new ValueCount(mostValues);
  const body = await read(request, limitBytes, accepted, { ...(values && { values }) });
  return body === undefined ? undefined : { mediaType: body.mediaType, text: decode(body.bytes) };
}

/**
 * The text of a CSV file in any of the accepted charsets.
 *
 * @throws {Problem} as `readBody`, and `malformed_request` with the line and the byte that is invalid in the charset
 * @throws {ClientDisconnected}
 */
export async function readCsv(
  request: IncomingMessage,
  limitBytes: number,
  accepted: readonly MediaType[],
): Promise<string | undefined> {
  const body = await read(request, limitBytes, accepted, { charsets: FILE_CHARSETS });
  return body === undefined ? undefined : csvText(body.bytes, body.charset);
}

/** `readBytes` for secrets: no copy remains except the returned one, which the caller must wipe. */
export async function readSecretBytes(
  request: IncomingMessage,
  limitBytes: number,
  accepted: readonly MediaType[],
): Promise<Buffer | undefined> {
  return (await read(request, limitBytes, accepted, { isSecret: true }))?.bytes;
}

/** Limits for a body whose sender is not authenticated yet. */
export interface Guard {
  readonly room: HeldBody;
  /** The longest time that it may take to arrive. */
  readonly timeoutMs: number;
}

/**
 * Reads the raw bytes of a body within the limits of `Guard`. Their space stays reserved until the caller releases it.
 *
 * @throws {NoBodyMemory}
 * @throws {TooSlow}
 */
export async function readBytes(
  request: IncomingMessage,
  limitBytes: number,
  accepted: readonly MediaType[],
  guard: Guard,
): Promise<Buffer | undefined> {
  return (await read(request, limitBytes, accepted, { guard }))?.bytes;
}

interface Reading {
  readonly isSecret?: boolean;
  readonly guard?: Guard;
  readonly values?: ValueCount;
  /** Default: only UTF-8. */
  readonly charsets?: readonly FileCharset[];
}

interface ReadBody {
  readonly mediaType: MediaType;
  readonly charset: FileCharset;
  readonly bytes: Buffer;
}

async function read(
  request: IncomingMessage,
  limitBytes: number,
  accepted: readonly MediaType[],
  reading: Reading = {},
): Promise<ReadBody | undefined> {
  const declared = request.headers['content-length'];
  if (request.headers['transfer-encoding'] === undefined && (declared === undefined || Number(declared) === 0)) {
    return undefined;
  }
  const type = acceptedType(request, accepted, reading.charsets);
  if (declared !== undefined && Number(declared) > limitBytes) throw new Problem('payload_too_large');
  if (reading.guard?.room.fits(Number(declared ?? 0)) === false) throw new NoBodyMemory();
  const bytes = await collect(request, limitBytes, reading);
  return bytes.length === 0 ? undefined : { ...type, bytes };
}

/** Whether the Content-Type is this type, with any parameters. */
export function isOfType(request: IncomingMessage, mediaType: MediaType): boolean {
  return contentTypeOf(request).essence === mediaType;
}

/** Charset: JSON (RFC 8259) and forms (WHATWG URL) are UTF-8. Compressed bodies are not accepted. */
function acceptedType(
  request: IncomingMessage,
  accepted: readonly MediaType[],
  charsets: readonly FileCharset[] = ['utf-8'],
): Pick<ReadBody, 'mediaType' | 'charset'> {
  const { essence, charset } = contentTypeOf(request);
  const mediaType = accepted.find((known) => known === essence);
  if (mediaType === undefined) throw unsupportedBody('media_type', accepted);
  if (charset === undefined || !charsets.includes(charset)) throw unsupportedBody('charset', accepted, charsets);
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw unsupportedBody('content_encoding', accepted);
  return { mediaType, charset };
}

function collect(request: IncomingMessage, limitBytes: number, { isSecret, guard, values }: Reading): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const bytes = new GrowingBytes(Math.min(limitBytes, Number(request.headers['content-length'] ?? limitBytes)));
    let pieces = 0;
    const timer = guard && setTimeout(() => refuse(new TooSlow()), guard.timeoutMs);
    const leave = (reason: Error) => {
      clearTimeout(timer);
      bytes.wipe();
      reject(reason);
    };
    const refuse = (problem: Problem) => {
      // Reading stops here; the code that sends the answer closes the connection.
      request.off('data', onData).off('end', onEnd).pause();
      leave(problem);
    };
    const onData = (chunk: Buffer) => {
      pieces += 1;
      const held = Math.max(bytes.capacityWith(chunk.length), pieces * LEAST_PIECE_BYTES);
      const isTooLarge = bytes.length + chunk.length > limitBytes || values?.add(chunk) === false;
      if (isTooLarge) refuse(new Problem('payload_too_large'));
      else if (guard?.room.hold(held) === false) refuse(new NoBodyMemory());
      else bytes.append(chunk);
      if (isSecret) chunk.fill(0);
    };
    const onGone = () => {
      if (!request.complete) leave(new ClientDisconnected());
    };
    const onEnd = () => {
      clearTimeout(timer);
      guard?.room.complete();
      resolve(bytes.take());
    };
    guard?.room.onEviction(() => refuse(new NoBodyMemory()));
    request.on('data', onData).on('end', onEnd);
    request.on('close', onGone).on('error', onGone);
  });
}

/**
 * The minimum size at which a piece of a guarded body is counted, because every piece costs work. Genuine packets are
 * larger.
 */
const LEAST_PIECE_BYTES = 256;

/**
 * Removes a byte order mark (RFC 8259 section 8.1).
 * @throws {Problem} `malformed_request` with the position, when the bytes are not UTF-8
 */
export function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notUtf8(bytes);
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
