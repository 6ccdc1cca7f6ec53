import { type Dispatcher, request } from 'undici';
import { type AskedPart, INTERNAL_TOKEN_HEADER, type InternalTokens } from '../core/auth/internal-token.js';
import { Problem } from '../core/errors/problem.js';
import type { Logger } from '../core/logging/logger.js';
import { tracedCall, traceHeaders, traceNote } from '../core/telemetry/traced.js';
import type { Caller } from './operation.js';

/** What it takes to speak to another part. */
export interface RemoteParts {
  readonly tokens: InternalTokens;
  readonly logger: Logger;
  /** How long a read is waited for, milliseconds. */
  readonly readTimeoutMs: number;
}

/** Which part is asked, and where. */
export interface Asked {
  readonly part: AskedPart;
  readonly url: string;
  /** The operation's name, where the address has its digest: for logs and traces. */
  readonly operation?: string;
}

/** What is asked for: a read changes nothing, so that of one without an answer nothing is unknown. */
export type Asking = 'read' | 'write';

type Answer = Pick<Dispatcher.ResponseData, 'statusCode' | 'body'>;

/** A write may call a loan system and a card processor inside, each with its whole timeout; this only ends what would never end. */
const WRITE_TIMEOUT_MS = 60_000;

/**
 * Asks another part, as JSON. What goes wrong is logged here, for what is thrown may be answered among other things.
 *
 * @throws {Problem} `service_unavailable` when the part certainly changed nothing: it was not reached, refused, or was to read;
 * `outcome_unknown` when its answer was lost.
 */
export function reach(
  asking: Asking,
  asked: Asked,
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
  asked: Asked,
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
 * Asks, and answers as soon as an answer begins.
 *
 * @throws {Problem} as `reach`
 */
export async function ask(
  asked: Asked,
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

/** Shows a hop in the trace, until its answer begins. Paths between parts are ours, and few; operations have names instead of digests. */
function hop<A extends Answer>({ url, operation }: Asked, send: () => Promise<A>): Promise<A> {
  const { hostname, port, pathname } = new URL(url);
  const path = operation === undefined ? pathname : `/operations/${operation}`;
  const address = { 'server.address': hostname, 'server.port': Number(port) };
  return tracedCall(`POST ${path}`, { 'http.request.method': 'POST', ...address }, async () => {
    const answer = await send();
    traceNote({ 'http.response.status_code': answer.statusCode });
    return answer;
  });
}

/** Whatever refuses does so before it does anything; what fails may have done it. */
export function refused(
  { statusCode: status }: Answer,
  { url, operation }: Asked,
  caller: Caller,
  { logger }: RemoteParts,
): Problem {
  const about = { url, status, ...(operation !== undefined && { operation }), request_id: caller.requestId };
  if (status === 401) logger.error(about, OTHER_KEY);
  else if (status === 404 && operation !== undefined) logger.error(about, otherVersion(operation));
  else logger.warn(about, 'another part refused or failed');
  return new Problem(status < 500 ? 'service_unavailable' : 'outcome_unknown');
}

const OTHER_KEY =
  'another part does not take our signature: its INTERNAL_VERIFICATION_KEYS lack our key, or its clock and ours differ too much';

const otherVersion = (operation: string) =>
  `the gateway is of another version: it does not know operation ${operation}; upgrade gateways before hosts, and go back in the other order`;

function lost(error: unknown, { url, operation }: Asked, { requestId }: Caller, { logger }: RemoteParts): Problem {
  const about = { err: error, url, ...(operation !== undefined && { operation }), request_id: requestId };
  logger.warn(about, 'another part did not answer');
  return new Problem(isUnreached(error) ? 'service_unavailable' : 'outcome_unknown');
}

/** Failures to connect: nothing was sent. */
function isUnreached(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(String(code));
}
