import { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CATALOGUE } from '../../core/errors/catalogue.js';
import type { HttpHost } from '../../core/http/front/http-host.js';
import { fakeServices, listen } from '../testing/fake-services.js';
import { createBaseHost } from './base-host.js';

/** Windows so long that none restarts during a test: one request a minute, and two more. */
const FEW = { perMinute: 1, burst: 2 };
const PLENTY = { perMinute: 60_000, burst: 10_000 };
const OF_ALL = FEW.perMinute + FEW.burst;

let host: HttpHost;
let base: string;
afterEach(() => host.stop(1000));

async function start(limits: { readonly api: typeof FEW; readonly token: typeof FEW }): Promise<void> {
  const all = { ...limits, contact_reads: PLENTY };
  const graph = () => ({ data: { organizations: { items: [] } } });
  host = createBaseHost(fakeServices({ limits: all, graph }), '1');
  base = await listen(host);
}

function list(token: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${base}/v1/organizations`, { headers: { authorization: `Bearer ${token}`, ...headers } });
}

function exchange(clientId: string, address = '192.0.2.1', secret: string | null = 'wrong'): Promise<Response> {
  return fetch(`${base}/v1/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret }),
  });
}

async function statuses(times: number, request: () => Promise<Response>): Promise<readonly number[]> {
  const answers: number[] = [];
  for (let sent = 0; sent < times; sent += 1) answers.push((await request()).status);
  return answers;
}

describe('bucket api', () => {
  it('429 with the fields and headers of the contract, once a key has used up its limit', async () => {
    await start({ api: FEW, token: PLENTY });
    expect(await statuses(OF_ALL, () => list('clerk'))).toEqual([200, 200, 200]);
    const denied = await list('clerk');
    expect(denied.status).toBe(429);
    expect(await denied.json()).toEqual({
      detail: {
        error_code: 'rate_limited',
        message: CATALOGUE.rate_limited.meaning,
        bucket: 'api',
        limit_per_minute: 1,
        burst_capacity: 2,
        retry_after_seconds: Number(denied.headers.get('retry-after')),
        reset_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
    expect(Number(denied.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect([denied.headers.get('ratelimit-limit'), denied.headers.get('ratelimit-remaining')]).toEqual(['1', '0']);
    expect((await list('reader')).status).toBe(403);
  });

  it('a refused request counts, and shows the remaining requests', async () => {
    await start({ api: FEW, token: PLENTY });
    const refused = await list('reader');
    expect([refused.status, refused.headers.get('ratelimit-remaining')]).toEqual([403, '2']);
  });

  it('failed authentication counts per address, and does not block authenticated callers', async () => {
    await start({ api: FEW, token: PLENTY });
    const guess = () => list('guess', { 'x-forwarded-for': '192.0.2.1' });
    expect(await statuses(OF_ALL + 1, guess)).toEqual([401, 401, 401, 429]);
    expect((await list('guess', { 'x-forwarded-for': '192.0.2.2' })).status).toBe(401);
    expect((await list('clerk', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(200);
  });

  it('requests that need no token are not counted', async () => {
    await start({ api: FEW, token: FEW });
    for (const path of ['/healthz', '/.well-known/jwks.json']) {
      const answers = await statuses(OF_ALL + 1, () => fetch(base + path));
      expect(new Set(answers).size).toBe(1);
    }
  });

  it('requests that match no route are counted per address, with the headers', async () => {
    await start({ api: FEW, token: FEW });
    const answers = await statuses(OF_ALL + 1, () => fetch(`${base}/nowhere`));
    expect(answers.at(0)).toBe(404);
    expect(answers.at(-1)).toBe(429);
    expect((await fetch(`${base}/nowhere`)).headers.get('ratelimit-limit')).not.toBeNull();
  });

  it.each([
    [404, 'GET', '/nowhere'],
    [405, 'DELETE', '/v1/organizations'],
    [400, 'GET', '/v1/payments/%zz'],
    [204, 'OPTIONS', '/v1/organizations'],
  ])('%i of %s %s shows the remaining requests of its address', async (status, method, path) => {
    await start({ api: FEW, token: PLENTY });
    const answer = await fetch(base + path, { method });
    expect([answer.status, answer.headers.get('ratelimit-remaining')]).toEqual([status, '2']);
  });
});

describe('bucket token', () => {
  it('counts per client and address', async () => {
    await start({ api: PLENTY, token: FEW });
    expect(await statuses(OF_ALL + 1, () => exchange('one'))).toEqual([401, 401, 401, 429]);
    expect(await (await exchange('one')).json()).toMatchObject({
      detail: { error_code: 'rate_limited', bucket: 'token' },
    });
    expect((await exchange('two')).status).toBe(401);
    expect((await exchange('one', '192.0.2.2')).status).toBe(401);
  });

  it('trying many clients in turn is limited by the address', async () => {
    await start({ api: FEW, token: PLENTY });
    let client = 0;
    expect(await statuses(OF_ALL + 1, () => exchange(`client-${client++}`))).toEqual([401, 401, 401, 429]);
  });

  it('so is sending unreadable requests under many names', async () => {
    await start({ api: FEW, token: PLENTY });
    let client = 0;
    const unreadable = () => exchange(`client-${client++}`, '192.0.2.1', null);
    expect(await statuses(OF_ALL + 1, unreadable)).toEqual([422, 422, 422, 429]);
  });

  it('an address that has used up its limit is refused before its body is read', async () => {
    await start({ api: FEW, token: PLENTY });
    await statuses(OF_ALL + 1, () => exchange('one'));
    const read = vi.spyOn(IncomingMessage.prototype, 'on');
    const refused = await exchange('client01', '192.0.2.1', 'right');
    const events = read.mock.calls.map(([event]) => event);
    read.mockRestore();
    expect([refused.status, refused.headers.has('retry-after'), events.includes('data')]).toEqual([429, true, false]);
    expect((await exchange('client01', '192.0.2.2', 'right')).status).toBe(200);
  });

  it('a request is counted for its client before it is searched for a card', async () => {
    await start({ api: PLENTY, token: FEW });
    const card = () =>
      fetch(`${base}/v1/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id: 'one', card: '4242424242424242' }),
      });
    expect(await statuses(OF_ALL + 1, card)).toEqual([422, 422, 422, 429]);
  });
});
