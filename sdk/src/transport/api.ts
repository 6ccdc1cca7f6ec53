import createClient, { type Client } from 'openapi-fetch';
import { failure, failureOf } from '../errors.js';
import type { paths } from '../generated/contract.js';
import { List } from '../list.js';
import type { CallOptions, KeyedCallOptions, Settings } from '../options.js';
import type { Page } from '../types.js';
import { Deadline } from './deadline.js';
import { pathOf } from './path-from-template.js';
import { sendWithRetries } from './retry.js';
import { type Answer, type AttemptSettings, attempt, type File, type NoResponse, type Outgoing } from './send-once.js';
import { Tokens } from './tokens.js';

/** Passed to each openapi-fetch request: sends, repeats and throws. */
export interface Sending {
  readonly fetch: (request: Request) => Promise<Response>;
}

type Asked<Body> = Promise<{ readonly data?: Body | undefined }>;

/** One call by the client's user, which may need several requests under one deadline. */
export type Call = Omit<AttemptSettings, 'fetch'>;

/** The API as the resources use it: typed requests that succeed or throw. */
export class Api {
  readonly base: Client<paths>;
  /** The card host; undefined when no address was given. */
  readonly secure: Client<paths> | undefined;
  readonly #settings: Settings;
  readonly #tokens: Tokens;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#tokens = new Tokens(() => this.#exchange());
    const { baseUrl, secureUrl } = settings;
    this.base = clientOf(baseUrl);
    this.secure = secureUrl === undefined ? undefined : clientOf(secureUrl);
  }

  call({ signal, timeoutMs, deadlineMs }: CallOptions = {}): Call {
    const deadline = new Deadline(deadlineMs ?? this.#settings.deadlineMs, signal);
    return { deadline, timeoutMs: timeoutMs ?? this.#settings.timeoutMs };
  }

  /**
   * The body of a successful response.
   *
   * @param options - of the caller, or a call that needs several requests
   * @param file - sent instead of the request's own body
   */
  async ask<Body>(options: Call | CallOptions, request: (sending: Sending) => Asked<Body>, file?: File): Promise<Body> {
    const call = isCall(options) ? options : this.call(options);
    const { data } = await request({ fetch: (outgoing) => this.#send(call, outgoing, file) });
    if (data === undefined) throw failure('unrecognized_answer', { error_code: 'unrecognized_answer', answer: data });
    return data;
  }

  /** The same for a request whose success has no body. */
  async tell(options: CallOptions, request: (sending: Sending) => Promise<unknown>): Promise<void> {
    const call = this.call(options);
    await request({ fetch: (outgoing) => this.#send(call, outgoing) });
  }

  /** @param read - requests the page of a cursor, or the first page without one. */
  list<Item>(
    options: CallOptions | undefined,
    read: (sending: Sending, at: { readonly cursor?: string }) => Asked<Page<Item>>,
  ): List<Item> {
    return new List((cursor) =>
      this.ask(options ?? {}, (sending) => read(sending, cursor === undefined ? {} : { cursor })),
    );
  }

  async #send(call: Call, request: Request, file?: File): Promise<Response> {
    const body = file ?? (request.body === null ? undefined : await request.text());
    const outgoing = { url: request.url, method: request.method, headers: request.headers, body };
    const answer = await this.#answered(call, outgoing);
    const { status, bytes, mediaType } = answer;
    return new Response(status === 204 ? null : bytes, { status, headers: { 'content-type': mediaType } });
  }

  /** A rejected token is renewed once; a second rejection is final. A POST without a key is sent once. */
  async #answered(call: Call, outgoing: Outgoing): Promise<Answer> {
    let isRenewed = false;
    const { headers } = outgoing;
    const maySendAgain = outgoing.method !== 'POST' || headers.has(KEY);
    const outcome = await sendWithRetries(async () => {
      for (;;) {
        const token = await this.#tokens.current(call.deadline);
        // No token, so the request itself was not sent.
        if (typeof token !== 'string') return [token, true];
        headers.set('authorization', `Bearer ${token}`);
        const sent = await attempt({ ...call, fetch: this.#settings.fetch }, outgoing);
        if (sent.status !== 401 || isRenewed) return [sent, maySendAgain];
        isRenewed = true;
        this.#tokens.refuse(token);
      }
    }, call.deadline);
    return successOf(outcome, headers.get(KEY) ?? undefined);
  }

  /** Tries once: callers repeat it under their own deadlines. */
  async #exchange(): Promise<Answer | NoResponse> {
    const { baseUrl, clientId, clientSecret, fetch, timeoutMs } = this.#settings;
    const body = JSON.stringify({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });
    const url = `${baseUrl.replace(/\/$/, '')}/v1/oauth/token`;
    const headers = new Headers({ 'content-type': 'application/json' });
    return attempt({ fetch, timeoutMs, deadline: new Deadline(timeoutMs) }, { url, method: 'POST', headers, body });
  }
}

const KEY = 'idempotency-key';

function isCall(options: Call | CallOptions): options is Call {
  return (options as Partial<Call>).deadline !== undefined;
}

function clientOf(baseUrl: string): Client<paths> {
  return createClient({ baseUrl, pathSerializer: pathOf });
}

/** The header that identifies a write through all its attempts. */
export function keyOf({ idempotencyKey }: KeyedCallOptions = {}): { readonly 'Idempotency-Key': string } {
  return { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() };
}

function successOf(outcome: Answer | NoResponse, idempotencyKey: string | undefined): Answer {
  if (outcome.status === undefined)
    throw failure('connection_failed', { error_code: 'connection_failed' }, { cause: outcome.cause, idempotencyKey });
  if (outcome.status < 200 || outcome.status > 299) throw failureOf(outcome, idempotencyKey);
  return outcome;
}
