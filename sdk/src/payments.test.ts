import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TributaryError } from './errors.js';
import { outcomeOf, payment, refused, ScriptedApi } from './testing/scripted-fetch.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const CASH = { amount_cents: 100, payment_method: 'cash' } as const;
const codeOf = (outcome: unknown) => (outcome instanceof TributaryError ? outcome.code : outcome);
const keysOf = (api: ScriptedApi) => new Set(api.sent.map(({ headers }) => headers.get('idempotency-key')));

describe('record', () => {
  it('sends one key and one body through every attempt', async () => {
    const api = new ScriptedApi([
      'lost',
      refused(408, 'request_timeout'),
      refused(429, 'rate_limited'),
      refused(503, 'posting_unavailable'),
      { status: 502, body: '<html>' },
      refused(504, 'outcome_unknown'),
      refused(409, 'idempotency_in_progress'),
      { status: 200, body: '{"payment_id":' },
      { status: 201, body: payment() },
    ]);
    expect(await outcomeOf(api.client().payments.record('A1', CASH))).toMatchObject({ payment_id: 'P1' });
    expect(api.sent).toHaveLength(9);
    expect(keysOf(api).size).toBe(1);
    expect([...keysOf(api)][0]).toMatch(/^[0-9a-f-]{36}$/);
    for (const { method, path, body } of api.sent)
      expect([method, path, body]).toEqual(['POST', '/v1/accounts/A1/payments', CASH]);
  });

  it('uses a new key for each call, or the caller’s own', async () => {
    const api = new ScriptedApi(Array(3).fill({ status: 201, body: payment() }));
    const { payments } = api.client();
    await payments.record('A1', CASH);
    await payments.record('A1', CASH);
    await payments.record('A1', CASH, { idempotencyKey: 'till 7' });
    const keys = api.sent.map(({ headers }) => headers.get('idempotency-key'));
    expect([new Set(keys).size, keys[2]]).toEqual([3, 'till 7']);
  });

  it('does not repeat a rejected request', async () => {
    const api = new ScriptedApi([refused(422, 'servicing_rejected', { reason: 'account_restricted' })]);
    const outcome = await outcomeOf(api.client().payments.record('A1', CASH, { idempotencyKey: 'k' }));
    expect(outcome).toMatchObject({
      code: 'servicing_rejected',
      status: 422,
      requestId: 'request 1',
      idempotencyKey: 'k',
      detail: { reason: 'account_restricted' },
      message: 'servicing_rejected: reason: account_restricted. (HTTP 422, request request 1)',
    });
  });

  it('obeys Retry-After, and waits no longer than the deadline', async () => {
    const busy = { ...refused(429, 'rate_limited'), headers: { 'retry-after': '30' } };
    const api = new ScriptedApi([busy, { status: 201, body: payment() }]);
    await outcomeOf(api.client().payments.record('A1', CASH));
    const [first, second] = api.sent.map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(30_000);

    const impatient = new ScriptedApi([busy]);
    expect(codeOf(await outcomeOf(impatient.client().payments.record('A1', CASH, { deadlineMs: 20_000 })))).toBe(
      'rate_limited',
    );
    expect(performance.now() - (impatient.sent[0]?.at ?? 0)).toBeLessThan(1_000);
  });

  it('gives up at the deadline, and reports the key to continue with', async () => {
    const api = new ScriptedApi(Array(200).fill('lost'));
    const began = performance.now();
    const outcome = await outcomeOf(
      api.client({ deadlineMs: 10_000 }).payments.record('A1', CASH, { idempotencyKey: 'k' }),
    );
    expect(outcome).toMatchObject({ code: 'connection_failed', status: undefined, idempotencyKey: 'k' });
    expect(outcome).toHaveProperty('cause.message', 'fetch failed');
    expect(performance.now() - began).toBeLessThanOrEqual(10_100);
  });

  it('abandons an attempt that hangs, and sends again', async () => {
    const api = new ScriptedApi(['hangs', { status: 201, body: payment() }]);
    expect(await outcomeOf(api.client({ timeoutMs: 1_000 }).payments.record('A1', CASH))).toMatchObject({
      status: 'posted',
    });
    expect(keysOf(api).size).toBe(1);
  });

  it('stops on the caller’s signal, during an attempt and during a pause', async () => {
    for (const script of ['hangs', 'lost'] as const) {
      const controller = new AbortController();
      const outcome = outcomeOf(
        new ScriptedApi([script]).client().payments.record('A1', CASH, { signal: controller.signal }),
      );
      controller.abort(new Error('enough'));
      expect(await outcome).toMatchObject({ message: 'enough' });
    }
  });

  it('follows no redirect: the key and the body go to no other host', async () => {
    const api = new ScriptedApi([{ status: 307, headers: { location: 'https://elsewhere.test' } }]);
    expect(codeOf(await outcomeOf(api.client().payments.record('A1', CASH)))).toBe('unrecognized_answer');
    expect(api.sent).toHaveLength(1);
  });
});

describe('recordAndWait', () => {
  const inDoubt = payment({ status: 'pending_confirmation' });

  it('reads until the outcome is known, with growing pauses', async () => {
    const api = new ScriptedApi([
      { status: 202, body: inDoubt },
      ...Array(5).fill({ status: 200, body: inDoubt }),
      { status: 200, body: payment() },
    ]);
    expect(await outcomeOf(api.client().payments.recordAndWait('A1', CASH))).toMatchObject({ status: 'posted' });
    expect(api.sent.map(({ method }) => method)).toEqual(['POST', ...Array(6).fill('GET')]);
    const pauses = api.sent.slice(1).map(({ at }, n) => at - (api.sent[n]?.at ?? 0));
    expect(pauses[5]).toBeGreaterThan(pauses[0] ?? 0);
  });

  it('resolves with failed: that outcome is final too', async () => {
    const api = new ScriptedApi([
      { status: 202, body: inDoubt },
      { status: 200, body: payment({ status: 'failed' }) },
    ]);
    expect(await outcomeOf(api.client().payments.recordAndWait('A1', CASH))).toMatchObject({ status: 'failed' });
  });

  it.each([
    ['its outcome is still unknown', Array(100).fill({ status: 200, body: inDoubt })],
    ['it cannot be read', Array(100).fill('lost')],
    ['it may not be read', [refused(403, 'insufficient_scope')]],
  ])('outcome_pending, with the payment and the key, when %s', async (_, reads) => {
    const api = new ScriptedApi([{ status: 202, body: inDoubt }, ...reads]);
    const outcome = await outcomeOf(api.client({ deadlineMs: 20_000 }).payments.recordAndWait('A1', CASH));
    expect(outcome).toMatchObject({ code: 'outcome_pending', detail: { payment: { payment_id: 'P1' } } });
    expect(outcome).toHaveProperty('idempotencyKey', [...keysOf(api)][0]);
  });

  it('reverseAndWait does the same for a reversal', async () => {
    const api = new ScriptedApi([
      { status: 202, body: payment({ status: 'reversal_pending' }) },
      { status: 200, body: payment({ status: 'reversed' }) },
    ]);
    const outcome = await outcomeOf(api.client().payments.reverseAndWait('P1', { reason: 'returned' }));
    expect(outcome).toMatchObject({ status: 'reversed' });
    expect(api.sent.map(({ path }) => path)).toEqual(['/v1/payments/P1/reversal', '/v1/payments/P1']);
  });
});

describe('the token', () => {
  const success = { status: 200, body: payment() };

  it('is fetched once for concurrent callers, with the prefix and the full key', async () => {
    const api = new ScriptedApi(Array(20).fill(success));
    const { payments } = api.client();
    await Promise.all(Array.from({ length: 20 }, () => payments.get('P1')));
    expect(api.exchanges.map(({ path, body }) => [path, body])).toEqual([
      [
        '/v1/oauth/token',
        { grant_type: 'client_credentials', client_id: 'abcdefgh', client_secret: 'abcdefgh_secret' },
      ],
    ]);
    expect(new Set(api.sent.map(({ headers }) => headers.get('authorization')))).toEqual(new Set(['Bearer token 1']));
  });

  it('is renewed before it expires, while calls continue with the old one', async () => {
    const api = new ScriptedApi(Array(3).fill(success));
    const { payments } = api.client();
    await payments.get('P1');
    vi.advanceTimersByTime(3_000_000);
    await payments.get('P1');
    await payments.get('P1');
    expect(api.sent.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer token 1',
      'Bearer token 1',
      'Bearer token 2',
    ]);
  });

  it('is waited for when the old one has expired', async () => {
    const api = new ScriptedApi(Array(2).fill(success));
    const { payments } = api.client();
    await payments.get('P1');
    vi.advanceTimersByTime(3_600_000);
    await payments.get('P1');
    expect(api.sent.at(-1)?.headers.get('authorization')).toBe('Bearer token 2');
  });

  it('is renewed once when it is rejected; a second rejection is final', async () => {
    const once = new ScriptedApi([refused(401, 'invalid_token'), { status: 201, body: payment() }]);
    await once.client().payments.record('A1', CASH);
    expect([keysOf(once).size, once.exchanges.length]).toEqual([1, 2]);
    const twice = new ScriptedApi(Array(2).fill(refused(401, 'invalid_token')));
    expect(codeOf(await outcomeOf(twice.client().payments.get('P1')))).toBe('invalid_token');
    expect([twice.sent.length, twice.exchanges.length]).toEqual([2, 2]);
  });

  it('is renewed once when twenty callers were rejected with it', async () => {
    const api = new ScriptedApi([...Array(20).fill(refused(401, 'invalid_token')), ...Array(20).fill(success)]);
    const { payments } = api.client();
    await Promise.all(Array.from({ length: 20 }, () => payments.get('P1')));
    expect(api.exchanges).toHaveLength(2);
  });

  it('is requested again when the exchange is lost or busy, within the caller’s deadline', async () => {
    const api = new ScriptedApi(
      [success],
      ['lost', refused(429, 'rate_limited'), 'hangs', refused(503, 'service_unavailable')],
    );
    expect(await outcomeOf(api.client({ timeoutMs: 1_000 }).payments.get('P1'))).toMatchObject({ payment_id: 'P1' });
    expect(api.exchanges).toHaveLength(5);
    const never = new ScriptedApi([], Array(100).fill('hangs'));
    expect(codeOf(await outcomeOf(never.client().payments.get('P1', { deadlineMs: 5_000 })))).toBe('connection_failed');
  });

  it('is not requested again with a wrong key', async () => {
    const api = new ScriptedApi([], [refused(401, 'invalid_client')]);
    expect(codeOf(await outcomeOf(api.client().payments.get('P1')))).toBe('invalid_client');
    expect(api.exchanges).toHaveLength(1);
  });
});

describe('cards', () => {
  const card = { number: '4242424242424242', expiration_month: 12, expiration_year: 2034, cvc: '123' };

  it('go to the secure host, under one key', async () => {
    const api = new ScriptedApi([
      refused(502, 'tokenization_failed', { retryable: true }),
      { status: 201, body: { id: 'M1' } },
    ]);
    const capture = { account_id: 'A1', cardholder_name: 'Ada', card };
    expect(await outcomeOf(api.client().secure.captureCard(capture))).toEqual({ id: 'M1' });
    expect(api.sent.map(({ host }) => host)).toEqual(['cards.test', 'cards.test']);
    expect([keysOf(api).size, api.exchanges[0]?.host]).toEqual([1, 'api.test']);
  });

  it('secure_capture_disabled is final', async () => {
    const api = new ScriptedApi([refused(503, 'secure_capture_disabled')]);
    const capture = { account_id: 'A1', cardholder_name: 'Ada', card };
    expect(codeOf(await outcomeOf(api.client().secure.captureCard(capture)))).toBe('secure_capture_disabled');
  });

  it('are not sent without a secure host, and never to the base host', async () => {
    const api = new ScriptedApi([]);
    const capture = { account_id: 'A1', cardholder_name: 'Ada', card };
    await expect(api.client({ secureUrl: undefined }).secure.captureCard(capture)).rejects.toThrow('secureUrl');
    expect(() => api.client({ secureUrl: 'https://api.test/cards' })).toThrow('never sent to baseUrl');
  });
});

it.each([
  ['no key', { apiKey: '' }],
  ['an invalid address', { baseUrl: 'api' }],
  ['no time', { timeoutMs: 0 }],
])('the constructor rejects %s', (_, options) => {
  expect(() => new ScriptedApi([]).client(options)).toThrow(TypeError);
});
