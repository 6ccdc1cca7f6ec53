import { LosslessNumber, stringify } from 'lossless-json';
import { type Dispatcher, Pool } from 'undici';
import type { Logger } from '../../../core/logging/logger.js';
import type { Sending } from '../../../loan-model/port.js';
import { noteCause } from '../../call-cause-for-log.js';
import { parseExactJson } from './parse-exact-json.js';
import { type SentTracker, tracksSending } from './sent-tracking.js';

/** HTTP calls to one loan system. It never throws because of the network or the system, and never repeats a call. */
export interface HttpClient {
  send(request: HttpRequest): Promise<HttpOutcome>;
  close(): Promise<void>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Appended to the base URL; begins with a slash, its parts already encoded (`pathOf`). */
  readonly path: string;
  /** A list is sent as a repeated parameter. */
  readonly query?: HttpQuery;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. Decimals are `LosslessNumber`s, so that no amount passes through floating point. */
  readonly body?: unknown;
  /** Sent as a form instead. */
  readonly form?: Readonly<Record<string, string>>;
  /** Passed with every request that changes something: once it is given up, it is not sent any more. */
  readonly sending?: Sending | undefined;
}

export type HttpQuery = Readonly<Record<string, string | number | readonly string[]>>;

/**
 * - `answered`: with any status. `body` is the parsed JSON with every number as a `LosslessNumber`; undefined when
 *   there was no body, or it was not JSON (a proxy's HTML page).
 * - `not_sent`: certainly nothing was sent (DNS, refused connection, TLS, no free socket in time).
 * - `no_answer`: something was sent, and the result is unknown.
 */
export type HttpOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: unknown;
    }
  | { readonly kind: 'not_sent' }
  | { readonly kind: 'no_answer' };

export type HttpAnswer = Extract<HttpOutcome, { kind: 'answered' }>;

export interface HttpClientOptions {
  /** For logs. */
  readonly system: string;
  /** `https://host/path`, with or without a trailing slash. */
  readonly baseUrl: string;
  /** Sent with every call. They contain credentials, so they are never logged. */
  readonly headers: Readonly<Record<string, string>>;
  /** From the call to the last byte of its answer, milliseconds. */
  readonly timeoutMs: number;
  /** Maximum number of sockets to this system, so that a slow system cannot use those of others. */
  readonly connections?: number;
  readonly logger: Logger;
}

const CONNECTIONS = 32;
const MOST_ANSWER_BYTES = 32 * 1024 * 1024;

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const pool = new Pool(base.origin, {
    connections: options.connections ?? CONNECTIONS,
    connect: { timeout: options.timeoutMs },
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    send: async (request) => {
      const { sending } = request;
      const mark: SentTracker = { left: false, begins: sending?.begins };
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(new Error('timed out')), options.timeoutMs);
      try {
        const signals = sending === undefined ? [abort.signal] : [abort.signal, sending.givenUp];
        const answer = await exchange(request, mark, AbortSignal.any(signals));
        noteCause(`${answer.status} to ${request.method} ${prefix}${request.path}`);
        return answer;
      } catch (error) {
        return lost(error, request, mark);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => pool.destroy(),
  };

  async function exchange(request: HttpRequest, mark: SentTracker, signal: AbortSignal): Promise<HttpAnswer> {
    const answer = await pool.compose(tracksSending(mark, signal)).request({
      method: request.method,
      path: prefix + request.path,
      query: { ...request.query },
      headers: {
        ...options.headers,
        ...request.headers,
        ...contentType(request),
      },
      body: bodyOf(request),
      signal,
    });
    const headers = single(answer.headers);
    return { kind: 'answered', status: answer.statusCode, headers, body: readJson(await readText(answer.body)) };
  }

  /** Only an error's code is logged: network messages may quote headers. */
  function lost(error: unknown, { method, path }: HttpRequest, { left }: SentTracker): HttpOutcome {
    const fault = faultOf(error);
    noteCause(`${fault} at ${method} ${prefix}${path}`);
    options.logger.warn({ loan_system: options.system, method, path, left, fault }, 'a loan system did not answer');
    return { kind: left ? 'no_answer' : 'not_sent' };
  }
}

function contentType({ form, body }: HttpRequest): Readonly<Record<string, string>> {
  if (form !== undefined) return { 'content-type': 'application/x-www-form-urlencoded' };
  return body === undefined ? {} : { 'content-type': 'application/json' };
}

function bodyOf({ form, body }: HttpRequest): string | null {
  if (form !== undefined) return new URLSearchParams(form).toString();
  return body === undefined ? null : (stringify(body) ?? null);
}

/** A path whose parts come from outside; each part is encoded. */
export function pathOf(...parts: readonly (string | number)[]): string {
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
}

/** A decimal for a request's body. */
export function decimal(numeral: string): LosslessNumber {
  return new LosslessNumber(numeral);
}

async function readText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MOST_ANSWER_BYTES) throw new Error('answer too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function readJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

function single(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const at = cause instanceof Error ? cause : error;
  return 'code' in at && typeof at.code === 'string' ? at.code : at.message;
}
