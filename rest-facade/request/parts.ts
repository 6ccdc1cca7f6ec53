import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** A request as it came, cut into the parts that a 422 item's `loc` begins with. */
export interface RequestParts {
  readonly path: Readonly<Record<string, string>>;
  /** What is sent more than once is a list. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly header: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Undefined: none was sent. */
  readonly body: unknown;
}

type Query = RequestParts['query'];
const EMPTY: Query = {};

/** The query of a URL; what is sent more than once is a list. Bad percent-encoding stays as it is (WHATWG URL). */
export function queryOf(url: string): Query {
  const start = url.indexOf('?');
  if (start === -1 || start === url.length - 1) return EMPTY;
  const query = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    const earlier = query.get(name);
    // Thousands fit into a URL: each is kept once.
    if (Array.isArray(earlier)) earlier.push(value);
    else query.set(name, earlier === undefined ? value : [earlier, value]);
  }
  return Object.fromEntries(query);
}

/** The headers that a route declares, as text; what is sent more than once is a list (Node joins it with commas). */
export function headersOf(request: IncomingMessage, names: readonly string[]): RequestParts['header'] {
  const headers: Record<string, string | readonly string[] | undefined> = {};
  for (const name of names) {
    const value = asText(request.headers[name.toLowerCase()]);
    headers[name] = typeof value === 'string' && value.includes(', ') ? distinct(request, name, value) : value;
  }
  return headers;
}

/** Node reads each byte of a header as a character. Clients write UTF-8, if not ASCII: what is counted is its characters. */
function asText<V extends string | string[] | undefined>(value: V): V | string {
  if (typeof value !== 'string' || /^[\x20-\x7e]*$/.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}

function distinct(request: IncomingMessage, name: string, joined: string): string | readonly string[] {
  const values = request.headersDistinct[name.toLowerCase()] ?? [];
  return values.length > 1 ? values : joined;
}
