import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawResponse, sendRaw } from '../support/raw-http.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

const BODY_LIMIT = 1_000_000;

let instance: TestInstance;
let token: string;
let account: string;
let paymentId: string;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false, environment: { BODY_LIMIT_BYTES: String(BODY_LIMIT) } });
  const lender = await instance.lender();
  const api = await lender.api();
  token = api.token;
  account = await lender.ledgerAccount();
  paymentId = (await api.record(account)).json.payment_id;
});
afterAll(() => instance.close());

interface Sent {
  readonly method?: string;
  /** `ACCOUNT` and `PAYMENT` stand for real ids. */
  readonly path?: string;
  /** Headers that replace the usual ones; undefined omits one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Buffer;
}

const JSON_TYPE = 'Content-Type: application/json\r\n';
const RECORD = '/v1/accounts/ACCOUNT/payments';
const fill = (text: string) => text.replace('ACCOUNT', account).replace('PAYMENT', paymentId);

/** Sends over a raw socket, because client libraries normalize requests. */
async function send({ method = 'POST', path = RECORD, headers = {}, body = '' }: Sent): Promise<RawResponse> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
  const all: Readonly<Record<string, string | undefined>> = {
    Host: 'localhost',
    Connection: 'close',
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': String(bytes.length),
    'Idempotency-Key': randomUUID(),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  const head = `${method} ${fill(path)} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  const [answer, ...more] = await sendRaw(instance.baseUrl, Buffer.concat([Buffer.from(head, 'latin1'), bytes]));
  if (answer === undefined || more.length > 0) throw new Error('expected exactly one answer');
  return answer;
}

/** `error_code`, or the sorted types of a 422's items. */
function said({ status, body }: RawResponse): readonly [number, string] {
  const { detail } = JSON.parse(body);
  const types = (items: readonly { loc: string[]; type: string }[]) =>
    items.map(({ loc, type }) => `${loc.join('.')} ${type}`);
  return [status, Array.isArray(detail) ? types(detail).sort().join(', ') : detail.error_code];
}

/** The UTF-8 bytes of a header's text, as Latin-1. */
const utf8 = (text: string) => Buffer.from(text).toString('latin1');

const cash = (amount: string) => `{"amount_cents":${amount},"payment_method":"cash"}`;
const memo = (text: string) => `{"amount_cents":1,"payment_method":"cash","memo":${text}}`;

describe('bodies', () => {
  it.each<[name: string, body: string, status: number, what: string]>([
    ['a NUL byte in a text', memo('"\\u0000"'), 422, 'body.memo value_error'],
    ['a raw NUL byte', memo('"\u0000"'), 400, 'malformed_request'],
    ['a lone surrogate', memo('"\\ud800"'), 422, 'body.memo string_unicode'],
    ['a pair of surrogates the wrong way round', memo('"\\udc00\\ud800"'), 422, 'body.memo string_unicode'],
    ['2^31', cash('2147483648'), 422, 'amount_exceeds_payoff'],
    ['2^53 - 1', cash('9007199254740991'), 422, 'amount_exceeds_payoff'],
    ['2^53', cash('9007199254740992'), 422, 'body.amount_cents less_than_equal'],
    ['2^63', cash('9223372036854775808'), 422, 'body.amount_cents less_than_equal'],
    ['1e400', cash('1e400'), 422, 'body.amount_cents finite_number'],
    ['-1e400', cash('-1e400'), 422, 'body.amount_cents finite_number'],
    ['-0', cash('-0'), 422, 'body.amount_cents greater_than'],
    ['1.5', cash('1.5'), 422, 'body.amount_cents int_from_float'],
    ['NaN', cash('NaN'), 400, 'malformed_request'],
    ['a number as text', cash('"100"'), 422, 'body.amount_cents int_type'],
    ['a boolean for a number', cash('true'), 422, 'body.amount_cents int_type'],
    ['a list for a number', cash('[100]'), 422, 'body.amount_cents int_type'],
    [
      '__proto__',
      '{"__proto__":{"amount_cents":1},"payment_method":"cash"}',
      422,
      'body.__proto__ extra_forbidden, body.amount_cents missing',
    ],
    [
      'constructor',
      '{"constructor":{"prototype":{}},"amount_cents":1,"payment_method":"cash"}',
      422,
      'body.constructor extra_forbidden',
    ],
    [
      'a method that every object has',
      '{"amount_cents":1,"payment_method":"toString"}',
      422,
      'body.payment_method literal_error',
    ],
    ['a list', '[]', 422, 'body model_attributes_type'],
    ['null', 'null', 422, 'body model_attributes_type'],
    ['a text', '"x"', 422, 'body model_attributes_type'],
    ['nothing', '', 422, 'body missing'],
    ['blanks', '   ', 400, 'malformed_request'],
    ['half of an object', '{"amount_cents":', 400, 'malformed_request'],
    ['two objects', `${cash('1')}${cash('1')}`, 400, 'malformed_request'],
    ['lists 1 000 deep', memo(`${'['.repeat(1_000)}${']'.repeat(1_000)}`), 400, 'malformed_request'],
    ['objects 300 deep', `${'{"memo":'.repeat(300)}1${'}'.repeat(300)}`, 400, 'malformed_request'],
    ['300 unknown members', `{${Array.from({ length: 300 }, (_, n) => `"k${n}":1`).join()}}`, 422, '100 items'],
    ['50 000 members', `{${Array.from({ length: 50_000 }, (_, n) => `"k${n}":1`).join()}}`, 413, 'payload_too_large'],
    ['5 MB', memo(`"${'x'.repeat(5_000_000)}"`), 413, 'payload_too_large'],
  ])('%s', async (_, body, status, what) => {
    const answer = await send({ body });
    const [found, items] = said(answer);
    expect([found, what === '100 items' ? `${items.split(', ').length} items` : items]).toEqual([status, what]);
  });

  it('a member that is sent twice is refused, because parsers disagree on which one counts', async () => {
    const answer = await send({ body: '{"amount_cents":1,"payment_method":"cash","amount_cents":2}' });
    expect(said(answer)).toEqual([400, 'malformed_request']);
  });

  it.each<[field: string, text: string]>([
    ['memo', 'paid by 4242 4242 4242 4242, cvc 123'],
    ['external_reference', 'POS-4242-4242-4242-4242'],
    ['external_reference', 'visa 4242424242424242'],
  ])('a card number in %s is refused, and not repeated in the answer', async (field, text) => {
    const answer = await send({ body: JSON.stringify({ amount_cents: 1, payment_method: 'cash', [field]: text }) });
    expect(said(answer)).toEqual([422, `body.${field} value_error`]);
    expect(answer.body).not.toContain('4242');
  });

  it.each([
    [
      'a UUID, a serial number',
      { external_reference: '42424242-4242-4242-a242-424242424242', memo: 'serial 12345678901' },
    ],
    [
      'a possible card number without a card’s name',
      { external_reference: '4000056655665556', memo: 'till 4242424242424242' },
    ],
    ['a check number', { payment_method: 'check', check_number: 4000056655665556 }],
  ])('digits alone are accepted: %s', async (_, fields) => {
    const answer = await send({ body: JSON.stringify({ amount_cents: 1, payment_method: 'cash', ...fields }) });
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([201, fields]);
  });

  it('text is stored as it was sent: emoji, combining marks, right-to-left, line ends', async () => {
    const sent = '😀 é\u0301 שלום \r\n\tनम\u200dस्ते';
    const answer = await send({ body: memo(JSON.stringify(sent)) });
    expect(JSON.parse(Buffer.from(answer.body, 'latin1').toString('utf8')).memo).toBe(sent);
  });

  it('200 characters are counted as characters, not as bytes or UTF-16 units', async () => {
    expect((await send({ body: memo(JSON.stringify('😀'.repeat(200))) })).status).toBe(201);
    expect(said(await send({ body: memo(JSON.stringify('😀'.repeat(201))) }))).toEqual([
      422,
      'body.memo string_too_long',
    ]);
  });

  it('bytes that are not UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"memo":"'), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from('"}')]);
    expect(said(await send({ body }))).toEqual([400, 'malformed_request']);
  });

  it('422 lists all problems of a body at once', async () => {
    const body = {
      amount_cents: -5,
      payment_method: 'check',
      card_brand: 'visa',
      external_reference: 'x'.repeat(65),
      memo: 7,
      effective_date: '2026-01-15',
    };
    const answer = await send({ body: JSON.stringify(body), headers: { 'Idempotency-Key': undefined } });
    expect(answer.status).toBe(422);
    const { detail } = JSON.parse(answer.body);
    expect(detail).toHaveLength(7);
    expect(detail).toEqual(
      expect.arrayContaining([
        { loc: ['header', 'Idempotency-Key'], msg: 'Field required', type: 'missing', input: null },
        {
          loc: ['body', 'amount_cents'],
          msg: 'Input should be greater than 0',
          type: 'greater_than',
          input: -5,
          ctx: { gt: 0 },
        },
        {
          loc: ['body', 'check_number'],
          msg: 'Value error, check_number is required when payment_method is check',
          type: 'value_error',
          input: null,
          ctx: { error: 'check_number is required when payment_method is check' },
        },
        {
          loc: ['body', 'card_brand'],
          msg: 'Value error, card_brand is not allowed when payment_method is check',
          type: 'value_error',
          input: 'visa',
          ctx: { error: 'card_brand is not allowed when payment_method is check' },
        },
        {
          loc: ['body', 'external_reference'],
          msg: 'String should have at most 64 characters',
          type: 'string_too_long',
          input: 'x'.repeat(65),
          ctx: { max_length: 64 },
        },
        { loc: ['body', 'memo'], msg: 'Input should be a valid string', type: 'string_type', input: 7 },
        {
          loc: ['body', 'effective_date'],
          msg: 'Extra inputs are not permitted',
          type: 'extra_forbidden',
          input: '2026-01-15',
        },
      ]),
    );
  });
});

describe('the transfer of a body', () => {
  it.each<[name: string, headers: Sent['headers'], body: string | Buffer, status: number]>([
    ['no content type', { 'Content-Type': undefined }, cash('1'), 415],
    ['text/plain', { 'Content-Type': 'text/plain' }, cash('1'), 415],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'amount_cents=1', 415],
    ['another charset', { 'Content-Type': 'application/json; charset=utf-16' }, cash('1'), 415],
    ['two content types', { 'Content-Type': 'application/json, text/plain' }, cash('1'), 415],
    ['gzip', { 'Content-Encoding': 'gzip' }, gzipSync(cash('1')), 415],
    ['JSON in capitals, with a charset', { 'Content-Type': 'APPLICATION/JSON; Charset="UTF-8"' }, cash('1'), 201],
    [
      'chunks',
      { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' },
      `5\r\n{"amo\r\n2c\r\n${cash('100').slice(5).padEnd(44)}\r\n0\r\n\r\n`,
      201,
    ],
    ['an invalid chunk length', { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }, 'zz\r\n{', 400],
    ['a length and chunks', { 'Transfer-Encoding': 'chunked' }, '0\r\n\r\n', 400],
    ['an invalid length', { 'Content-Length': 'ten' }, cash('1'), 400],
    ['a negative length', { 'Content-Length': '-1' }, cash('1'), 400],
    ['an unknown expectation', { Expect: 'the-unexpected' }, cash('1'), 201],
    ['an unsupported upgrade', { Connection: 'close, Upgrade', Upgrade: 'websocket' }, cash('1'), 201],
  ])('%s', async (_, headers, body, status) => {
    const answer = await send({ ...(headers && { headers }), body });
    expect(answer.status).toBe(status);
    if (status >= 400) expect(JSON.parse(answer.body)).toHaveProperty('detail');
  });

  it('5 MB in chunks', async () => {
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const headers = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' };
    expect(said(await send({ headers, body: `${chunk.repeat(80)}0\r\n\r\n` }))).toEqual([413, 'payload_too_large']);
  });
});

describe('Idempotency-Key', () => {
  it.each<[name: string, key: string | undefined, status: number, what: string]>([
    ['missing', undefined, 422, 'header.Idempotency-Key missing'],
    ['of 0 characters', '', 422, 'header.Idempotency-Key string_too_short'],
    ['of 256 characters', 'k'.repeat(256), 422, 'header.Idempotency-Key string_too_long'],
    ['of 256 characters of two bytes', utf8('ж'.repeat(256)), 422, 'header.Idempotency-Key string_too_long'],
    ['with a control character', 'a\u0001b', 400, 'malformed_request'],
    ['with a NUL byte', 'a\u0000b', 400, 'malformed_request'],
  ])('%s', async (_, key, status, what) => {
    expect(said(await send({ headers: { 'Idempotency-Key': key }, body: cash('1') }))).toEqual([status, what]);
  });

  it.each([
    ['1 character', '!'],
    ['255 characters', 'k'.repeat(255)],
    ['255 characters that are two bytes each', utf8('ж'.repeat(255))],
    ['bytes that are not UTF-8', '\u00e9t\u00e9'],
    ['emoji, as UTF-8', utf8('💸'.repeat(60))],
    ['quotes, percent signs and commas', '"%00", \'; drop table -- '],
  ])('of %s: recorded once, replayed afterwards', async (_, key) => {
    const headers = { 'Idempotency-Key': key };
    const [first, again] = [await send({ headers, body: cash('1') }), await send({ headers, body: cash('1') })];
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });
});

describe('paths and queries', () => {
  it.each<[path: string, status: number, what: string]>([
    ['/v1/payments/%zz', 400, 'malformed_request'],
    ['/v1/payments/%', 400, 'malformed_request'],
    ['/v1/payments/%C3%28', 400, 'malformed_request'],
    ['/v1/payments/%00', 404, 'payment_not_found'],
    ['/v1/payments/%ED%A0%80', 400, 'malformed_request'],
    ['/v1/payments/..%2F..%2Fetc%2Fpasswd', 404, 'payment_not_found'],
    ['/v1/payments/../../etc/passwd', 404, 'route_not_found'],
    [`/v1/payments/${'x'.repeat(10_000)}`, 404, 'payment_not_found'],
    ['/v1/payments/__proto__', 404, 'payment_not_found'],
    ["/v1/payments/'%20or%201=1--", 404, 'payment_not_found'],
    ['/v1/payments/\u00ff', 400, 'malformed_request'],
    ['/v1/payments/', 404, 'route_not_found'],
    ['/v1/payments/PAYMENT/', 404, 'route_not_found'],
    ['//v1/payments/PAYMENT', 404, 'route_not_found'],
    ['/v1//payments/PAYMENT', 404, 'route_not_found'],
    ['/V1/payments/PAYMENT', 404, 'route_not_found'],
    ['/__proto__', 404, 'route_not_found'],
    ['/constructor/prototype', 404, 'route_not_found'],
    ['*', 404, 'route_not_found'],
    ['/v1/accounts/ACCOUNT/payments?limit=0', 422, 'query.limit greater_than_equal'],
    ['/v1/accounts/ACCOUNT/payments?limit=1001', 422, 'query.limit less_than_equal'],
    ['/v1/accounts/ACCOUNT/payments?limit=1e2', 422, 'query.limit int_parsing'],
    ['/v1/accounts/ACCOUNT/payments?limit=', 422, 'query.limit int_parsing'],
    ['/v1/accounts/ACCOUNT/payments?limit=1&limit=2', 422, 'query.limit string_type'],
    ['/v1/accounts/ACCOUNT/payments?limit=%zz&cursor=%00', 422, 'query.limit int_parsing'],
    ['/v1/accounts/ACCOUNT/payments?cursor=%00', 422, 'query.cursor value_error'],
    ['/v1/accounts/ACCOUNT/payments?cursor=AAAA', 422, 'query.cursor value_error'],
    ['/v1/payments/PAYMENT?organization_id=01ARZ3NDEKTSV4RRFFQ69G5FAV', 403, 'organization_out_of_scope'],
    [`/v1/payments/PAYMENT?q=${'x'.repeat(20_000)}`, 431, 'headers_too_large'],
  ])('GET %s', async (path, status, what) => {
    const answer = await send({ method: 'GET', path, headers: { 'Content-Length': undefined } });
    expect(said(answer)).toEqual([status, what]);
  });

  it('a query of 10 000 characters with unknown parameters is 422, each name once', async () => {
    const path = `/v1/payments/PAYMENT?${'__proto__[x]=1&%zz&&==&'.repeat(400)}`;
    expect(said(await send({ method: 'GET', path }))).toEqual([
      422,
      'query. extra_forbidden, query.%zz extra_forbidden, query.__proto__[x] extra_forbidden',
    ]);
  });
});

describe('methods and forms of a request', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])(
    '%s is 405 method_not_allowed, with Allow',
    async (method) => {
      const answer = await send({ method, path: '/v1/payments/PAYMENT' });
      expect([said(answer), answer.headers['allow']]).toEqual([[405, 'method_not_allowed'], 'GET, HEAD, OPTIONS']);
    },
  );

  it('HEAD answers like GET without a body; OPTIONS lists the allowed methods', async () => {
    const [head, get] = [await headers('HEAD'), await headers('GET')];
    expect([head.status, head.headers['content-length']]).toEqual([200, get.headers['content-length']]);
    const options = await send({ method: 'OPTIONS', path: '/v1/payments/PAYMENT' });
    expect([options.status, options.headers['allow'], options.body]).toEqual([204, 'GET, HEAD, OPTIONS', '']);
  });

  const headers = (method: string) =>
    send({
      method,
      path: '/v1/payments/PAYMENT',
      headers: { 'Content-Length': undefined, Authorization: `Bearer ${token}` },
    });

  it.each<[name: string, bytes: string, statuses: readonly number[]]>([
    ['an unknown method', 'BREW /v1/payments/x HTTP/1.1\r\nHost: x\r\n\r\n', [400]],
    [
      'the absolute form of a URL',
      'GET http://localhost/v1/payments/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      [401],
    ],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', [400]],
    ['garbage', '\u0000\u0001\u0002 garbage \r\n\r\n', [400]],
    ['a TLS hello', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001', [400]],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
    ['a header line without a colon', 'GET /healthz HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n', [400]],
    ['20 000 characters of headers', `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, [431]],
    [
      'a request, then garbage in the same packet',
      'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n\u0000garbage\r\n\r\n',
      [400],
    ],
    ['CONNECT: closed without an answer', 'CONNECT localhost:5432 HTTP/1.1\r\nHost: x\r\n\r\n', []],
    [
      'three requests at once',
      'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      [200, 404, 200],
    ],
  ])('%s', async (_, bytes, statuses) => {
    const answers = await sendRaw(instance.baseUrl, Buffer.from(bytes, 'latin1'));
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    for (const { status, body } of answers) if (status >= 400) expect(JSON.parse(body)).toHaveProperty('detail');
  });

  it.each([
    ['half of a head', 'POST /v1/oauth/token HTTP/1.1\r\nHost: x\r\nContent-Le'],
    ['a body that stops halfway', `POST /v1/oauth/token HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}Content-Length: 9\r\n\r\n{`],
    [
      'a chunk that stops halfway',
      `POST /v1/oauth/token HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nffffffff\r\n{`,
    ],
  ])('%s, then the end: at most a 400, and no hang', async (_, bytes) => {
    const answers = await sendRaw(instance.baseUrl, Buffer.from(bytes), { ends: true });
    for (const { status } of answers) expect(status).toBe(400);
  });

  it('afterwards the product still answers, and only the valid payments were recorded', async () => {
    expect((await send({ body: cash('1') })).status).toBe(201);
    const balance = await instance.resources.pool.query(
      'select coalesce(sum(amount_cents), 0)::int as sum from ledger_line',
    );
    expect(balance.rows).toEqual([{ sum: 0 }]);
  });
});
