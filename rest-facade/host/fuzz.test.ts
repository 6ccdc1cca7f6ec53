import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeServices, listen } from '../testing/fake-services.js';
import { createBaseHost } from './base-host.js';

const written = { replayed: false, answer: { status: 201, body: '{}' } };
const services = fakeServices({
  graph: () => ({ data: { recordPayment: written, reversePayment: written, payment: {}, payments: {} } }),
});
const host = createBaseHost(services, 'true');
let port: number;
beforeAll(async () => {
  port = Number(new URL(await listen(host)).port);
});
afterAll(() => host.stop(1000));

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Uses node:http because it sends paths and headers unchanged; fetch would normalize them. */
function send({ method, path, headers, body }: Sent): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const options = { port, method, path, headers: { authorization: 'Bearer clerk', ...headers } };
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject).end(body);
  });
}

const odd = fc.constantFrom(
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '',
  '2147483648',
  '9007199254740993',
  '1e400',
);
const names = fc.constantFrom(
  'amount_cents',
  'payment_method',
  'check_number',
  'card_brand',
  'memo',
  '__proto__',
  'toString',
);
const values = fc.oneof(fc.jsonValue(), odd, fc.constantFrom('cash', 'check', 'card', 1, 2 ** 31, 2 ** 53, -0, null));
const bodies = fc.oneof(
  fc.dictionary(names, values).map((body) => JSON.stringify(body)),
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.nat(20_000).map((depth) => `{"memo":${'['.repeat(depth)}${']'.repeat(depth)}}`),
);
const contentTypes = fc.constantFrom('application/json', 'application/json; charset=', 'text/plain', ';', 'a/b/c');
const urlSafe = fc.stringMatching(/^[!-~]{0,30}$/).filter((text) => !/[?#]/.test(text));

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'] as const;

describe('no client input causes a 5xx', () => {
  it('bodies of record-payment and of the token exchange', async () => {
    const paths = fc.constantFrom('/v1/accounts/x/payments', '/v1/oauth/token', '/v1/payments/x/reversal');
    await fc.assert(
      fc.asyncProperty(paths, bodies, contentTypes, async (path, body, contentType) => {
        const headers = { 'content-type': contentType, 'idempotency-key': 'k' };
        const answer = await send({ method: 'POST', path, headers, body: Buffer.from(body) });
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) expect(JSON.parse(answer.text)).toHaveProperty('detail');
      }),
      { numRuns: 400 },
    );
  });

  it('paths, queries, methods and headers', async () => {
    const method = fc.constantFrom(...METHODS);
    const header = fc.stringMatching(/^[ -~]{0,300}$/);
    await fc.assert(
      fc.asyncProperty(method, urlSafe, urlSafe, header, async (name, segment, query, value) => {
        for (const path of [`/${segment}?${query}`, `/v1/accounts/${segment}/payments?${query}&limit=${query}`]) {
          const headers = { 'x-request-id': value, 'idempotency-key': value, 'x-forwarded-for': value };
          const { status } = await send({ method: name, path, headers, body: Buffer.alloc(0) });
          expect(status).toBeLessThan(500);
        }
      }),
      { numRuns: 400 },
    );
  });

  it.each(['authorization', 'x-forwarded-for', 'content-length', 'cookie'])('a huge or odd %s', async (name) => {
    for (const value of ['x'.repeat(40_000), 'Bearer ', 'Basic !!!', '0']) {
      const answer = await send({
        method: 'GET',
        path: '/v1/payments/x',
        headers: { [name]: value },
        body: Buffer.alloc(0),
      });
      expect(answer.status).toBeLessThan(500);
    }
  });
});
