import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Problem } from '../../errors/problem.js';
import { FILE_CHARSETS, type FileCharset } from '../../files/charset.js';
import type { HeldBody } from './body-pool.js';
import { contentTypeOf } from './content-type.js';
import { GrowingBytes } from './growing-bytes.js';
import { csvText, notUtf8 } from './unreadable-body.js';
import { unsupportedBody } from './unsupported-body.js';
import { ValueCount } from './value-count.js';

/** The client went away before its body had arrived: there is nobody to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** There is no room for a body, or none any more. */
export class NoRoom extends Problem {
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
 * Reads a body whole. Undefined: none was sent.
 *
 * @param mostValues - of a body that can only be JSON: with more members and items it is read no further
 * @throws {Problem} `unsupported_media_type`, `payload_too_large`
 * @throws {ClientGone}
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
 * The text of a CSV file, in any charset of files.
 *
 * @throws {Problem} as `readBody`, and `malformed_request` with the line and the byte that is not of the charset
 * @throws {ClientGone}
 */
export async function readCsv(
  request: IncomingMessage,
  limitBytes: number,
  accepted: readonly MediaType[],
): Promise<string | undefined> {
  const body = await read(request, limitBytes, accepted, { charsets: FILE_CHARSETS });
  return body === undefined ? undefined : csvText(body.bytes, body.charset);
}

/** As `readBytes`, of secrets: no copy is left behind but the one that is answered, which is the caller's to wipe. */
export async function readSecretBytes(
  request: IncomingMessage,
  limitBytes: number,
  accepted: readonly MediaType[],
): Promise<Buffer | undefined> {
  return (await read(request, limitBytes, accepted, { isSecret: true }))?.bytes;
}

/** What bounds a body whose sender is not known yet. */
export interface Guard {
  readonly room: HeldBody;
  /** How long it may take to arrive. */
  readonly patienceMs: number;
}

/**
 * The same, the bytes as they came, guarded: they stay in its room until the caller gives that back.
 *
 * @throws {NoRoom}
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
  /** Without it UTF-8 alone. */
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
  if (reading.guard?.room.fits(Number(declared ?? 0)) === false) throw new NoRoom();
  const bytes = await collect(request, limitBytes, reading);
  return bytes.length === 0 ? undefined : { ...type, bytes };
}

/** Whether a body says that it is of this type, whatever its parameters. */
export function isOfType(request: IncomingMessage, mediaType: MediaType): boolean {
  return contentTypeOf(request).essence === mediaType;
}

/** Charset: JSON is UTF-8 (RFC 8259), and so is a form (WHATWG URL). Nothing compressed is read. */
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
    const timer = guard && setTimeout(() => refuse(new TooSlow()), guard.patienceMs);
    const leave = (reason: Error) => {
      clearTimeout(timer);
      bytes.wipe();
      reject(reason);
    };
    const refuse = (problem: Problem) => {
      // Nothing more is read: whoever answers this closes the connection.
      request.off('data', onData).off('end', onEnd).pause();
      leave(problem);
    };
    const onData = (chunk: Buffer) => {
      pieces += 1;
      const held = Math.max(bytes.capacityWith(chunk.length), pieces * LEAST_PIECE_BYTES);
      const isTooLarge = bytes.length + chunk.length > limitBytes || values?.add(chunk) === false;
      if (isTooLarge) refuse(new Problem('payload_too_large'));
      else if (guard?.room.hold(held) === false) refuse(new NoRoom());
      else bytes.append(chunk);
      if (isSecret) chunk.fill(0);
    };
    const onGone = () => {
      if (!request.complete) leave(new ClientGone());
    };
    const onEnd = () => {
      clearTimeout(timer);
      guard?.room.complete();
      resolve(bytes.take());
    };
    guard?.room.onGivingWay(() => refuse(new NoRoom()));
    request.on('data', onData).on('end', onEnd);
    request.on('close', onGone).on('error', onGone);
  });
}

/** What a piece of a guarded body counts as at least: handling it is work, whatever it holds. Packets of genuine senders hold more. */
const LEAST_PIECE_BYTES = 256;

/** @throws {Problem} `malformed_request`, with the place, when the bytes are not UTF-8. A byte order mark is left out (RFC 8259 section 8.1). */
export function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notUtf8(bytes);
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
