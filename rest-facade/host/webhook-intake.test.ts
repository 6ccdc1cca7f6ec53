import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HttpHost } from '../../core/http/front/http-host.js';
import { webhookCalls } from '../../core/telemetry/metrics.js';
import { WebhookIntake, type WebhookLimits } from '../admin/campaign-events/webhook-limits-before-authentication.js';
import { fakeServices, listen } from '../testing/fake-services.js';
import { createBaseHost } from './base-host.js';

const LIMITS: WebhookLimits = {
  callBytes: 1_000_000,
  unsignedCallBytes: 2_000,
  heldBytes: 1_500_000,
  heldBytesPerSource: 1_000_000,
  patienceMs: 60_000,
  unverifiedPerMinute: 3,
};
const SIGNED = { 'webhook-signature': 'v1,x' };
const LARGE = `["${'x'.repeat(70_000)}"]`;
const REFUSED = { errors: [{ message: 'no', extensions: { code: 'invalid_signature', fields: {} } }] };
const KEPT = { data: { acceptWebhook: { batchId: '1' } } };

let host: HttpHost;
let base: string;
let webhooks: WebhookIntake;
let services: ReturnType<typeof fakeServices>;
let answer: typeof REFUSED | typeof KEPT;
const sockets: Socket[] = [];

async function open(limits: Partial<WebhookLimits> = {}): Promise<void> {
  webhooks = new WebhookIntake({ ...LIMITS, ...limits });
  services = { ...fakeServices({ graph: () => answer }), webhooks };
  host = createBaseHost(services, '1');
  base = await listen(host);
}

beforeEach(() => {
  answer = REFUSED;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await host.stop(0);
});

interface Sent {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly from?: string;
  /** Undefined for a chunked body. */
  readonly declared: number | undefined;
  /** The text, or a number of blanks. */
  readonly sent: number | string;
}

/** Announces a body and sends a part of it. Returns the response once the other side has closed the connection. */
function begin({ path = '', headers = {}, from = '192.0.2.1', declared, sent }: Sent): Promise<string> {
  const size = declared === undefined ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(declared) };
  const all = { Host: 'x', 'Content-Type': 'application/json', 'X-Forwarded-For': from, ...size, ...headers };
  const lines = Object.entries(all).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`),
  );
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  sockets.push(socket);
  socket.write(`POST /campaign-events/webhook${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.write(typeof sent === 'string' ? sent : Buffer.alloc(sent, ' '));
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  return new Promise((resolve) => socket.on('close', () => resolve(text)));
}

async function held(share: Parameters<WebhookIntake['heldBy']>[0], bytes: number): Promise<void> {
  while (webhooks.heldBy(share) !== bytes) await new Promise((resolve) => setTimeout(resolve, 5));
}

const post = (headers: Readonly<Record<string, string>>, path = '', body = '[]') =>
  fetch(`${base}/campaign-events/webhook${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1', ...headers },
    body,
  });

it.each([
  ['401 missing_token for a large call without credentials', '', {}, '401', 'missing_token'],
  ['401 missing_token if the path’s provider signs by headers', '/sendgrid', {}, '401', 'missing_token'],
  ['401 missing_token for an empty signature', '', { 'webhook-signature': '' }, '401', 'missing_token'],
  ['401 missing_token for two signatures', '', { 'webhook-signature': ['v1,x', 'v1,x'] }, '401', 'missing_token'],
  ['401 missing_token for another provider’s signature', '/sendgrid', SIGNED, '401', 'missing_token'],
  ['413 for a large call of Mailgun, however it is signed', '/mailgun', SIGNED, '413', 'payload_too_large'],
  ['413 for a large call of Mailgun', '/mailgun', {}, '413', 'payload_too_large'],
  ['404 for an unknown provider', '/pigeon', {}, '404', 'route_not_found'],
  ['403 for a caller without the scope', '', { authorization: 'Bearer reader' }, '403', 'insufficient_scope'],
])('%s, without reading any of it, and closes the connection', async (_, path, headers, status, code) => {
  await open();
  const text = await begin({ path, headers, declared: 900_000, sent: 800_000 });
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(text).toContain(code);
  expect(text).toMatch(/\r\nConnection: close\r\n/i);
  expect(services.calls).toEqual([]);
});

it('503 with Retry-After when an address holds as much as it may; other addresses, and calls with other credentials, are read', async () => {
  await open();
  void begin({ headers: SIGNED, declared: 900_000, sent: 800_000 });
  await held('signed', 900_000);
  const text = await begin({ headers: SIGNED, declared: 300_000, sent: 0 });
  expect(text).toMatch(/^HTTP\/1.1 503 /);
  expect(text.match(/^Retry-After: .*$/gim)).toEqual(['Retry-After: 10']);
  expect(webhooks.heldBy('signed')).toBe(900_000);
  answer = KEPT;
  expect((await post({ ...SIGNED, 'x-forwarded-for': '192.0.2.2' }, '', LARGE)).status).toBe(202);
  expect((await post({})).status).toBe(202);
});

it('when all addresses together hold as much as they may, the first call of the largest holder gets 503 to make room', async () => {
  await open();
  const first = begin({ headers: SIGNED, declared: 900_000, sent: 800_000 });
  await held('signed', 900_000);
  void begin({ headers: SIGNED, from: '192.0.2.2', declared: 500_000, sent: 400_000 });
  await held('signed', 1_400_000);
  answer = KEPT;
  const third = await post({ ...SIGNED, 'x-forwarded-for': '192.0.2.3' }, '', `["${'x'.repeat(700_000)}"]`);
  expect(third.status).toBe(202);
  expect(await first).toMatch(/^HTTP\/1.1 503 /);
  expect(webhooks.heldBy('signed')).toBe(500_000);
});

it('accepts small calls however much is held of large ones, also from an address at its limit', async () => {
  await open();
  for (const from of ['192.0.2.1', '192.0.2.2'])
    void begin({ headers: SIGNED, from, declared: 700_000, sent: 690_000 });
  await held('signed', 1_400_000);
  answer = KEPT;
  for (let times = 0; times < 20; times += 1) expect((await post(SIGNED)).status).toBe(202);
  expect(webhooks.heldBy('signed')).toBe(1_400_000);
});

it('accepts small calls however many small ones wait: those that wait longest make room', async () => {
  await open();
  for (let n = 1; n <= 64; n += 1) {
    void begin({ headers: SIGNED, declared: 65_536, sent: 65_535 });
    await vi.waitUntil(() => webhooks.heldBy('signed') >= n * 65_535);
  }
  const [first] = sockets;
  const answered = first === undefined ? [] : once(first, 'data');
  answer = KEPT;
  expect((await post({ ...SIGNED, 'x-forwarded-for': '192.0.2.2' })).status).toBe(202);
  expect(String(await answered)).toMatch(/^HTTP\/1.1 503 /);
  expect(Math.round(webhooks.heldBy('signed') / 65_536)).toBe(63);
});

it('503 for a body sent byte by byte, long before it is complete', async () => {
  await open();
  const text = await begin({ headers: SIGNED, declared: undefined, sent: '1\r\n \r\n'.repeat(5_000) });
  expect(text).toMatch(/^HTTP\/1.1 503 /);
  expect([webhooks.heldBy('signed'), services.calls]).toEqual([0, []]);
});

it('503 for a call that takes too long; its capacity is released', async () => {
  await open({ patienceMs: 100 });
  const text = await begin({ headers: SIGNED, declared: 900_000, sent: 800_000 });
  expect(text).toMatch(/^HTTP\/1.1 503 /);
  expect(webhooks.heldBy('signed')).toBe(0);
});

it('calls that were not genuine are counted against their address before a large one is read; small ones are checked', async () => {
  await open();
  for (let times = 0; times < 3; times += 1) expect((await post(SIGNED)).status).toBe(401);
  const asked = services.calls.length;
  const text = await begin({ headers: SIGNED, declared: 900_000, sent: 800_000 });
  expect(text).toMatch(/^HTTP\/1.1 503 /);
  expect([services.calls.length, webhooks.heldBy('signed')]).toEqual([asked, 0]);
  answer = KEPT;
  expect((await post({ ...SIGNED, 'x-forwarded-for': '192.0.2.2' }, '', LARGE)).status).toBe(202);
  expect((await post(SIGNED)).status).toBe(202);
});

it('an address that has sent a genuine call is let through, whatever else it sends', async () => {
  await open();
  answer = KEPT;
  expect((await post(SIGNED)).status).toBe(202);
  answer = REFUSED;
  for (let times = 0; times < 10; times += 1) expect((await post(SIGNED)).status).toBe(401);
  answer = KEPT;
  expect((await post(SIGNED, '', LARGE)).status).toBe(202);
});

it.each([
  ['take too long', 100],
  ['are aborted by their client', 60_000],
])('calls that %s are counted as well', async (_, patienceMs) => {
  await open({ patienceMs });
  for (let times = 0; times < 3; times += 1) {
    const call = begin({ headers: SIGNED, declared: 900_000, sent: 800_000 });
    if (patienceMs > 100) {
      await held('signed', 900_000);
      sockets.at(-1)?.destroy();
    }
    await call;
    await held('signed', 0);
  }
  expect((await post(SIGNED, '', LARGE)).status).toBe(503);
  answer = KEPT;
  expect((await post(SIGNED)).status).toBe(202);
});

it('counts all addresses of one IPv6 network as one', async () => {
  await open();
  const from = (n: number) => ({ ...SIGNED, 'x-forwarded-for': `2001:db8::${n}` });
  for (let n = 1; n <= 3; n += 1) expect((await post(from(n))).status).toBe(401);
  expect((await post(from(4), '', LARGE)).status).toBe(503);
  expect((await post({ ...SIGNED, 'x-forwarded-for': '2001:db8:0:1::1' }, '', LARGE)).status).toBe(401);
});

it('counts a refusal before reading once, and leaves the rest to the check', async () => {
  await open({ patienceMs: 100 });
  webhookCalls.reset();
  await post({});
  await post({}, '/sendgrid');
  await post({}, '/pigeon');
  await begin({ headers: SIGNED, declared: 900_000, sent: 800_000 });
  for (let times = 0; times < 3; times += 1) await post(SIGNED);
  await post(SIGNED, '/generic', LARGE);
  const { values } = await webhookCalls.get();
  expect(values.map(({ labels: { provider, outcome }, value }) => [provider, outcome, value])).toEqual([
    ['sendgrid', 'unnamed', 1],
    ['unknown', 'refused', 1],
    ['unknown', 'unfinished', 1],
    ['generic', 'no_room', 1],
  ]);
});
