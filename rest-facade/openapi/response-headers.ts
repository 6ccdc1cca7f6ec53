import type { JsonObject } from './json-schema.js';

/** Response headers by name. Headers that depend on the request are never required. */
const DESCRIBED = {
  'X-Request-Id': header(
    'string',
    'The caller’s request id if it is valid, otherwise a new one; the logs contain it.',
    'a1b2c3',
  ),
  'RateLimit-Limit': header('integer', 'Sustained rate of the bucket, in requests per minute.', 600),
  'RateLimit-Remaining': header('integer', 'Requests that the bucket currently allows.', 99),
  'RateLimit-Reset': header('integer', 'Seconds until another request is allowed.', 0),
  'Retry-After': header('integer', 'Seconds to wait before the next try.', 1),
  Location: header('string', 'Where to poll for the outcome.', '/v1/payments/01KAJ4Z6T3N8QW2V5X7Y9B1CDE', false),
  Accept: header('string', 'The supported media types (RFC 9110).', 'application/json'),
  'WWW-Authenticate': header(
    'string',
    'How to authenticate (RFC 9110); on a 403, the scope that the request needs (RFC 6750).',
    'Bearer realm="tributary"',
  ),
  'Idempotent-Replayed': header(
    'string',
    '`true` on a success that replays the stored response of an earlier request with the same key; refusals do not have it.',
    'true',
    false,
  ),
  'Content-Disposition': header('string', 'The file’s name.', 'attachment; filename="crr.csv"', false),
  ETag: header('string', 'Identifies this version (RFC 9110), for `If-None-Match`.', '"NTSyT2ZfM1xH0eD9a0q5cYbSv9k"'),
  Pragma: header('string', 'Required by RFC 6749: no cache may store a response with a token.', 'no-cache'),
} as const satisfies Record<string, JsonObject>;

export type HeaderName = keyof typeof DESCRIBED;

const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

/** Present on some responses only. */
const UNCERTAIN = [
  'X-Request-Id',
  'Retry-After',
  'WWW-Authenticate',
  ...RATE_LIMIT,
] as const satisfies readonly HeaderName[];
const SOMETIMES = '.sometimes';

/** Defined in the document's components. */
export const HEADERS: JsonObject = {
  ...DESCRIBED,
  ...Object.fromEntries(UNCERTAIN.map((name) => [`${name}${SOMETIMES}`, { ...DESCRIBED[name], required: false }])),
};

/** Refusals of bytes that never become a request: they are not counted and have no request id. */
const UNREAD: readonly number[] = [408, 431];
/** Either bytes that never became a request, or a request that was read and then refused. */
const BAD_REQUEST = 400;

/** An internal error may occur before or after the request was counted. */
export function refusalHeaders(status: number, isCounted: boolean): JsonObject {
  if (UNREAD.includes(status)) return {};
  const isCertainlyCounted = status !== BAD_REQUEST && (status < 500 || status === 501);
  return {
    ...(status === BAD_REQUEST ? sometimes(['X-Request-Id']) : references(['X-Request-Id'])),
    ...(isCounted ? (isCertainlyCounted ? references : sometimes)(RATE_LIMIT) : {}),
    ...(status === 429 ? references(['Retry-After']) : {}),
    ...(status === 503 || status === 409 ? sometimes(['Retry-After']) : {}),
    ...(status === 415 ? references(['Accept']) : {}),
    ...(status === 401 ? references(['WWW-Authenticate']) : {}),
    ...(status === 403 ? sometimes(['WWW-Authenticate']) : {}),
  };
}

/** For a success: routes that are never counted show no limits. */
export function successHeaders(isCounted: boolean, more: readonly HeaderName[] = []): JsonObject {
  return references(['X-Request-Id', ...(isCounted ? RATE_LIMIT : []), ...more]);
}

function references(names: readonly HeaderName[], suffix = ''): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}${suffix}` }]));
}

function sometimes(names: readonly (typeof UNCERTAIN)[number][]): JsonObject {
  return references(names, SOMETIMES);
}

function header(type: 'string' | 'integer', description: string, example: unknown, required = true) {
  return { description, required, schema: { type }, example } as const;
}
