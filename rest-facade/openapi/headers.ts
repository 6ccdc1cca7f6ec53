import type { JsonObject } from './json-schema.js';

/** Response headers by name. Those that depend on the request are required nowhere. */
const TOLD = {
  'X-Request-Id': header(
    'string',
    'The caller’s own request id where it is sane, otherwise a new one; the logs know it.',
    'a1b2c3',
  ),
  'RateLimit-Limit': header('integer', 'Sustained requests per minute of the bucket.', 600),
  'RateLimit-Remaining': header('integer', 'Requests that the bucket still takes at once.', 99),
  'RateLimit-Reset': header('integer', 'Seconds until there is room for another request.', 0),
  'Retry-After': header('integer', 'Seconds after which to come back.', 1),
  Location: header('string', 'Where to ask what became of it.', '/v1/payments/01KAJ4Z6T3N8QW2V5X7Y9B1CDE', false),
  Accept: header('string', 'The media types that are read there (RFC 9110).', 'application/json'),
  'WWW-Authenticate': header(
    'string',
    'How to authenticate (RFC 9110); on a 403, which scope the request needs (RFC 6750).',
    'Bearer realm="tributary"',
  ),
  'Idempotent-Replayed': header(
    'string',
    '`true` on a success that is the stored answer of an earlier request with the same key; refusals do not tell.',
    'true',
    false,
  ),
  'Content-Disposition': header('string', 'The file’s name.', 'attachment; filename="crr.csv"', false),
  ETag: header('string', 'Names this version (RFC 9110); `If-None-Match` takes it.', '"NTSyT2ZfM1xH0eD9a0q5cYbSv9k"'),
  Pragma: header('string', 'Of RFC 6749: answers with a token are kept by nobody on the way.', 'no-cache'),
} as const satisfies Record<string, JsonObject>;

export type HeaderName = keyof typeof TOLD;

const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

/** Certain on some answers and not on others. */
const UNCERTAIN = [
  'X-Request-Id',
  'Retry-After',
  'WWW-Authenticate',
  ...RATE_LIMIT,
] as const satisfies readonly HeaderName[];
const SOMETIMES = '.sometimes';

/** In the document's components. */
export const HEADERS: JsonObject = {
  ...TOLD,
  ...Object.fromEntries(UNCERTAIN.map((name) => [`${name}${SOMETIMES}`, { ...TOLD[name], required: false }])),
};

/** Refusals of bytes that never become a request: nobody has counted them, nor given them an id. */
const UNREAD: readonly number[] = [408, 431];
/** The same, or a request that can be read and makes no sense. */
const BAD_REQUEST = 400;

/** A refusal for a trouble of ours may have come before the request was counted, or after. */
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

/** Of a success: routes that are never counted show no limits. */
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
