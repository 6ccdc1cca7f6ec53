import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '../core/logging/logger.js';
import { callGuard } from './call-timeout-and-circuit-breaker.js';
import { createAdapter } from './card-processors/stripe/adapter.js';
import { createHttpClient, type HttpClient } from './loan-systems/http/http-client.js';

const FAILURES_TO_OPEN = 5;
const logger = createLogger('silent', 'test');
const warned = vi.spyOn(logger, 'warn');

let answer: RequestListener;
let server: Server;
let origin: string;
beforeEach(async () => {
  warned.mockClear();
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** The cause in the log when the breaker around these calls opens. */
async function causeAfter(call: () => Promise<unknown>, timeoutMs = 60_000): Promise<unknown> {
  const guarded = callGuard({ loan_system: 'mambu' }, { timeoutMs, breaks: true, logger });
  for (let failed = 0; failed < FAILURES_TO_OPEN; failed += 1) await guarded(call).catch(() => undefined);
  const opened = warned.mock.calls.filter(([, message]) => message === 'circuit breaker opened');
  return opened.map(([fields]) => (fields as unknown as { readonly cause: unknown }).cause);
}

async function withClient<T>(use: (client: HttpClient) => Promise<T>): Promise<T> {
  const headers = { authorization: 'Basic c2VjcmV0' };
  const client = createHttpClient({ system: 'mambu', baseUrl: `${origin}/api`, headers, timeoutMs: 60_000, logger });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const read = (client: HttpClient) => async () => {
  await client.send({ method: 'GET', path: '/loans/12' });
  return { kind: 'unavailable' };
};

it('a refused secret › the log names the answer that opened the circuit, and nothing that was sent', async () => {
  answer = (_, response) => response.writeHead(401).end('{"message":"Basic c2VjcmV0 is wrong"}');
  expect(await withClient((client) => causeAfter(read(client)))).toEqual(['401 to GET /api/loans/12']);
});

it('nothing listens › the log has the network’s code', async () => {
  await new Promise((resolve) => server.close(resolve));
  expect(await withClient((client) => causeAfter(read(client)))).toEqual(['ECONNREFUSED at GET /api/loans/12']);
});

it('no answer in time › the log has the timeout, and how the previous exchange ended', async () => {
  answer = ({ url }, response) => void (url?.endsWith('/loans') && response.writeHead(200).end('{}'));
  const twice = (client: HttpClient) => async () => {
    await client.send({ method: 'GET', path: '/loans' });
    return read(client)();
  };
  expect(await withClient((client) => causeAfter(twice(client), 50))).toEqual([
    expect.stringMatching(/^no answer within 50 ms(; the previous exchange: 200 to GET \/api\/loans)?$/),
  ]);
});

it('a port without an exchange › the log has the kind of its answer', async () => {
  expect(await causeAfter(async () => ({ kind: 'unknown' }))).toEqual(['unknown']);
});

it('Stripe refuses its key › the kind and the status; nothing listens › the network’s code', async () => {
  const stripe = () =>
    createAdapter({ secretKey: 'sk_test_wrong', apiBase: origin, timeoutMs: 60_000 }, createLogger('silent', 'test'));
  const reference = { organizationId: 'one', reference: 'attempt', instrument: { token: 'pm_1', customer: 'cus_1' } };
  const look = (adapter: ReturnType<typeof stripe>) => () => adapter.findCharge(reference);
  answer = (_, response) =>
    response
      .writeHead(401, { 'content-type': 'application/json', 'request-id': 'req_1' })
      .end('{"error":{"type":"invalid_request_error","message":"Invalid API Key provided: sk_test_wrong"}}');
  expect(await causeAfter(look(stripe()))).toEqual(['StripeAuthenticationError 401 req_1']);
  warned.mockClear();
  await new Promise((resolve) => server.close(resolve));
  expect(await causeAfter(look(stripe()))).toEqual(['StripeConnectionError econnrefused']);
});
