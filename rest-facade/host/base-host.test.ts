import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { camelCased } from '../../core/contract/case-conversion.js';
import { Problem } from '../../core/errors/problem.js';
import type { OperationResult } from '../../gateway/operation-runner-interface.js';
import { refusalOf } from '../../test/support/refusal-of.js';
import { CLERK, fakeServices, type GraphCall, listen } from '../testing/fake-services.js';
import { createBaseHost } from './base-host.js';

const ACCOUNT = '01J0000000000000000000ACC0';
const PAYMENTS = `/v1/accounts/${ACCOUNT}/payments`;
const POSTED = { payment_id: '01J0000000000000000000PAY0', status: 'posted', amount_cents: 100 };
const CASH = { amount_cents: 100, payment_method: 'cash' };

let graph: (call: GraphCall) => OperationResult | Promise<OperationResult>;
const services = fakeServices({ graph: (call) => graph(call) });
const host = createBaseHost(services, 'false');
let base: string;

beforeAll(async () => {
  base = await listen(host);
});
afterAll(() => host.stop(1000));
beforeEach(() => {
  services.calls.length = 0;
  graph = () => {
    throw new Error('the graph must not be called');
  };
});

interface Sent {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly raw?: string | Uint8Array<ArrayBuffer>;
}

async function send(path: string, { method, token = 'clerk', headers = {}, body, raw }: Sent = {}) {
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(base + path, {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: text === '' ? undefined : JSON.parse(text) };
}

/** A response as the graph stores it. */
const kept = (status: number, body: object) => ({ status, body: JSON.stringify(body) });
const KEYED = { 'Idempotency-Key': 'key-1' };
const code = refusalOf;

describe('responses of the graph', () => {
  it('POST payments › 201 and the bare payment when posted; the graph gets the contract’s names', async () => {
    graph = () => ({ data: { recordPayment: { replayed: false, answer: kept(201, POSTED) } } });
    const answer = await send(PAYMENTS, { body: { ...CASH, memo: null }, headers: KEYED });
    expect([answer.status, answer.json, answer.headers.get('idempotent-replayed')]).toEqual([201, POSTED, null]);
    expect(services.calls).toMatchObject([
      {
        operationId: 'recordPayment',
        variables: { account_id: ACCOUNT, idempotency_key: 'key-1', input: camelCased({ ...CASH, memo: null }) },
        caller: { principal: CLERK, requestId: answer.headers.get('x-request-id') },
      },
    ]);
  });

  it('POST payments › 202 while unconfirmed; a replay is marked as one', async () => {
    const answer202 = kept(202, { ...POSTED, status: 'pending_confirmation' });
    graph = () => ({ data: { recordPayment: { replayed: true, answer: answer202 } } });
    const answer = await send(PAYMENTS, { body: CASH, headers: KEYED });
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
  });

  it.each([
    ['reversed', 201],
    ['reversal_pending', 202],
  ])('POST reversal › %s is %i, with or without a body', async (status, expected) => {
    graph = () => ({ data: { reversePayment: { replayed: false, answer: kept(expected, { ...POSTED, status }) } } });
    const path = `/v1/payments/${POSTED.payment_id}/reversal`;
    expect((await send(path, { body: { is_nsf: true }, headers: KEYED })).status).toBe(expected);
    expect((await send(path, { method: 'POST', headers: KEYED })).status).toBe(expected);
    expect(services.calls.map(({ variables }) => variables['is_nsf'])).toEqual([true, undefined]);
  });

  it('GET payments › limit has its default, the cursor is passed on', async () => {
    const payments = { items: [POSTED], page: { next_cursor: null, has_more: false, limit: 100 } };
    graph = () => ({ data: { payments } });
    expect((await send(`${PAYMENTS}?cursor=abc`)).json).toEqual(payments);
    expect(services.calls[0]?.variables).toEqual({ account_id: ACCOUNT, limit: 100, cursor: 'abc' });
  });

  it('an id arrives percent-decoded', async () => {
    graph = () => ({ data: { payment: POSTED } });
    await send('/v1/payments/a%2Fb%20%00');
    expect(services.calls[0]?.variables).toEqual({ payment_id: 'a/b \u0000' });
  });

  it('HEAD is GET without the body', async () => {
    graph = () => ({ data: { payment: POSTED } });
    const { status, text, headers } = await send(`/v1/payments/${POSTED.payment_id}`, { method: 'HEAD' });
    expect([status, text, headers.get('content-length')]).toEqual([200, '', String(JSON.stringify(POSTED).length)]);
  });
});

describe('refusals of the graph', () => {
  const refuse = (problem: Problem) => () => ({
    data: null,
    errors: [{ message: problem.message, extensions: { ...problem.extensions } }],
  });

  it.each([
    [new Problem('payment_not_found'), 404, code('payment_not_found')],
    [new Problem('idempotency_conflict'), 409, code('idempotency_conflict')],
    [
      new Problem('payment_not_reversible', { status: 'reversed' }),
      409,
      refusalOf('payment_not_reversible', { status: 'reversed' }),
    ],
    [
      new Problem('servicing_rejected', { reason: 'account_frozen' }),
      422,
      refusalOf('servicing_rejected', { reason: 'account_frozen' }),
    ],
    [new Problem('posting_unavailable'), 503, code('posting_unavailable')],
  ])('%s', async (problem, status, body) => {
    graph = refuse(problem);
    const answer = await send(`/v1/payments/${POSTED.payment_id}`);
    expect([answer.status, answer.json]).toEqual([status, body]);
  });

  it('missing and foreign records give the same bytes', async () => {
    graph = refuse(new Problem('payment_not_found'));
    const [one, other] = [await send('/v1/payments/01J0000000000000000000PAY1'), await send('/v1/payments/nonsense')];
    expect(one.text).toBe(other.text);
  });

  it.each([
    ['a crash', () => Promise.reject(new Error('secret cause'))],
    ['an error outside the catalogue', () => ({ errors: [{ message: 'secret cause', extensions: { code: 'X' } }] })],
    ['no answer', () => ({ data: null })],
  ])('%s › 500 with a request id and no other detail', async (_, broken) => {
    graph = broken;
    const answer = await send(`/v1/payments/x`, { headers: { 'x-request-id': 'mine-1' } });
    expect([answer.status, answer.json]).toEqual([500, refusalOf('internal_error', { request_id: 'mine-1' })]);
  });
});

describe('who may ask', () => {
  it.each([
    ['', 'missing_token', 'Bearer realm="tributary"'],
    ['wrong', 'invalid_token', 'Bearer realm="tributary", error="invalid_token"'],
  ])('401 for the token "%s"', async (token, errorCode, challenge) => {
    const answer = await send(PAYMENTS, { token });
    expect([answer.status, answer.json]).toEqual([401, code(errorCode)]);
    expect(answer.headers.get('www-authenticate')).toBe(challenge);
    expect(answer.headers.get('ratelimit-limit')).toBe('60000');
  });

  it('403 insufficient_scope, before the body is read', async () => {
    const answer = await send(PAYMENTS, { token: 'reader', raw: '{', headers: { 'content-type': 'text/plain' } });
    const scope = 'external_payments:write';
    expect([answer.status, answer.json]).toEqual([403, code('insufficient_scope', { scope })]);
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer realm="tributary", error="insufficient_scope", scope="${scope}"`,
    );
  });

  it('403 organization_out_of_scope, also when a second one is inside', async () => {
    const inside = `organization_id=${String(CLERK.organizationIds[0])}`;
    for (const query of ['organization_id=01J00000000000000000000RGB', `${inside}&organization_id=x`]) {
      expect((await send(`${PAYMENTS}?${query}`)).json).toEqual(code('organization_out_of_scope'));
    }
  });
});

describe('requests that cannot be routed or read', () => {
  it.each([
    ['/nowhere', 'GET', 404, 'route_not_found'],
    ['/v1/organizations/', 'GET', 404, 'route_not_found'],
    ['/v1//payments', 'GET', 404, 'route_not_found'],
    ['/__proto__', 'GET', 404, 'route_not_found'],
    ['/v1/payments/constructor/toString', 'GET', 404, 'route_not_found'],
    ['/v1/payments/%ff', 'GET', 400, 'malformed_request'],
    ['/v1/payments/%zz', 'GET', 400, 'malformed_request'],
    ['/v1/payments/x', 'DELETE', 405, 'method_not_allowed'],
    ['/v1/oauth/token', 'GET', 405, 'method_not_allowed'],
  ])('%s %s › %i %s', async (path, method, status, errorCode) => {
    const answer = await send(path, { method });
    expect([answer.status, answer.json]).toEqual([status, code(errorCode)]);
  });

  it('405 and OPTIONS list the allowed methods', async () => {
    expect((await send(PAYMENTS, { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
    const options = await send(PAYMENTS, { method: 'OPTIONS', token: '' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
  });

  it.each([
    ['text/plain', {}, 415],
    ['', {}, 415],
    ['application/json; charset=utf-16', {}, 415],
    ['application/json; charset=utf-8; charset=utf-8; charset=utf-8', {}, 415],
    ['multipart/form-data', {}, 415],
    ['application/json', { 'content-encoding': 'gzip' }, 415],
    ['Application/JSON ; charset="UTF-8"', {}, 422],
  ])('Content-Type "%s" %o › %i', async (contentType, more, status) => {
    const answer = await send(PAYMENTS, { raw: '{}', headers: { ...KEYED, ...more, 'content-type': contentType } });
    expect(answer.status).toBe(status);
  });

  it('413 for a large body, declared or streamed; the connection is closed if the body was not read to its end', async () => {
    const raw = JSON.stringify({ memo: 'x'.repeat(70_000) });
    expect((await send(PAYMENTS, { raw, headers: KEYED })).json).toEqual(code('payload_too_large'));
    const head = `POST ${PAYMENTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer clerk\r\nContent-Type: application/json\r\n`;
    const chunks = `Transfer-Encoding: chunked\r\n\r\n${raw.length.toString(16)}\r\n${raw}\r\n0\r\n\r\n`;
    const answer = await exchangeRaw(`${head}${chunks}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toContain('HTTP/1.1 413');
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
    expect(answer).not.toContain('HTTP/1.1 200');
  });

  it('413 for more than a payment can be, and for 90,000 members, before any of them is created', async () => {
    const members = Array.from({ length: 90_000 }, (_, n) => `"m${n}":1`).join(',');
    for (const raw of [`{${members}}`, JSON.stringify({ memo: 'x'.repeat(6_000) }), `[${'1,'.repeat(1_000)}1]`])
      expect((await send(PAYMENTS, { raw, headers: KEYED })).json).toEqual(code('payload_too_large'));
  });

  it.each([
    '{"amount_cents":1,"payment_method":"cash","amount_cents":2}',
    '{"amount_cents":1,"payment_method":"cash","\\u0061mount_cents":2}',
  ])('400 malformed_request for a duplicate member: %s', async (raw) => {
    const answer = await send(PAYMENTS, { raw, headers: KEYED });
    const fields = { reason: 'repeated_member', line: 1, column: 43 };
    expect([answer.status, answer.json]).toEqual([400, code('malformed_request', fields)]);
  });

  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  it.each([
    ['cut short', '{"amount_cents":', 'not_json', 1, 17],
    ['not JSON', 'amount_cents=1', 'not_json', 1, 1],
    ['not JSON in its third line', '{\n  "amount_cents": 1,\n  "memo": "secret" "secret"\n}', 'not_json', 3, 20],
    ['deep', nested(500), 'too_deep', 1, 65],
    ['deep in a member', `{"memo":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`, 'too_deep', 1, 324],
    ['a lone continuation byte', new Uint8Array([0x22, 0x80, 0x22]), 'not_utf8', 1, 2],
    ['one after a replacement that was sent', new Uint8Array([0xef, 0xbf, 0xbd, 0x0a, 0x41, 0xff]), 'not_utf8', 2, 2],
  ])(
    '400 malformed_request gives the reason and position, but no part of the body: %s',
    async (_, raw, reason, line, column) => {
      const answer = await send(PAYMENTS, { raw, headers: KEYED });
      expect([answer.status, answer.json]).toEqual([400, code('malformed_request', { reason, line, column })]);
    },
  );

  it.each([
    ['a media type', { 'content-type': 'text/plain' }, 'media_type'],
    ['a charset', { 'content-type': 'application/json; charset=latin1' }, 'charset'],
    ['an encoding', { 'content-encoding': 'gzip' }, 'content_encoding'],
  ])('415 unsupported_media_type lists what is accepted, and what is wrong: %s', async (_, headers, reason) => {
    const answer = await send(PAYMENTS, { raw: '{}', headers: { ...KEYED, ...headers } });
    const fields = { reason, accepts: 'application/json', ...(reason === 'charset' && { charsets: 'utf-8' }) };
    expect([answer.status, answer.json]).toEqual([415, code('unsupported_media_type', fields)]);
    expect(answer.headers.get('accept')).toBe('application/json');
    const batch = await send('/v1/payment-batches', { raw: '{}', headers: { ...KEYED, 'content-type': 'text/plain' } });
    expect(batch.json.detail.accepts).toBe('application/json, text/csv');
  });

  it('409 idempotency_in_progress has Retry-After', async () => {
    graph = () => ({ errors: [{ message: '', extensions: { code: 'idempotency_in_progress', fields: {} } }] });
    const answer = await send(PAYMENTS, { body: CASH, headers: KEYED });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '1']);
  });
});

describe('invalid requests', () => {
  it('every problem of path, query, header and body at once', async () => {
    const answer = await send(PAYMENTS, { body: { amount_cents: 0, payment_method: 'check' } });
    expect(answer.status).toBe(422);
    expect(answer.json).toEqual({
      detail: [
        { loc: ['header', 'Idempotency-Key'], msg: 'Field required', type: 'missing', input: null },
        {
          loc: ['body', 'amount_cents'],
          msg: 'Input should be greater than 0',
          type: 'greater_than',
          input: 0,
          ctx: { gt: 0 },
        },
        {
          loc: ['body', 'check_number'],
          msg: 'Value error, check_number is required when payment_method is check',
          type: 'value_error',
          input: null,
          ctx: { error: 'check_number is required when payment_method is check' },
        },
      ],
    });
  });

  it('no body at all', async () => {
    const answer = await send(PAYMENTS, { method: 'POST', headers: KEYED });
    expect(answer.json).toEqual({ detail: [{ loc: ['body'], msg: 'Field required', type: 'missing', input: null }] });
  });

  it.each([
    ['', 'string_too_short'],
    ['x'.repeat(256), 'string_too_long'],
  ])('Idempotency-Key of a wrong length', async (key, type) => {
    const answer = await send(PAYMENTS, { body: CASH, headers: { 'Idempotency-Key': key } });
    expect(answer.json).toMatchObject({ detail: [{ loc: ['header', 'Idempotency-Key'], type }] });
  });

  it('Idempotency-Key sent twice', async () => {
    const body = JSON.stringify(CASH);
    const answer = await exchangeRaw(
      `POST ${PAYMENTS} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer clerk\r\nIdempotency-Key: a\r\n` +
        `Idempotency-Key: b\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer).toContain('422');
    expect(answer).toContain('"input":["a","b"]');
  });

  it.each([
    ['limit=0', { type: 'greater_than_equal', input: '0', ctx: { ge: 1 } }],
    ['limit=1001', { type: 'less_than_equal', input: '1001', ctx: { le: 1000 } }],
    ['limit=ten', { type: 'int_parsing', input: 'ten' }],
    ['limit=', { type: 'int_parsing', input: '' }],
    ['limit=1.5', { type: 'int_parsing', input: '1.5' }],
    ['limit=99999999999999999999', { type: 'less_than_equal' }],
    ['limit=1&limit=2', { type: 'string_type', input: ['1', '2'] }],
  ])('?%s', async (query, item) => {
    const answer = await send(`${PAYMENTS}?${query}`);
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({ detail: [{ loc: ['query', 'limit'], ...item }] });
  });

  it('an organization id that cannot be one', async () => {
    const answer = await send('/v1/organizations/not-a-ulid');
    expect([answer.status, answer.json]).toMatchObject([422, { detail: [{ loc: ['path', 'party_id'] }] }]);
  });
});

const SECURE_BY_DEFAULT = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

describe('headers of every response', () => {
  it.each(['/healthz', '/nowhere', PAYMENTS])('%s', async (path) => {
    graph = () => ({ data: { payments: {} } });
    const { headers } = await send(path);
    expect(headers.get('x-request-id')).toMatch(/^[0-9A-Z]{26}$/);
    expect(Object.fromEntries(headers)).toMatchObject(SECURE_BY_DEFAULT);
    expect(headers.get('cache-control')).toBe('no-store');
    expect([headers.get('x-powered-by'), headers.get('etag')]).toEqual([null, null]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('also for bytes that are not a request', async () => {
    const received = (await exchangeRaw('nonsense\r\n\r\n')).toLowerCase();
    for (const [name, value] of Object.entries(SECURE_BY_DEFAULT))
      expect(received).toContain(`${name}: ${value}`.toLowerCase());
  });

  it('a valid request id is returned, another is replaced', async () => {
    expect((await send('/healthz', { headers: { 'x-request-id': 'a.b:c-1' } })).headers.get('x-request-id')).toBe(
      'a.b:c-1',
    );
    expect((await send('/healthz', { headers: { 'x-request-id': 'a b' } })).headers.get('x-request-id')).not.toBe(
      'a b',
    );
  });
});

/** Sends raw bytes, and returns everything received until the host closes. */
function exchangeRaw(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(request));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('end', () => resolve(received)).on('error', reject);
  });
}
