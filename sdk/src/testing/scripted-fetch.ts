import { vi } from 'vitest';
import type { TributaryOptions } from '../options.js';
import { Tributary } from '../tributary.js';

/** The outcome of one request: a response, no response (`lost`), or none ever (`hangs`). */
export type Scripted =
  | 'lost'
  | 'hangs'
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };

export interface Sent {
  readonly path: string;
  readonly host: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
  /** The body as passed to `fetch`, for files. */
  readonly file: NonNullable<RequestInit['body']> | null;
  /** By the test's clock. */
  readonly at: number;
}

/** An API with scripted responses; tokens are `token 1`, `token 2`, … unless the `tokens` script says otherwise. */
export class ScriptedApi {
  readonly sent: Sent[] = [];
  readonly exchanges: Sent[] = [];
  readonly #answers: Scripted[];
  readonly #tokens: Scripted[];

  constructor(answers: readonly Scripted[], tokens: readonly Scripted[] = []) {
    this.#answers = [...answers];
    this.#tokens = [...tokens];
  }

  /** The options that make a client use it. */
  options() {
    return { fetch: (url: string, init: RequestInit) => this.#fetch(url, init) };
  }

  client(options: Partial<TributaryOptions> = {}): Tributary {
    return new Tributary({
      baseUrl: 'https://api.test',
      secureUrl: 'https://cards.test',
      apiKey: 'abcdefgh_secret',
      ...this.options(),
      ...options,
    } as TributaryOptions);
  }

  async #fetch(url: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> {
    const { pathname, search, host } = new URL(url);
    const sent: Sent = {
      path: pathname + search,
      host,
      method,
      headers: new Headers(headers),
      body: typeof body === 'string' ? jsonOf(body) : undefined,
      file: body ?? null,
      at: performance.now(),
    };
    const isExchange = pathname === '/v1/oauth/token';
    (isExchange ? this.exchanges : this.sent).push(sent);
    const scripted = isExchange ? (this.#tokens.shift() ?? this.#token()) : this.#answers.shift();
    if (scripted === undefined) throw new Error(`no scripted response for ${method} ${url}`);
    if (scripted === 'lost') throw new TypeError('fetch failed');
    if (scripted === 'hangs')
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const { status, body: answer, headers: more } = scripted;
    const text = answer === undefined ? null : typeof answer === 'string' ? answer : JSON.stringify(answer);
    return new Response(text, { status, headers: { 'x-request-id': `request ${this.sent.length}`, ...more } });
  }

  #token(): Scripted {
    return {
      status: 200,
      body: { access_token: `token ${this.exchanges.length}`, token_type: 'Bearer', expires_in: 3_600 },
    };
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const refused = (status: number, error_code: string, more: object = {}): Exclude<Scripted, string> => ({
  status,
  body: { detail: { error_code, ...more } },
});

export function payment(fields: object = {}) {
  const nothing = { check_number: null, effective_date: null, external_reference: null, memo: null, posted_at: null };
  const whole = { payment_id: 'P1', account_id: 'A1', amount_cents: 100, payment_method: 'cash', status: 'posted' };
  return { ...whole, ...nothing, reference_number: null, reversal: null, ...fields };
}

/** Advances simulated time until the promise settles; returns its result or its error. */
export async function outcomeOf<T>(promise: Promise<T>): Promise<T | Error> {
  let outcome: { readonly it: T | Error } | undefined;
  promise.then(
    (it) => {
      outcome = { it };
    },
    (error: unknown) => {
      outcome = { it: error instanceof Error ? error : new Error(String(error)) };
    },
  );
  for (let seconds = 0; outcome === undefined; seconds += 1) {
    if (seconds > 1_000) throw new Error('the promise did not settle');
    await vi.advanceTimersByTimeAsync(100);
  }
  return outcome.it;
}
