import type { MalformedReason } from '../port.js';

type Json =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'malformed'; readonly reason: Extract<MalformedReason, 'not_utf8' | 'not_json'> };

/** JSON of bytes, without an exception. Of a repeated key the last one counts, here as in Postgres' jsonb. */
export function jsonOf(bytes: Uint8Array): Json {
  const text = utf8Of(bytes);
  if (text === undefined) return { kind: 'malformed', reason: 'not_utf8' };
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    return { kind: 'malformed', reason: 'not_json' };
  }
}

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
