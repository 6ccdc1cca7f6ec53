import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperationsHost } from '../../core/http/metrics-and-health-host.js';
import { localListExports } from '../../runtime/assembly/list-exports.js';
import { localFiles } from '../../runtime/assembly/local-files.js';
import { rateLimits } from '../../runtime/assembly/rate-limits.js';
import { basePart } from '../../runtime/parts/base-host-part.js';
import { gatewayPart } from '../../runtime/parts/gateway-host-parts.js';
import { type HostPart, hostPart } from '../../runtime/parts/host-part.js';
import { securePart } from '../../runtime/parts/secure-host-part.js';
import { reportingPart } from '../../runtime/parts/subgraphs/reporting-part.js';
import { send } from '../support/api.js';
import { sendRaw } from '../support/raw-http.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

const HOSTS = ['base', 'secure', 'graphql', 'subgraph', 'operations'] as const;

/** All kinds of hosts, as the product creates them. */
let instance: TestInstance;
const parts = new Map<string, HostPart>();
const lines: Record<string, unknown>[] = [];
let token: string;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false, environment: { EXPLORER_ENABLED: 'false' } });
  const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const config = { ...instance.resources.config, PORT: 0, SECURE_PORT: 0, GRAPHQL_PORT: 0 };
  const resources = { ...instance.resources, config, logger };
  const limits = rateLimits(resources, false);
  const files = localFiles(resources);
  const operations = createOperationsHost({ checks: [], gauges: new Registry(), logger });
  parts.set('base', basePart({ resources, operations: instance.gateway, limits }, files));
  parts.set('secure', securePart({ resources, operations: instance.gateway, limits }));
  parts.set(
    'graphql',
    gatewayPart(resources, instance.gateway, limits, { ...files, lists: localListExports(resources) }),
  );
  parts.set('subgraph', reportingPart(resources, 0));
  parts.set('operations', hostPart('operations', operations, { host: '127.0.0.1', port: 0, variable: 'METRICS_PORT' }));
  for (const part of parts.values()) await part.start();
  const lender = await instance.lender();
  token = (await lender.api()).token;
});
afterAll(async () => {
  for (const part of parts.values()) await part.stop(1_000);
  await instance.close();
});

function urlOf(host: string): string {
  return `http://127.0.0.1:${parts.get(host)?.port}`;
}

describe.each(HOSTS)('the %s host', (host) => {
  it.each([
    ['bytes that are not a request', 'nonsense\r\n\r\n', 400, 'malformed_request'],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
    ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    [
      'a disallowed method',
      'TRACE /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      405,
      'method_not_allowed',
    ],
    ['an unknown path', 'GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404, 'route_not_found'],
  ])('%s › in the envelope, with the headers of every answer', async (_, bytes, status, code) => {
    const [answer] = await sendRaw(urlOf(host), Buffer.from(bytes));
    expect([answer?.status, JSON.parse(answer?.body ?? '')]).toEqual([status, refusalOf(code)]);
    expect(answer?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  it('accepts a target in absolute form', async () => {
    const asked = 'GET http://a/healthz?x=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    expect((await sendRaw(urlOf(host), Buffer.from(asked)))[0]?.status).toBe(200);
  });

  it('an unknown expectation is ignored', async () => {
    const asked = 'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nConnection: close\r\n\r\n';
    expect((await sendRaw(urlOf(host), Buffer.from(asked)))[0]?.status).toBe(200);
  });

  it('uses the caller’s request id, returns it, and writes one log line for the request', async () => {
    const health = await send(`${urlOf(host)}/healthz`, { headers: { 'x-request-id': `health-of-${host}` } });
    expect([health.status, health.headers.get('x-request-id')]).toEqual([200, `health-of-${host}`]);
    const missed = await send(`${urlOf(host)}/nowhere`, { headers: { 'x-request-id': `nowhere-on-${host}` } });
    expect(missed.headers.get('x-request-id')).toBe(`nowhere-on-${host}`);
    const of = (id: string) => lines.filter(({ request_id }) => request_id === id);
    await expect.poll(() => of(`nowhere-on-${host}`)).toMatchObject([{ route: null, status: 404, msg: 'request' }]);
    expect(of(`health-of-${host}`)).toMatchObject([{ route: '/healthz', status: 200, msg: 'request' }]);
  });

  it('returns the allowed methods of a path', async () => {
    const asked = await send(`${urlOf(host)}/healthz`, { method: 'OPTIONS' });
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect((await send(`${urlOf(host)}/healthz`, { method: 'DELETE' })).headers.get('allow')).toBe(
      'GET, HEAD, OPTIONS',
    );
  });
});

describe('the GraphQL host', () => {
  const post = (body: string | Buffer, headers: Readonly<Record<string, string>> = {}) =>
    send(`${urlOf('graphql')}/graphql`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    });
  const document = JSON.stringify({ query: '{ __typename }' });

  it('is at its own path only, and refuses in GraphQL’s format', async () => {
    const authorization = `Bearer ${token}`;
    for (const path of ['/GraphQL', '/graphql/more', '/graphql/'])
      expect((await send(`${urlOf('graphql')}${path}`, { headers: { authorization } })).json).toEqual(
        refusalOf('route_not_found'),
      );
    const other = await send(`${urlOf('graphql')}/graphql`, { method: 'DELETE' });
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
    expect(other.json.errors[0].extensions.code).toBe('method_not_allowed');
  });

  it('415 for bodies that the other hosts refuse too', async () => {
    const unread = [
      await post(gzipSync(document), { 'content-encoding': 'gzip' }),
      await post(Buffer.from(document, 'utf16le'), { 'content-type': 'application/json; charset=utf-16' }),
      await post(document, { 'content-type': 'application/graphql' }),
    ];
    for (const answer of unread)
      expect([answer.status, answer.json.errors[0].extensions.code]).toEqual([415, 'unsupported_media_type']);
    expect((await post(document)).status).toBe(200);
  });

  it.each([
    ['a literal', { query: '{ accounts(card_number: "4242424242424242") { page { limit } } }' }],
    [
      'a literal after a question mark',
      { query: '{ a(b: "?") accounts(card_number: "4242424242424242") { page { limit } } }' },
    ],
    [
      'a variable',
      { query: 'query($card_number: Int) { __typename }', variables: '{"card_number":"4242424242424242"}' },
    ],
    ['a parameter', { query: '{ __typename }', card_number: '4242424242424242' }],
  ])('422 card_data_refused for a card in %s of the address', async (_, parameters) => {
    const answer = await send(`${urlOf('graphql')}/graphql?${new URLSearchParams({ ...parameters })}`, {
      headers: { authorization: `Bearer ${token}`, 'apollo-require-preflight': 'yes' },
    });
    expect([answer.status, answer.json.errors[0].extensions.code]).toEqual([422, 'card_data_refused']);
    expect(answer.text).not.toContain('4242');
  });

  it('a card after an unencoded question mark', async () => {
    const path = '/graphql?query={__typename}&x=?&card_number=4242424242424242';
    const head = `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\napollo-require-preflight: yes\r\nConnection: close`;
    expect((await sendRaw(urlOf('graphql'), Buffer.from(`${head}\r\n\r\n`)))[0]?.status).toBe(422);
  });

  it('has no explorer when it is switched off', async () => {
    for (const path of ['/explorer', '/explorer/examples.json', '/explorer/explorer.js'])
      expect((await send(`${urlOf('graphql')}${path}`)).status).toBe(404);
    const browser = await send(`${urlOf('graphql')}/graphql`, { headers: { accept: 'text/html' }, redirect: 'manual' });
    expect(browser.status).toBe(401);
  });
});
