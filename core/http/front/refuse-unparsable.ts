import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from '../../errors/problem.js';
import { COMMON_HEADERS } from './common-headers.js';
import { refusal } from './refusal.js';
import { isExemptFromTimeouts } from './timeout-exemption.js';

/**
 * Answers bytes that Node cannot parse as a request; they never reach the handler. The answer has the usual envelope,
 * and the connection is closed, because it is unknown where the next request would begin.
 */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isExemptFromTimeouts(socket)) return;
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, body } = refusal(problemOf(error.code));
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    ...COMMON_LINES,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${text}`, () => socket.destroy());
}

const COMMON_LINES = COMMON_HEADERS.map(([name, value]) => `${name}: ${value}`);

/** Codes of Node's HTTP server and of its parser, llhttp. */
function problemOf(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers_too_large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout');
    default:
      return new Problem('malformed_request');
  }
}
