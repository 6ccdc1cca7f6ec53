import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EVENT_TYPES, EVENTS } from '../../core/contract/event-types.js';
import type { Api } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { selfSigned } from '../support/self-signed.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/** A receiver that returns 503 with this Retry-After in seconds. */
let instance: TestInstance;
let lender: Lender;
let api: Api;
let server: Server;
let url: string;
let asksFor = '60';

beforeAll(async () => {
  instance = await openTestInstance();
  lender = await instance.lender();
  api = await lender.api();
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(503, { 'retry-after': asksFor }).end('not now');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await instance.close();
});

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds after each failed try. */
const PAUSES = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

/** The only delivery to an endpoint: its status, and the pause after its last attempt. */
async function delivery(endpointId: string) {
  const { rows } = await instance.resources.pool.query(
    `select d.status, d.tries, extract(epoch from d.next_try_at - t.created_at)::float8 as rests
       from webhook_delivery d join webhook_attempt t on t.endpoint_id = d.endpoint_id and t.number = d.tries
      where d.endpoint_id = $1`,
    [endpointId],
  );
  return rows[0];
}

async function failing(at = url): Promise<string> {
  const { id } = (await api.post('/v1/webhook-endpoints', { url: at, types: ['payment.*'] })).json;
  await api.record(await lender.ledgerAccount());
  await expect.poll(async () => (await delivery(id))?.tries).toBe(1);
  return id;
}

it.each([
  ['60', 60],
  ['3600', 5 * MINUTE],
  ['1', 5],
])('Retry-After: %s applies between this pause and the next: %i s', async (header, seconds) => {
  asksFor = header;
  const { rests } = await delivery(await failing());
  expect(rests).toBeGreaterThan(seconds - 1);
  expect(rests).toBeLessThan(seconds * 1.1 + 1);
});

it('an event has ten attempts with growing pauses, then none', async () => {
  asksFor = '0';
  const id = await failing();
  for (const [index, seconds] of PAUSES.entries()) {
    const { status, rests } = await delivery(id);
    expect([index, status]).toEqual([index, 'pending']);
    expect(rests, `try ${index + 1}`).toBeGreaterThan(seconds - 1);
    expect(rests, `try ${index + 1}`).toBeLessThan(seconds * 1.1 + 1);
    await instance.resources.pool.query('update webhook_delivery set next_try_at = now() where endpoint_id = $1', [id]);
    await expect.poll(async () => (await delivery(id))?.tries).toBe(index + 2);
  }
  expect(await delivery(id)).toMatchObject({ status: 'failed', tries: 10 });
  const { items } = (await api.get(`/v1/webhook-endpoints/${id}/attempts`)).json;
  expect(items.map(({ number, answer }: { number: number; answer: string }) => [number, answer])).toEqual(
    Array.from({ length: 10 }, (_, index) => [10 - index, 'not now']),
  );
});

it('an untrusted certificate is a failure like any other: it is reported and retried', async () => {
  let requests = 0;
  const secure = createSecureServer(selfSigned('127.0.0.1'), (_, response) => {
    requests += 1;
    response.end();
  });
  secure.listen(0, '127.0.0.1');
  await once(secure, 'listening');
  try {
    const id = await failing(`https://127.0.0.1:${(secure.address() as AddressInfo).port}/hook`);
    expect(await delivery(id)).toMatchObject({ status: 'pending', tries: 1 });
    await instance.resources.pool.query('update webhook_delivery set next_try_at = now() where endpoint_id = $1', [id]);
    await expect.poll(async () => (await delivery(id))?.tries).toBe(2);
    const { items } = (await api.get(`/v1/webhook-endpoints/${id}/attempts`)).json;
    const attempts = items.map(({ number, error, http_status }: Record<string, unknown>) => [
      number,
      error,
      http_status,
    ]);
    expect(attempts).toEqual([
      [2, 'tls', null],
      [1, 'tls', null],
    ]);
    expect((await api.get(`/v1/webhook-endpoints/${id}`)).json).toMatchObject({ status: 'enabled', last_error: 'tls' });
    expect(requests).toBe(0);
  } finally {
    secure.closeAllConnections();
    secure.close();
  }
});

it('the contract document describes every type that is sent', async () => {
  const { webhooks } = (await api.get('/openapi.json')).json;
  const described = Object.entries<any>(webhooks).map(([type, { post }]) => [type, post.summary]);
  expect(described).toEqual(EVENT_TYPES.map((type) => [type, EVENTS[type]]));
  for (const [type, { post }] of Object.entries<any>(webhooks)) {
    const [, narrowed] = post.requestBody.content['application/json'].schema.allOf;
    expect(narrowed.properties.type).toEqual({ const: type });
    expect(post.parameters.map(({ name }: { name: string }) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
  }
});
