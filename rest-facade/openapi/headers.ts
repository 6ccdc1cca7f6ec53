import type { JsonObject } from './json-schema.js';

/** Response headers, in the document's components. */
export const HEADERS = {
  'X-Request-Id': header(
    'string',
    'The caller’s own request id where it is sane, otherwise a new one; the logs know it.',
    'a1b2c3',
  ),
  'RateLimit-Limit': header('integer', 'Sustained requests per minute of the bucket.', 600),
  'RateLimit-Remaining': header('integer', 'Requests that the bucket still takes at once.', 99),
  'RateLimit-Reset': header('integer', 'Seconds until there is room for another request.', 0),
  'Retry-After': header('integer', 'Seconds after which to come back.', 1),
  'WWW-Authenticate': header('string', 'How to authenticate (RFC 9110).', 'Bearer realm="tributary"'),
  'Idempotent-Replayed': header(
    'string',
    '`true` when this is the stored answer of an earlier request with the same key.',
    'true',
    false,
  ),
  'Content-Disposition': header('string', 'The file’s name.', 'attachment; filename="crr.csv"', false),
} as const satisfies Record<string, JsonObject>;

export type HeaderName = keyof typeof HEADERS;

const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;
/** Refusals of bytes that may not even be a request: nobody has counted them, nor given them an id. */
const UNREAD: readonly number[] = [400, 408, 431];

/** Those that are there for certain: a refusal for a trouble of ours may have come before the request was counted. */
export function refusalHeaders(status: number, isCounted: boolean): JsonObject {
  if (UNREAD.includes(status)) return {};
  return references([
    'X-Request-Id',
    ...(isCounted ? RATE_LIMIT : []),
    ...(status === 429 ? (['Retry-After'] as const) : []),
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
  ]);
}

/** Of a success: routes that are never counted show no limits. */
export function successHeaders(isCounted: boolean, more: readonly HeaderName[] = []): JsonObject {
  return references(['X-Request-Id', ...(isCounted ? RATE_LIMIT : []), ...more]);
}

function references(names: readonly HeaderName[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function header(type: 'string' | 'integer', description: string, example: unknown, required = true) {
  return { description, required, schema: { type }, example } as const;
}
