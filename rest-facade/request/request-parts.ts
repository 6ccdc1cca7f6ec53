import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** A request as received, split into the parts that the `loc` of a 422 item begins with. */
export interface RequestParts {
  readonly path: Readonly<Record<string, string>>;
  /** A repeated name gives a list. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly header: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Undefined if there was none. */
  readonly body: unknown;
}

type Query = RequestParts['query'];
const EMPTY: Query = {};

/** The query of a URL; a repeated name gives a list. Invalid percent-encoding is left unchanged (WHATWG URL). */
export function queryOf(url: string): Query {
  const start = url.indexOf('?');
  if (start === -1 || start === url.length - 1) return EMPTY;
  const query = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    const earlier = query.get(name);
    // A URL can contain thousands of values, so appending must not copy the list.
    if (Array.isArray(earlier)) earlier.push(value);
    else query.set(name, earlier === undefined ? value : [earlier, value]);
  }
  return Object.fromEntries(query);
}

/** The headers that a route declares, as text; a repeated header gives a list (Node joins it with commas). */
export function headersOf(request: IncomingMessage, names: readonly string[]): RequestParts['header'] {
  const headers: Record<string, string | readonly string[] | undefined> = {};
  for (const name of names) {
    const value = asText(request.headers[name.toLowerCase()]);
    headers[name] = typeof value === 'string' && value.includes(', ') ? distinct(request, name, value) : value;
  }
  return headers;
}

/**
 * Node decodes each byte of a header as a character. Clients write UTF-8 if not ASCII, and limits count its characters.
 */
function asText<V extends string | string[] | undefined>(value: V): V | string {
  if (typeof value !== 'string' || /^[\x20-\x7e]*$/.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}

function distinct(request: IncomingMessage, name: string, joined: string): string | readonly string[] {
  const values = request.headersDistinct[name.toLowerCase()] ?? [];
  return values.length > 1 ? values : joined;
}
