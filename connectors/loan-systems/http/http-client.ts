import { LosslessNumber, parse, stringify } from 'lossless-json';
import { type Dispatcher, Pool } from 'undici';
import type { Logger } from '../../../core/logging/logger.js';
import type { Sending } from '../../../loan-model/port.js';
import { noteCause } from '../../call-cause.js';
import { marksWhatLeft, type SentMark } from './sent-mark.js';

/** Calls to one loan system over HTTP. Never throws for what the network or the system does; never repeats a call. */
export interface HttpClient {
  send(request: HttpRequest): Promise<HttpOutcome>;
  close(): Promise<void>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Behind the base URL, beginning with a slash, its parts already encoded (`pathOf`). */
  readonly path: string;
  /** A list is a parameter that is repeated. */
  readonly query?: HttpQuery;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. Decimals go in as `LosslessNumber`, so that no amount passes through floating point. */
  readonly body?: unknown;
  /** With every request that changes something: once it is given up it is not sent any more. */
  readonly sending?: Sending | undefined;
}

export type HttpQuery = Readonly<Record<string, string | number | readonly string[]>>;

/**
 * - `answered`: whatever the status. `body` is the parsed JSON with every number as a `LosslessNumber`; undefined when there
 *   was none, or something else than JSON (a proxy's HTML page).
 * - `not_sent`: certainly nothing left us (DNS, refused connection, TLS, no free socket in time).
 * - `no_answer`: something left, and what came of it is not known.
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
  /** `https://host/path`, with or without a slash at its end. */
  readonly baseUrl: string;
  /** Sent with every call: credentials among them, so they are never logged. */
  readonly headers: Readonly<Record<string, string>>;
  /** From the call to the last byte of its answer, milliseconds. */
  readonly timeoutMs: number;
  /** Sockets to this system, so that a slow one cannot take the others'. */
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
      const mark: SentMark = { left: false, begins: sending?.begins };
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

  async function exchange(request: HttpRequest, mark: SentMark, signal: AbortSignal): Promise<HttpAnswer> {
    const answer = await pool.compose(marksWhatLeft(mark, signal)).request({
      method: request.method,
      path: prefix + request.path,
      query: { ...request.query },
      headers: {
        ...options.headers,
        ...request.headers,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: request.body === undefined ? null : (stringify(request.body) ?? null),
      signal,
    });
    const headers = single(answer.headers);
    return { kind: 'answered', status: answer.statusCode, headers, body: readJson(await readText(answer.body)) };
  }

  /** Only the code of a fault is logged: messages of the network may quote headers. */
  function lost(error: unknown, { method, path }: HttpRequest, { left }: SentMark): HttpOutcome {
    const fault = faultOf(error);
    noteCause(`${fault} at ${method} ${prefix}${path}`);
    options.logger.warn({ loan_system: options.system, method, path, left, fault }, 'a loan system did not answer');
    return { kind: left ? 'no_answer' : 'not_sent' };
  }
}

/** A path of parts that come from outside, each encoded. */
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
    return parse(text);
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
