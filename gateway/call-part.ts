import { type Dispatcher, request } from 'undici';
import { type CalledPart, INTERNAL_TOKEN_HEADER, type InternalTokens } from '../core/auth/internal-token.js';
import { Problem } from '../core/errors/problem.js';
import type { Logger } from '../core/logging/logger.js';
import { tracedCall, traceHeaders, traceNote } from '../core/telemetry/tracing.js';
import { NotBegun } from './not-begun.js';
import type { Caller } from './operation-runner-interface.js';

/** What calls to another part need. */
export interface RemoteParts {
  readonly tokens: InternalTokens;
  readonly logger: Logger;
  /** Timeout of a read, in milliseconds. */
  readonly readTimeoutMs: number;
}

/** The part and the path to call. */
export interface PartCall {
  readonly part: CalledPart;
  readonly url: string;
  /** The operation's name for logs and traces, if the path has its digest. */
  readonly operation?: string;
}

/** Kind of the call. A read changes nothing, so a lost response does not leave an unknown outcome. */
export type CallKind = 'read' | 'write';

type Answer = Pick<Dispatcher.ResponseData, 'statusCode' | 'body'>;

/**
 * A write may call a loan system and a card processor, each with its full timeout; this only ends calls that would
 * never end.
 */
const WRITE_TIMEOUT_MS = 60_000;

/**
 * Calls another part with JSON. Failures are logged here, because the thrown error may be only one part of a response.
 *
 * @throws {Problem} `service_unavailable` when the part certainly changed nothing: it was unreachable, refused, or was
 * only to read;
 * `outcome_unknown` when its response was lost.
 */
export function callPart(
  asking: CallKind,
  asked: PartCall,
  question: object,
  caller: Caller,
  parts: RemoteParts,
): Promise<unknown> {
  const patienceMs = asking === 'read' ? parts.readTimeoutMs : WRITE_TIMEOUT_MS;
  const answer = answered(asked, question, caller, parts, patienceMs);
  return asking === 'read' ? answer.catch(unread) : answer;
}

function unread(error: unknown): never {
  throw error instanceof Problem && error.code === 'outcome_unknown' ? new Problem('service_unavailable') : error;
}

async function answered(
  asked: PartCall,
  question: object,
  caller: Caller,
  parts: RemoteParts,
  patienceMs: number,
): Promise<unknown> {
  const patience = { headersMs: patienceMs, bodyMs: patienceMs };
  const begun = await ask(asked, question, { caller, parts, ...patience });
  try {
    const answer = await begun.body.json();
    if (begun.statusCode === 200) return answer;
  } catch (error) {
    throw lost(error, asked, caller, parts);
  }
  throw refused(begun, asked, caller, parts);
}

/**
 * Calls another part, and returns when its response begins.
 *
 * @throws {Problem} as `reach`
 */
export async function ask(
  asked: PartCall,
  question: object,
  {
    caller,
    parts,
    headersMs,
    bodyMs,
  }: { readonly caller: Caller; readonly parts: RemoteParts; readonly headersMs: number; readonly bodyMs: number },
): Promise<Answer> {
  const { url } = asked;
  const headers = {
    'content-type': 'application/json',
    [INTERNAL_TOKEN_HEADER]: await parts.tokens.sign(caller.principal, asked.part),
    'x-request-id': caller.requestId,
  };
  const options = { method: 'POST', headersTimeout: headersMs, bodyTimeout: bodyMs, body: JSON.stringify(question) };
  return hop(asked, () => request(url, { ...options, headers: { ...headers, ...traceHeaders() } })).catch(
    (error: unknown) => {
      throw lost(error, asked, caller, parts);
    },
  );
}

/**
 * Traces a call until its response begins. Paths between parts are our own and few; operations have names instead of
 * digests.
 */
function hop<A extends Answer>({ url, operation }: PartCall, send: () => Promise<A>): Promise<A> {
  const { hostname, port, pathname } = new URL(url);
  const path = operation === undefined ? pathname : `/operations/${operation}`;
  const address = { 'server.address': hostname, 'server.port': Number(port) };
  return tracedCall(`POST ${path}`, { 'http.request.method': 'POST', ...address }, async () => {
    const answer = await send();
    traceNote({ 'http.response.status_code': answer.statusCode });
    return answer;
  });
}

/** A refusal comes before any change; a failure may come after one. */
export function refused(
  { statusCode: status }: Answer,
  { url, operation }: PartCall,
  caller: Caller,
  { logger }: RemoteParts,
): Problem {
  const about = { url, status, ...(operation !== undefined && { operation }), request_id: caller.requestId };
  if (status === 401) logger.error(about, OTHER_KEY);
  else if (status === 404 && operation !== undefined) logger.error(about, otherVersion(operation));
  else logger.warn(about, 'another part refused or failed');
  return status < 500 ? new NotBegun() : new Problem('outcome_unknown');
}

const OTHER_KEY =
  'another part rejects our signature: our key is missing from its INTERNAL_VERIFICATION_KEYS, or its clock and ours differ too much';

const otherVersion = (operation: string) =>
  `the gateway has another version: it does not know operation ${operation}; upgrade gateways before hosts, and downgrade in the reverse order`;

function lost(error: unknown, { url, operation }: PartCall, { requestId }: Caller, { logger }: RemoteParts): Problem {
  const about = { err: error, url, ...(operation !== undefined && { operation }), request_id: requestId };
  logger.warn(about, 'another part did not answer');
  return isUnreached(error) ? new NotBegun() : new Problem('outcome_unknown');
}

/** Connection failures: nothing was sent. */
function isUnreached(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(String(code));
}
