/** Why bytes are not accepted as JSON. */
export type JsonFault = 'not_utf8' | 'not_json' | 'too_deep';

type Json =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'malformed'; readonly reason: JsonFault };

/** Parses JSON from bytes without throwing. The last of repeated keys counts, as in Postgres' jsonb. */
export function jsonOf(bytes: Uint8Array): Json {
  if (isTooDeep(bytes)) return { kind: 'malformed', reason: 'too_deep' };
  const text = utf8Of(bytes);
  if (text === undefined) return { kind: 'malformed', reason: 'not_utf8' };
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    return { kind: 'malformed', reason: 'not_json' };
  }
}

/**
 * Providers nest four levels. A megabyte of brackets would block `JSON.parse`, and the process with it, for a third of
 * a second.
 */
const DEEPEST = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let position = 0; position < bytes.length; position += 1) {
    const byte = bytes[position];
    if (byte === QUOTE) isText = !isText;
    else if (isText) position += byte === BACKSLASH ? 1 : 0;
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) depth += 1;
    else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

const decoder = new TextDecoder('utf-8', { fatal: true });

function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
