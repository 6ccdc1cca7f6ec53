import type { IncomingMessage } from 'node:http';
import { FILE_CHARSETS } from '../core/files/charset.js';
import { contentTypeOf } from '../core/http/front/content-type.js';
import { unsupportedBody } from '../core/http/front/unsupported-body.js';
import type { BoardingUpload } from './boarding-uploads-interface.js';

const FORMATS: Readonly<Record<string, 'csv' | 'ndjson'>> = { 'text/csv': 'csv', 'application/x-ndjson': 'ndjson' };
const ACCEPTED = Object.keys(FORMATS);

/**
 * The format and charset of a portfolio's file, by its Content-Type. Compressed bodies are refused.
 *
 * @throws {Problem} `unsupported_media_type`
 */
export function boardingFileType(request: IncomingMessage): Pick<BoardingUpload, 'format' | 'charset'> {
  const { essence, charset } = contentTypeOf(request);
  const format = FORMATS[essence];
  const isPlain = (request.headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
  if (format === undefined) throw unsupportedBody('media_type', ACCEPTED);
  if (charset === undefined) throw unsupportedBody('charset', ACCEPTED, FILE_CHARSETS);
  if (!isPlain) throw unsupportedBody('content_encoding', ACCEPTED);
  return { format, charset };
}
