import type { IncomingMessage } from 'node:http';

/** The path of a request, still percent-encoded, without the query. */
export function pathOf(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(ORIGIN, '');
  const end = path.indexOf('?');
  return end === -1 ? path : path.slice(0, end);
}

/** Every server must accept a target in absolute form, which clients send to proxies (RFC 9112 section 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?]*(?=\/)/i;

/** A request of HTTP/1.1 names one host, once (RFC 9112 section 3.2). */
export function namesItsHost({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): boolean {
  let hosts = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
}
