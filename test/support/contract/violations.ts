import { refusalOf } from '../refusal-of.js';
import { CONTRACT, type PathMatch, pathMatches } from './operations.js';
import { errorsOf, pointerPart } from './validators.js';

export interface LiveAnswer {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly status: number;
  /** In lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Undefined when the body was not captured: a stream, or a HEAD. */
  readonly text: string | undefined;
  /** Whether it is the secure host's, which has few of the paths; undefined: unknown. */
  readonly isSecureHost?: boolean;
}

/** The differences between a response and the contract document; empty when there are none. */
export function violations(answer: LiveAnswer): readonly string[] {
  if (isClosedSecureHost(answer)) return [];
  const name = `${answer.method} ${answer.url.split('?')[0]} › ${answer.status}`;
  const found = [...foundIn(answer, pathMatches(answer.url)), ...strayRateLimits(answer)];
  return found.map((violation) => `${name}: ${violation}`);
}

function foundIn(answer: LiveAnswer, [match, ...others]: readonly PathMatch[]): readonly string[] {
  if (match === undefined) return unrouted(answer);
  const found = routed(answer, match.path, match.item);
  // If the host of a response is unknown: the other host has no such path.
  const isOfSecureHost = Object.values<any>(match.item).some(({ servers }) => servers !== undefined);
  const mayBeElsewhere = answer.isSecureHost === true ? !isOfSecureHost : isOfSecureHost;
  if (found.length === 0 || !mayBeElsewhere) return found;
  return unrouted(answer).length === 0 || foundIn(answer, others).length === 0 ? [] : found;
}

/** The secure host's response, while it captures nothing, for every path other than health and this document. */
function isClosedSecureHost({ status, text = '', isSecureHost }: LiveAnswer): boolean {
  return isSecureHost !== false && status === 503 && text === JSON.stringify(refusalOf('secure_capture_disabled'));
}

/** Any host's response for a path that it does not have, or not with this method. */
const UNROUTED: Readonly<Record<number, string>> = {
  400: 'malformed_request',
  404: 'route_not_found',
  429: 'rate_limited',
  500: 'internal_error',
};

/** The page for people and its files, which are not operations. */
const PAGE_TYPE = 'text/html; charset=utf-8';
const PAGE = /^\/docs(?:\/|$)/;

function unrouted(answer: LiveAnswer): readonly string[] {
  const { status, url, headers } = answer;
  const [path = ''] = url.split('?');
  if (PAGE.test(path) && (status === 200 || status === 304)) return [];
  if (PAGE.test(path) && status === 404 && headers.get('content-type') === PAGE_TYPE) return [];
  if (path === '/' && status === 303 && headers.get('location') === '/docs') return [];
  if (PAGE.test(path) && (status === 204 || status === 405) && headers.has('allow')) return [];
  const code = UNROUTED[status];
  return code === undefined ? ['a path that is not in the document'] : refusalIs(answer, code);
}

/** Headers of a refusal that no operation declares. */
const OF_ANY_REFUSAL: readonly string[] = [
  ...['x-request-id', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'allow'],
];

function refusalIs({ status, headers, text }: LiveAnswer, code: string): readonly string[] {
  const known = status === 429 ? [...OF_ANY_REFUSAL, 'retry-after'] : OF_ANY_REFUSAL;
  return [...undeclared(headers, known), ...mediaTypeIs(headers, JSON_TYPE), ...codeIs(text, code)];
}

function routed(answer: LiveAnswer, path: string, item: any): readonly string[] {
  const method = (answer.method === 'HEAD' ? 'GET' : answer.method).toLowerCase();
  const operation = item[method];
  if (operation === undefined) return otherMethod(answer, item);
  const pointer = `/paths/${pointerPart(path)}/${method}/responses/${answer.status}`;
  const declared = operation.responses[answer.status];
  if (declared === undefined) return [`the document has no such status: ${answer.text}`];
  const { $ref } = declared;
  const [response, at] = $ref === undefined ? [declared, pointer] : [resolve($ref), $ref.slice(1)];
  return [...headerViolations(answer, response), ...bodyViolations(answer, response, at)];
}

function otherMethod(answer: LiveAnswer, item: any): readonly string[] {
  const { status, headers } = answer;
  if (status === 400 || status === 429) return refusalIs(answer, UNROUTED[status] ?? '');
  const allow = headers.get('allow');
  if (allow === undefined) return ['another method is answered without Allow'];
  const offered = Object.keys(item).map((method) => method.toUpperCase());
  const known = [...offered, ...(offered.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  const unknown = allow.split(', ').filter((method) => !known.includes(method));
  if (unknown.length > 0) return [`Allow names ${unknown.join(', ')}`];
  if (status === 204) return [];
  return status === 405 ? refusalIs(answer, 'method_not_allowed') : ['another method is not answered with 405'];
}

/** Headers of every response, from HTTP itself and against browser mistakes, which the document does not list. */
const UNTOLD =
  /^(?:cache-control|connection|content-(?:encoding|length|type|security-policy)|date|keep-alive|transfer-encoding|strict-transport-security|vary|referrer-policy|origin-agent-cluster|cross-origin-.*|x-(?:content-type-options|dns-prefetch-control|download-options|frame-options|permitted-cross-domain-policies|xss-protection))$/;

function undeclared(headers: LiveAnswer['headers'], declared: readonly string[]): readonly string[] {
  const known = new Set(declared.map((name) => name.toLowerCase()));
  return [...headers.keys()]
    .filter((name) => !UNTOLD.test(name) && !known.has(name))
    .map((name) => `the header ${name} is not in the document`);
}

function headerViolations({ headers }: LiveAnswer, { headers: declared = {} }: any): readonly string[] {
  const wrong = Object.entries<any>(declared).flatMap(([name, { $ref }]) => {
    const header = resolve($ref);
    const value = headers.get(name.toLowerCase());
    if (value === undefined) return header.required ? [`the header ${name} is missing`] : [];
    if (name === 'WWW-Authenticate' && !/^(?:Bearer|Basic) realm="/.test(value))
      return [`the header ${name} is ${value}`];
    return header.schema.type === 'integer' && !/^\d+$/.test(value) ? [`the header ${name} is ${value}`] : [];
  });
  return [...wrong, ...undeclared(headers, Object.keys(declared))];
}

const RATE_LIMIT = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

/** The rate limit headers must come together or not at all, even where the document leaves that open. */
function strayRateLimits({ headers }: LiveAnswer): readonly string[] {
  const sent = RATE_LIMIT.filter((name) => headers.has(name));
  return sent.length === 0 || sent.length === RATE_LIMIT.length
    ? []
    : [`only some of the rate limit headers: ${sent.join(', ')}`];
}

const JSON_TYPE = 'application/json';

function bodyViolations({ headers, text }: LiveAnswer, { content }: any, at: string): readonly string[] {
  if (content === undefined) return text === undefined || text === '' ? [] : ['a body where the document has none'];
  const mediaType = mediaTypeOf(headers);
  if (content[mediaType] === undefined) return [`a body of type ${mediaType}`];
  if (mediaType === 'text/csv' && !/^attachment; filename="[^"]+\.csv"$/.test(headers.get('content-disposition') ?? ''))
    return ['a file without a name'];
  if (text === undefined || mediaType !== JSON_TYPE) return [];
  const body = parsed(text);
  return body === undefined
    ? [`no JSON: ${text}`]
    : errorsOf(`${at}/content/${pointerPart(mediaType)}/schema`, body.value);
}

function mediaTypeOf(headers: LiveAnswer['headers']): string {
  return (headers.get('content-type') ?? '').split(';')[0] ?? '';
}

function mediaTypeIs(headers: LiveAnswer['headers'], expected: string): readonly string[] {
  return mediaTypeOf(headers) === expected ? [] : [`a body of type ${mediaTypeOf(headers)}`];
}

/** A refusal that no operation declares has a code only, except the codes that other operations declare. */
function codeIs(text: string | undefined, code: string): readonly string[] {
  if (text === undefined) return [];
  const detail: unknown = parsed(text)?.value?.detail;
  const names = typeof detail === 'object' && detail !== null ? Object.keys(detail) : [];
  const known = ['error_code', 'message', ...(OWN_FIELDS[code] ?? [])];
  const isAsExpected = parsed(text)?.value?.detail?.error_code === code && names.every((name) => known.includes(name));
  return isAsExpected ? [] : [`not ${code}: ${text}`];
}

const OWN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  rate_limited: ['bucket', 'limit_per_minute', 'burst_capacity', 'retry_after_seconds', 'reset_at'],
  internal_error: ['request_id'],
};

/** Undefined if it is not JSON. Untyped: tests check its content. */
function parsed(text: string): { readonly value: any } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function resolve(reference: string): any {
  return reference
    .slice(2)
    .split('/')
    .reduce((node: any, part) => node[decodeURIComponent(part)], CONTRACT);
}
