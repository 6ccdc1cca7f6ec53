import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HttpHost } from '../../core/http/front/http-host.js';
import { WebhookIntake, type WebhookLimits } from '../admin/campaign-events/webhook-intake.js';
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
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string;
  readonly declared: number;
  readonly sent: number;
}

/** Announces a body and sends a part of it; what was answered, once the connection has been closed from the other side. */
function begin({ path = '', headers = {}, from = '192.0.2.1', declared, sent }: Sent): Promise<string> {
  const all = { Host: 'x', 'Content-Type': 'application/json', 'Content-Length': declared, 'X-Forwarded-For': from };
  const lines = Object.entries({ ...all, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  sockets.push(socket);
  socket.write(`POST /campaign-events/webhook${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.write(Buffer.alloc(sent, ' '));
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
  ['401 missing_token of a stranger’s large call', '', {}, '401', 'missing_token'],
  ['401 missing_token where the path’s provider signs by headers', '/sendgrid', {}, '401', 'missing_token'],
  ['413 of a large call of Mailgun’s', '/mailgun', {}, '413', 'payload_too_large'],
  ['404 of a provider that there is none of', '/pigeon', {}, '404', 'route_not_found'],
  ['403 of a caller without the scope', '', { authorization: 'Bearer reader' }, '403', 'insufficient_scope'],
])('%s, with not a byte of it read, and its connection closed', async (_, path, headers, status, code) => {
  await open();
  const text = await begin({ path, headers, declared: 900_000, sent: 800_000 });
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(text).toContain(code);
  expect(text).toMatch(/\r\nConnection: close\r\n/i);
  expect(services.calls).toEqual([]);
});

it('503 with Retry-After where an address holds as much as it may; others, and those that look otherwise, are read', async () => {
  await open();
  void begin({ headers: SIGNED, declared: 900_000, sent: 800_000 });
  await held('signed', 800_000);
  const text = await begin({ headers: SIGNED, declared: 300_000, sent: 0 });
  expect(text).toMatch(/^HTTP\/1.1 503 /);
  expect(text).toMatch(/\r\nRetry-After: \d+\r\n/);
  expect(webhooks.heldBy('signed')).toBe(800_000);
  answer = KEPT;
  expect((await post({ ...SIGNED, 'x-forwarded-for': '192.0.2.2' })).status).toBe(202);
  expect((await post({})).status).toBe(202);
});

it('503 where all addresses together hold as much as they may; the room comes back when they leave', async () => {
  await open();
  void begin({ headers: SIGNED, declared: 900_000, sent: 800_000 });
  await held('signed', 800_000);
  const second = await begin({ headers: SIGNED, from: '192.0.2.2', declared: 800_000, sent: 0 });
  expect(second).toMatch(/^HTTP\/1.1 503 /);
  sockets[0]?.destroy();
  await held('signed', 0);
  answer = KEPT;
  expect((await post(SIGNED, '', `["${'x'.repeat(700_000)}"]`)).status).toBe(202);
  expect(webhooks.heldBy('signed')).toBe(0);
});

it('503 of a call that takes too long; what it held is let go', async () => {
  await open({ patienceMs: 100 });
  const text = await begin({ headers: SIGNED, declared: 900_000, sent: 800_000 });
  expect(text).toMatch(/^HTTP\/1.1 503 /);
  expect(webhooks.heldBy('signed')).toBe(0);
});

it('calls that were not genuine are counted against their address before the next is read; genuine ones are not', async () => {
  await open();
  answer = KEPT;
  for (let times = 0; times < 10; times += 1) expect((await post(SIGNED)).status).toBe(202);
  answer = REFUSED;
  for (let times = 0; times < 3; times += 1) expect((await post(SIGNED)).status).toBe(401);
  const asked = services.calls.length;
  const text = await begin({ headers: SIGNED, declared: 900_000, sent: 800_000 });
  expect(text).toMatch(/^HTTP\/1.1 503 /);
  expect([services.calls.length, webhooks.heldBy('signed')]).toEqual([asked, 0]);
  answer = KEPT;
  expect((await post({ ...SIGNED, 'x-forwarded-for': '192.0.2.2' })).status).toBe(202);
});
