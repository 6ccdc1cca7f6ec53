import { CONTRACT, type PathMatch, pathMatches } from './operations.js';
import { errorsOf, pointerPart } from './validators.js';

export interface LiveAnswer {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly status: number;
  /** In lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Undefined where nobody looked: a stream, or a HEAD. */
  readonly text: string | undefined;
  /** Whether it is known to be the secure host's, which has few of the paths. */
  readonly isSecureHost?: boolean;
}

/** Where an answer is not what the contract document says of it; none when all is well. */
export function violations(answer: LiveAnswer): readonly string[] {
  if (isClosedSecureHost(answer)) return [];
  const name = `${answer.method} ${answer.url.split('?')[0]} › ${answer.status}`;
  return foundIn(answer, pathMatches(answer.url)).map((violation) => `${name}: ${violation}`);
}

function foundIn(answer: LiveAnswer, [match, ...others]: readonly PathMatch[]): readonly string[] {
  if (match === undefined) return unrouted(answer);
  const found = routed(answer, match.path, match.item);
  // Who looks at an answer does not know which host gave it: the other one has no such path.
  const isOfSecureHost = Object.values<any>(match.item).some(({ servers }) => servers !== undefined);
  const mayBeElsewhere = answer.isSecureHost === true ? !isOfSecureHost : isOfSecureHost;
  if (found.length === 0 || !mayBeElsewhere) return found;
  return unrouted(answer).length === 0 || foundIn(answer, others).length === 0 ? [] : found;
}

/** What the secure host says, while it captures nothing, of every path that is not health or this document. */
function isClosedSecureHost({ status, text = '' }: LiveAnswer): boolean {
  return status === 503 && text === '{"detail":{"error_code":"secure_capture_disabled"}}';
}

/** What any host says of a path that it does not have, or not with this method. */
const UNROUTED: Readonly<Record<number, string>> = {
  400: 'malformed_request',
  404: 'route_not_found',
  429: 'rate_limited',
  500: 'internal_error',
};

function unrouted({ status, url, text }: LiveAnswer): readonly string[] {
  if (url.startsWith('/docs')) return [];
  const code = UNROUTED[status];
  if (code === undefined) return ['a path that is not in the document'];
  return text === undefined ? [] : codeIs(text, code);
}

function routed(answer: LiveAnswer, path: string, item: any): readonly string[] {
  const method = (answer.method === 'HEAD' ? 'GET' : answer.method).toLowerCase();
  const operation = item[method];
  if (operation === undefined) return otherMethod(answer);
  const pointer = `/paths/${pointerPart(path)}/${method}/responses/${answer.status}`;
  const declared = operation.responses[answer.status];
  if (declared === undefined) return [`the document does not know this status: ${answer.text}`];
  const { $ref } = declared;
  const [response, at] = $ref === undefined ? [declared, pointer] : [resolve($ref), $ref.slice(1)];
  return [...headerViolations(answer, response), ...bodyViolations(answer, response, at)];
}

function otherMethod({ status, headers, text }: LiveAnswer): readonly string[] {
  if (status === 400 || status === 429) return [];
  if (!headers.has('allow')) return ['another method is answered without Allow'];
  if (status === 204) return [];
  return status === 405 ? codeIs(text ?? '', 'method_not_allowed') : ['another method is not answered with 405'];
}

function headerViolations({ headers }: LiveAnswer, { headers: declared = {} }: any): readonly string[] {
  return Object.entries<any>(declared).flatMap(([name, { $ref }]) => {
    const header = resolve($ref);
    const value = headers.get(name.toLowerCase());
    if (value === undefined) return header.required ? [`the header ${name} is missing`] : [];
    return header.schema.type === 'integer' && !/^\d+$/.test(value) ? [`the header ${name} is ${value}`] : [];
  });
}

function bodyViolations({ headers, text }: LiveAnswer, { content }: any, at: string): readonly string[] {
  if (text === undefined) return [];
  if (content === undefined) return text === '' ? [] : ['a body where the document has none'];
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';');
  if (content[mediaType] === undefined) return [`a body of type ${mediaType}`];
  if (mediaType !== 'application/json') return [];
  return errorsOf(`${at}/content/${pointerPart(mediaType)}/schema`, JSON.parse(text));
}

function codeIs(text: string, code: string): readonly string[] {
  return JSON.parse(text).detail?.error_code === code ? [] : [`not ${code}: ${text}`];
}

function resolve(reference: string): any {
  return reference
    .slice(2)
    .split('/')
    .reduce((node: any, part) => node[decodeURIComponent(part)], CONTRACT);
}
