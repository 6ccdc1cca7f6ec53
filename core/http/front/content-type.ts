import type { IncomingMessage } from 'node:http';
import { charsetNamed, type FileCharset } from '../../files/charset.js';

/** A request's Content-Type, parsed. */
export interface ContentType {
  /** The media type without parameters, in lower case; '' without one. */
  readonly essence: string;
  /** UTF-8 by default. Undefined: not accepted, or more than one. */
  readonly charset: FileCharset | undefined;
}

/** A limit, because charset labels are resolved before the caller is authenticated. */
const MOST_CHARSETS = 2;

export function contentTypeOf({ headers }: IncomingMessage): ContentType {
  const [essence = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const named = parameters.flatMap((parameter) => /^\s*charset=(.*)$/.exec(parameter)?.slice(1) ?? []);
  if (named.length > MOST_CHARSETS) return { essence: essence.trim(), charset: undefined };
  const charsets = new Set(named.map((label) => charsetNamed(label.trim().replace(/^"(.*)"$/, '$1'))));
  const [charset] = charsets.size === 0 ? (['utf-8'] as const) : charsets;
  return { essence: essence.trim(), charset: charsets.size > 1 ? undefined : charset };
}
