import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { type Answer, failed, invalid } from './answers.js';
import { ENDPOINTS, type Fields, unknownField } from './endpoints.js';
import type { Fault } from './faults.js';
import { StripeState } from './state.js';

export interface StripeRequest {
  /** `POST /v1/customers` */
  readonly endpoint: string;
  readonly key: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly fields: Fields;
}

/** A server that follows Stripe's public contract, stores its requests, and fails on demand. */
export interface StripeStandIn {
  readonly url: string;
  readonly secretKey: string;
  readonly state: StripeState;
  readonly requests: readonly StripeRequest[];
  /** Makes the next requests to this endpoint fail, one for each fault. */
  breaks(endpoint: string, ...faults: readonly Fault[]): void;
  /** Removes the faults that no request has met yet. */
  heals(): void;
  close(): Promise<void>;
}

interface Kept {
  readonly fingerprint: string;
  /** Undefined while it is in progress. */
  answer: Answer | undefined;
}

const SECRET_KEY = 'sk_test_standin00000000000000';

export async function openStripe(): Promise<StripeStandIn> {
  const state = new StripeState();
  const requests: StripeRequest[] = [];
  const faults = new Map<string, Fault[]>();
  const kept = new Map<string, Kept>();

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey: SECRET_KEY,
    state,
    requests,
    breaks: (endpoint, ...next) => void faults.set(endpoint, [...(faults.get(endpoint) ?? []), ...next]),
    heals: () => faults.clear(),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = await read(request);
    requests.push(seen);
    const fault = faults.get(seen.endpoint)?.shift();
    const answer = fault === undefined || fault.works ? await answered(seen) : undefined;
    if (fault === undefined) return write(response, answer ?? notFound);
    if (typeof fault.ends === 'object') {
      if (fault.ends.isStored && seen.key !== undefined) {
        kept.set(seen.key, { fingerprint: fingerprintOf(seen), answer: fault.ends });
      }
      return write(response, fault.ends);
    }
    if (fault.ends === 'cut_amid_body') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"id":', () => response.destroy());
    }
    if (fault.ends === 'cut') request.socket.destroy();
  }

  /** Checks the request, then returns the key's stored response, then does the work: in Stripe's order. */
  async function answered(seen: StripeRequest): Promise<Answer> {
    if (seen.headers.authorization !== `Bearer ${SECRET_KEY}`) {
      return failed(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    }
    const retrieved = retrieve(seen.endpoint);
    if (retrieved !== undefined) return retrieved;
    const endpoint = ENDPOINTS[seen.endpoint];
    if (endpoint === undefined) return notFound;
    const { key } = seen;
    if (key === undefined) return unknownField(endpoint.takes, seen.fields) ?? endpoint.does(state, seen.fields);

    const before = kept.get(key);
    if (before !== undefined) return again(before, seen);
    const entry: Kept = { fingerprint: fingerprintOf(seen), answer: undefined };
    kept.set(key, entry);
    await turn();
    const answer = unknownField(endpoint.takes, seen.fields) ?? endpoint.does(state, seen.fields);
    if (answer.isStored) entry.answer = structuredClone(answer);
    else kept.delete(key);
    return answer;
  }

  function retrieve(endpoint: string): Answer | undefined {
    const [, kind = '', id = ''] =
      /^GET \/v1\/(setup_intents|payment_intents|payment_methods)\/(\w+)$/.exec(endpoint) ?? [];
    if (kind === '') return undefined;
    const body = retrieved(kind, id);
    if (body !== undefined) return { status: 200, body, isStored: false };
    return failed(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such ${kind}: '${id}'`,
    });
  }

  function retrieved(kind: string, id: string): object | undefined {
    if (kind === 'setup_intents') return state.setupIntents.get(id);
    if (kind === 'payment_intents') return state.paymentIntents.get(id);
    const method = state.paymentMethods.get(id);
    return method && { ...method, customer: state.customers.get(method.customer ?? '') ?? null };
  }
}

function again(before: Kept, seen: StripeRequest): Answer {
  if (before.fingerprint !== fingerprintOf(seen)) {
    return failed(400, {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    });
  }
  if (before.answer === undefined) {
    const message = 'There is currently another in-progress request using this key.';
    return failed(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message });
  }
  return { ...before.answer, headers: { 'idempotent-replayed': 'true' } };
}

const notFound = invalid('Unrecognized request URL');

async function read(request: IncomingMessage): Promise<StripeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const url = new URL(request.url ?? '/', 'http://stripe');
  const body = Buffer.concat(chunks).toString('utf8');
  const fields = new Map(new URLSearchParams(request.method === 'POST' ? body : url.search));
  const key = request.headers['idempotency-key']?.toString();
  return { endpoint: `${request.method} ${url.pathname}`, key, headers: request.headers, fields };
}

const fingerprintOf = ({ endpoint, fields }: StripeRequest) => JSON.stringify([endpoint, [...fields].sort()]);

let served = 0;

function write(response: ServerResponse, { status, body, headers }: Answer): void {
  served += 1;
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': `req_${served}`,
    ...(status >= 400 && { 'stripe-should-retry': status === 409 || status === 429 ? 'true' : 'false' }),
    ...headers,
  });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
