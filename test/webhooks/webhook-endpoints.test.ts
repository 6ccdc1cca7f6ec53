import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { type Api, type ApiAnswer, send } from '../support/api.js';
import { eventsReadable } from '../support/events-readable.js';
import type { Lender } from '../support/lender.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

interface Call {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly event: { readonly id: string; readonly type: string; readonly object_id: string };
}

let instance: TestInstance;
let lender: Lender;
let api: Api;
let server: Server;
let address: string;
const calls: Call[] = [];
/** The status per path; default 204. */
const answers = new Map<string, { status: number; headers?: Record<string, string>; body?: string } | 'hang'>();

beforeAll(async () => {
  instance = await openTestInstance({ environment: { WEBHOOK_TIMEOUT_MS: '2000' } });
  lender = await instance.lender();
  api = await lender.api();
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const path = request.url ?? '';
      calls.push({ path, headers: request.headers, text, event: JSON.parse(text) });
      const answer = answers.get(path) ?? { status: 204 };
      if (answer === 'hang') return;
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await instance.close();
});

const callsAt = (path: string) => calls.filter((call) => call.path === path);
const ask = (method: string, path: string, body?: unknown, by: Api = api): Promise<ApiAnswer> =>
  send(`${by.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function endpoint(path: string, types: readonly string[], by: Api = api) {
  const made = await ask('POST', '/v1/webhook-endpoints', { url: `${address}${path}`, types }, by);
  expect(made.status).toBe(201);
  return made.json as { id: string; secret: string };
}

const pay = async () => (await api.record(await lender.ledgerAccount())).json.payment_id as string;
const arrived = (path: string, count: number) => expect.poll(() => callsAt(path).length).toBeGreaterThanOrEqual(count);
/** Makes the next attempts due now. */
const hurry = (endpointId: string) =>
  instance.resources.pool.query('update webhook_delivery set next_try_at = now() where endpoint_id = $1', [endpointId]);

describe('a webhook endpoint', () => {
  it('receives new events of its types, signed; its secret is shown once', async () => {
    const before = await pay();
    await eventsReadable(instance.resources.pool);
    const { id, secret } = await endpoint('/signed', ['payment.*']);
    expect(secret).toMatch(/^whsec_/);
    const payment = await pay();
    await arrived('/signed', 1);
    const [call] = callsAt('/signed');
    expect(call?.event).toMatchObject({ type: 'payment.posted', object_id: payment });
    expect(new Webhook(secret).verify(call?.text ?? '', call?.headers as Record<string, string>)).toEqual(call?.event);
    expect(call?.headers['webhook-id']).toBe(call?.event.id);
    expect((await api.get(`/v1/events?object_id=${payment}`)).json.items).toEqual([call?.event]);
    expect(callsAt('/signed').some(({ event }) => event.object_id === before)).toBe(false);
    const shown = await api.get(`/v1/webhook-endpoints/${id}`);
    expect(shown.json).toMatchObject({ id, status: 'enabled', types: ['payment.*'], failing_since: null });
    expect(shown.text).not.toContain(secret.slice(6));
    const { rows } = await instance.resources.pool.query('select secret from webhook_endpoint where id = $1', [id]);
    expect(rows[0].secret).not.toContain(secret.slice(6));
    const [attempt] = (await api.get(`/v1/webhook-endpoints/${id}/attempts`)).json.items;
    expect(attempt).toMatchObject({ succeeded: true, http_status: 204, number: 1, event_id: call?.event.id });
  });

  it('signs with both secrets during a rotation', async () => {
    const { id, secret } = await endpoint('/rotating', ['payment.posted']);
    const rotated = await ask('POST', `/v1/webhook-endpoints/${id}/secret`);
    await pay();
    await arrived('/rotating', 1);
    const [call] = callsAt('/rotating');
    for (const one of [secret, rotated.json.secret]) {
      new Webhook(one).verify(call?.text ?? '', call?.headers as Record<string, string>);
    }
    await instance.resources.pool.query(
      "update webhook_endpoint set earlier_secret_until = now() - interval '1 second' where id = $1",
      [id],
    );
    await pay();
    await arrived('/rotating', 2);
    const last = callsAt('/rotating').at(-1);
    expect(() => new Webhook(secret).verify(last?.text ?? '', last?.headers as Record<string, string>)).toThrow();
  });

  it('that fails is retried with the same id and a new timestamp, and each attempt is logged', async () => {
    answers.set('/failing', { status: 503, body: `visa 4242 4242 4242 4242\u202e ${'x'.repeat(5_000)}` });
    const { id } = await endpoint('/failing', ['payment.*']);
    await pay();
    await arrived('/failing', 1);
    await expect.poll(async () => (await api.get(`/v1/webhook-endpoints/${id}`)).json.failing_since).not.toBeNull();
    answers.delete('/failing');
    await hurry(id);
    await arrived('/failing', 2);
    expect(new Set(callsAt('/failing').map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await expect.poll(async () => (await api.get(`/v1/webhook-endpoints/${id}`)).json.failing_since).toBeNull();
    const { items } = (await api.get(`/v1/webhook-endpoints/${id}/attempts`)).json;
    expect(items.map(({ number, http_status }: any) => [number, http_status])).toEqual([
      [2, 204],
      [1, 503],
    ]);
    expect(items[1].answer).toMatch(/^visa \[card number\] x+$/);
    expect(items[1].answer.length).toBeGreaterThan(2_000);
  });

  it('that keeps failing causes an event for other endpoints at the fourth attempt', async () => {
    answers.set('/deaf', { status: 500 });
    const { id } = await endpoint('/deaf', ['payment.*']);
    await endpoint('/watcher', ['webhook_endpoint.*']);
    await pay();
    for (let tries = 1; tries <= 4; tries += 1) {
      await arrived('/deaf', tries);
      await expect
        .poll(async () => (await api.get(`/v1/webhook-endpoints/${id}/attempts`)).json.items.length)
        .toBe(tries);
      if (tries < 4) await hurry(id);
    }
    await arrived('/watcher', 1);
    expect(callsAt('/watcher')[0]?.event).toMatchObject({ type: 'webhook_endpoint.failing', object_id: id });
    // Five days later, after another failed event, it is disabled.
    await instance.resources.pool.query(
      "update webhook_endpoint set failing_since = now() - interval '6 days' where id = $1",
      [id],
    );
    await hurry(id);
    await arrived('/deaf', 5);
    await expect.poll(async () => (await api.get(`/v1/webhook-endpoints/${id}/attempts`)).json.items.length).toBe(5);
    // One event alone is not enough.
    expect((await api.get(`/v1/webhook-endpoints/${id}`)).json.status).toBe('enabled');
    const missed = await pay();
    await expect
      .poll(async () => (await api.get(`/v1/webhook-endpoints/${id}`)).json)
      .toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
    await expect.poll(() => callsAt('/watcher').at(-1)?.event.type).toBe('webhook_endpoint.disabled');
    // Events are still kept; once enabled again, it shows the missed period, and receives those events on request.
    const while_disabled = await pay();
    answers.delete('/deaf');
    const enabled = (await ask('PATCH', `/v1/webhook-endpoints/${id}`, { status: 'enabled' })).json;
    expect(enabled).toMatchObject({ status: 'enabled', missed_from: expect.any(String), failing_since: null });
    const range = { from: enabled.missed_from, until: enabled.missed_until };
    // An event is visible to others once every earlier transaction of the server has ended.
    const queued = async () => (await ask('POST', `/v1/webhook-endpoints/${id}/resend`, range)).json.queued;
    await expect.poll(queued).toBeGreaterThanOrEqual(1);
    const got = () => callsAt('/deaf').map(({ event }) => event.object_id);
    await expect.poll(got).toContain(while_disabled);
    await hurry(id);
    await expect.poll(got).toContain(missed);
  });

  it('that returns 410 is disabled at once', async () => {
    answers.set('/gone', { status: 410 });
    const { id } = await endpoint('/gone', ['payment.*']);
    await pay();
    await expect
      .poll(async () => (await api.get(`/v1/webhook-endpoints/${id}`)).json)
      .toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    expect(await ask('POST', `/v1/webhook-endpoints/${id}/test`)).toMatchObject({
      status: 409,
      json: refusalOf('webhook_endpoint_disabled'),
    });
  });

  it('that hangs delays no other', async () => {
    answers.set('/hanging', 'hang');
    const slow = await endpoint('/hanging', ['payment.*']);
    await endpoint('/quick', ['payment.*']);
    const payments = await Promise.all(Array.from({ length: 12 }, pay));
    await arrived('/quick', payments.length);
    const { items } = (await api.get(`/v1/webhook-endpoints/${slow.id}/attempts`)).json;
    // All attempts at the fast one arrived before the slow one's attempts ended.
    expect(items.filter(({ succeeded }: any) => succeeded)).toEqual([]);
    await ask('DELETE', `/v1/webhook-endpoints/${slow.id}`);
  });

  it('receives a test event whatever its types, and one event again, also a delivered one', async () => {
    const { id } = await endpoint('/tested', ['account.*']);
    const { event_id } = (await ask('POST', `/v1/webhook-endpoints/${id}/test`)).json;
    await arrived('/tested', 1);
    expect(callsAt('/tested')[0]?.event).toMatchObject({ id: event_id, type: 'webhook_endpoint.test' });
    await expect.poll(async () => (await api.get(`/v1/webhook-endpoints/${id}/attempts`)).json.items.length).toBe(1);
    const again = await ask('POST', `/v1/webhook-endpoints/${id}/resend`, { event_id });
    expect(again).toMatchObject({ status: 202, json: { queued: 1 } });
    await arrived('/tested', 2);
    expect(callsAt('/tested')[1]?.headers['webhook-id']).toBe(event_id);
    // As Python formats an instant; and one that Postgres cannot read.
    const range = { from: '2026-01-01T02:00:00.123456+02:00', until: '2026-01-01T00:00:01+00:00' };
    expect(await ask('POST', `/v1/webhook-endpoints/${id}/resend`, range)).toMatchObject({
      status: 202,
      json: { queued: 0 },
    });
    for (const from of ['0000-01-01T00:00:00Z', '2026-01-01T00:00:00', '2026-01-01']) {
      expect(await ask('POST', `/v1/webhook-endpoints/${id}/resend`, { from })).toMatchObject({
        status: 422,
        json: { detail: [{ loc: ['body', 'from'], msg: expect.stringContaining('valid datetime with its offset') }] },
      });
    }
    const unknown = await ask('POST', `/v1/webhook-endpoints/${id}/resend`, { event_id: newId() });
    expect(unknown).toMatchObject({ status: 404, json: refusalOf('event_not_found') });
    expect((await ask('POST', `/v1/webhook-endpoints/${id}/resend`, {})).status).toBe(422);
  });

  it('continues when its creator’s key is revoked, and ends when it is deleted', async () => {
    const key = await lender.key();
    const { Api: Client } = await import('../support/api.js');
    const maker = await Client.exchange(instance.baseUrl, key);
    const { id } = await endpoint('/orphan', ['payment.*'], maker);
    await instance.resources.pool.query('update api_key set revoked_at = now() where prefix = $1', [key.prefix]);
    await pay();
    await arrived('/orphan', 1);
    expect((await ask('DELETE', `/v1/webhook-endpoints/${id}`)).status).toBe(204);
    expect((await api.get(`/v1/webhook-endpoints/${id}`)).json).toEqual(refusalOf('webhook_endpoint_not_found'));
    const { rows } = await instance.resources.pool.query('select secret from webhook_endpoint where id = $1', [id]);
    expect(rows[0].secret).toBe('');
  });

  it('is unknown to callers without all of its organizations in scope', async () => {
    const { id } = await endpoint('/own', ['*']);
    const stranger = await (await instance.lender('Stranger')).api();
    expect((await stranger.get('/v1/webhook-endpoints')).json.items).toEqual([]);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { status: 'disabled' }],
      ['DELETE', '', undefined],
      ['POST', '/secret', undefined],
      ['POST', '/test', undefined],
      ['GET', '/attempts', undefined],
      ['POST', '/resend', { from: '2026-01-01T00:00:00Z' }],
    ] as const) {
      const foreign = await ask(method, `/v1/webhook-endpoints/${id}${path}`, body, stranger);
      const missing = await ask(method, `/v1/webhook-endpoints/${newId()}${path}`, body, stranger);
      expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    }
    await pay();
    await ask('DELETE', `/v1/webhook-endpoints/${id}`);
  });

  it.each([
    ['url', { url: 'ftp://receiver.example/', types: ['*'] }],
    ['url', { url: 'http://10.0.0.1/', types: ['*'] }],
    ['url', { url: 'https://user:word@receiver.example/', types: ['*'] }],
    ['types', { url: 'https://receiver.example/', types: ['payment'] }],
    ['types', { url: 'https://receiver.example/', types: [] }],
  ])('with a bad %s is rejected', async (field, body) => {
    const refused = await ask('POST', '/v1/webhook-endpoints', body);
    expect(refused.status).toBe(422);
    expect(refused.json.detail[0].loc).toContain(field);
  });

  it('is created by callers with the permission, in their scope', async () => {
    const body = { url: 'https://receiver.example/', types: ['*'] };
    for (const scopes of [['webhook_endpoints:write'], ['events:read', 'webhook_endpoints:read']]) {
      const other = await lender.api(scopes);
      expect((await ask('POST', '/v1/webhook-endpoints', body, other)).status).toBe(403);
    }
    // Otherwise a key without events:read could have events sent to its own address.
    const { id } = (await ask('POST', '/v1/webhook-endpoints', body)).json;
    const blind = await lender.api(['webhook_endpoints:read', 'webhook_endpoints:write']);
    for (const [method, path, sent] of [
      ['PATCH', '', { url: 'https://elsewhere.example/' }],
      ['POST', '/secret', {}],
      ['POST', '/test', {}],
      ['POST', '/resend', { from: '2026-01-31T00:00:00Z' }],
    ] as const)
      expect((await ask(method, `/v1/webhook-endpoints/${id}${path}`, sent, blind)).status, path).toBe(403);
    const outside = { ...body, organization_ids: [newId()] };
    expect((await ask('POST', '/v1/webhook-endpoints', outside)).json).toEqual(refusalOf('organization_out_of_scope'));
  });
});
