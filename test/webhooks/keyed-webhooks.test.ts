import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { Tributary } from '../../sdk/src/index.js';
import { WebhookEndpointService } from '../../subgraphs/messaging/outgoing-webhooks/endpoint/endpoint.service.js';
import type { Api, ApiAnswer } from '../support/api.js';
import { eventsReadable } from '../support/events-readable.js';
import { graphClient } from '../support/graph.js';
import { silent } from '../support/identity.js';
import type { Lender } from '../support/lender.js';
import { lostCommitProxy } from '../support/lost-commit-proxy.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

/* Creating an endpoint or rotating its secret is done once per key, and the secret survives a lost response. */

let instance: TestInstance;
let lender: Lender;
let key: { readonly prefix: string; readonly plaintext: string };
let api: Api;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false, environment: { WEBHOOK_ENDPOINTS_PER_ORGANIZATION: '100' } });
  lender = await instance.lender();
  key = await lender.key();
  const { Api: Client } = await import('../support/api.js');
  api = await Client.exchange(instance.baseUrl, key);
});
afterAll(() => instance.close());

const ALL = '/v1/webhook-endpoints';
const body = (fields: object = {}) => ({ url: 'https://receiver.example.com/hooks', types: ['payment.*'], ...fields });
const create = (idempotencyKey: string, fields: object = {}, by: Api = api): Promise<ApiAnswer> =>
  by.post(ALL, body(fields), { 'idempotency-key': idempotencyKey });
const rotate = (id: string, idempotencyKey?: string, by: Api = api): Promise<ApiAnswer> =>
  by.post(`${ALL}/${id}/secret`, '', idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey });
const query = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;
const count = async (table: string): Promise<number> => (await query(`select count(*)::int as n from ${table}`))[0].n;
const isReplay = (answer: ApiAnswer) => answer.headers.get('idempotent-replayed') === 'true';

describe('POST /v1/webhook-endpoints with an Idempotency-Key', () => {
  it('creates one endpoint per key; a repetition returns its secret', async () => {
    const before = await count('webhook_endpoint');
    const idempotencyKey = randomUUID();
    const first = await create(idempotencyKey);
    const again = await create(` ${idempotencyKey}`);
    expect([first.status, again.status, isReplay(first), isReplay(again)]).toEqual([201, 201, false, true]);
    expect(again.json).toEqual(first.json);
    expect(first.json.secret).toMatch(/^whsec_/);
    expect(await count('webhook_endpoint')).toBe(before + 1);
    const other = await create(randomUUID());
    expect(other.json.id).not.toBe(first.json.id);
    const none = await api.post(ALL, body());
    expect([none.status, isReplay(none)]).toEqual([201, false]);
  });

  it('concurrent requests create one, and each returns its secret', async () => {
    const before = await count('webhook_endpoint');
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(idempotencyKey)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ json }) => json.secret)).size).toBe(1);
    expect(await count('webhook_endpoint')).toBe(before + 1);
  });

  it('stores no secret with the key', async () => {
    const { secret } = (await create(randomUUID())).json;
    const kept = JSON.stringify(await query('select * from idempotency_record'));
    expect(kept).not.toContain(secret.slice('whsec_'.length));
    expect(kept).not.toContain('receiver.example.com');
  });

  it('409 idempotency_conflict: another body, and another caller, who sees no secret', async () => {
    const idempotencyKey = randomUUID();
    const { secret } = (await create(idempotencyKey)).json;
    const other = await create(idempotencyKey, { types: ['*'] });
    expect([other.status, other.json]).toEqual([409, refusalOf('idempotency_conflict')]);
    const stranger = await create(idempotencyKey, {}, await lender.api());
    expect([stranger.status, stranger.json]).toEqual([409, refusalOf('idempotency_conflict')]);
    expect(stranger.text).not.toContain(secret);
    const elsewhere = await create(idempotencyKey, {}, await (await instance.lender('Birch Credit')).api());
    expect([elsewhere.status, elsewhere.json.secret === secret]).toEqual([201, false]);
  });

  it('a rejected request stores no key; a key of white space is 422', async () => {
    const idempotencyKey = randomUUID();
    expect((await create(idempotencyKey, { url: 'http://10.0.0.1/' })).status).toBe(422);
    expect((await create(idempotencyKey)).status).toBe(201);
    const blank = await create('\u00a0');
    expect([blank.status, blank.json.detail[0].loc]).toEqual([422, ['header', 'Idempotency-Key']]);
  });

  it('404 once the endpoint is deleted, 409 once its secret is replaced', async () => {
    const [deleted, replaced] = [randomUUID(), randomUUID()];
    const gone = (await create(deleted)).json.id;
    await fetch(`${api.baseUrl}${ALL}/${gone}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${api.token}` },
    });
    expect((await create(deleted)).json).toEqual(refusalOf('webhook_endpoint_not_found'));
    const { id } = (await create(replaced)).json;
    await rotate(id);
    const again = await create(replaced);
    expect([again.status, again.json]).toEqual([409, refusalOf('webhook_secret_replaced')]);
  });

  it('returns the secret for a day; after that the key counts as new', async () => {
    const idempotencyKey = randomUUID();
    const first = await create(idempotencyKey);
    const [{ hours }] = await query(
      `select extract(epoch from expires_at - created_at)::int / 3600 as hours from idempotency_record
        where operation = 'create_webhook_endpoint' order by created_at desc limit 1`,
    );
    expect(hours).toBe(24);
    await query(
      `update idempotency_record set expires_at = now() - interval '1 second' where operation = 'create_webhook_endpoint'`,
    );
    const later = await create(idempotencyKey);
    expect([later.status, isReplay(later), later.json.secret === first.json.secret]).toEqual([201, false, false]);
  });

  it('does not return it to a caller that has lost the scope since', async () => {
    const leaving = await lender.key();
    const { Api: Client } = await import('../support/api.js');
    const caller = await Client.exchange(instance.baseUrl, leaving);
    const idempotencyKey = randomUUID();
    const { secret } = (await create(idempotencyKey, {}, caller)).json;
    await query(`update api_key set scopes = array_remove(scopes, 'events:read') where prefix = $1`, [leaving.prefix]);
    // Key data is cached for a moment.
    const narrowed = async () => {
      const answer = await create(idempotencyKey, {}, await Client.exchange(instance.baseUrl, leaving));
      return answer.status === 403 && answer;
    };
    const again = await until(narrowed, 'the key has lost its scope');
    expect(again.json).toEqual(refusalOf('insufficient_scope', { scope: 'events:read' }));
    expect(again.text).not.toContain(secret);
  });
});

describe('POST /v1/webhook-endpoints/{id}/secret with an Idempotency-Key', () => {
  it('rotates once: the previous secret continues to sign, and a repetition returns the new one', async () => {
    const { id } = (await create(randomUUID())).json;
    const idempotencyKey = randomUUID();
    const first = await rotate(id, idempotencyKey);
    const [kept] = await query('select secret, earlier_secret from webhook_endpoint where id = $1', [id]);
    const again = await Promise.all([rotate(id, idempotencyKey), rotate(id, idempotencyKey)]);
    for (const answer of again) expect([answer.status, answer.json, isReplay(answer)]).toEqual([200, first.json, true]);
    expect(await query('select secret, earlier_secret from webhook_endpoint where id = $1', [id])).toEqual([kept]);
    const audited = await query(
      `select 1 from audit_log where subject = $1 and action = 'webhook_endpoint.rotate_secret'`,
      [id],
    );
    expect(audited).toHaveLength(1);
  });

  it('409 webhook_secret_replaced after another rotation; 409 idempotency_conflict for another endpoint', async () => {
    const [one, other] = [(await create(randomUUID())).json.id, (await create(randomUUID())).json.id];
    const idempotencyKey = randomUUID();
    await rotate(one, idempotencyKey);
    expect((await rotate(other, idempotencyKey)).json).toEqual(refusalOf('idempotency_conflict'));
    await rotate(one, randomUUID());
    const replaced = await rotate(one, idempotencyKey);
    expect([replaced.status, replaced.json]).toEqual([409, refusalOf('webhook_secret_replaced')]);
  });

  it('after a lost response to COMMIT, the repetition returns the current secret', async () => {
    const { id } = (await create(randomUUID())).json;
    const proxy = await lostCommitProxy(instance.databaseUrl, 'webhook_endpoint.rotate_secret');
    const pool = createPool(proxy.url, 2, silent);
    const source = subgraphsSource(instance.resources);
    const caller = { ...systemPrincipal('test'), kind: 'api_key', scopes: SCOPES } as const;
    const idempotencyKey = randomUUID();
    try {
      const cutOff = new WebhookEndpointService({ ...source, db: new Database(pool) });
      const lost = await cutOff.rotateSecret(caller, id, idempotencyKey).catch((error: unknown) => error);
      expect([proxy.lost(), lost]).toEqual([1, expect.objectContaining({ code: 'outcome_unknown' })]);
    } finally {
      await pool.end();
      await proxy.close();
    }
    const [kept] = await query('select secret from webhook_endpoint where id = $1', [id]);
    const again = await new WebhookEndpointService(source).rotateSecret(caller, id, idempotencyKey);
    expect(again).toMatchObject({ id, replayed: true, secret: expect.stringMatching(/^whsec_/) });
    expect(await query('select secret from webhook_endpoint where id = $1', [id])).toEqual([kept]);
  });

  it('works the same over GraphQL', async () => {
    const ask = graphClient(instance.graphqlUrl, api.token);
    const ROTATE = `mutation ($id: ID!, $key: String) {
      rotateWebhookEndpointSecret(id: $id, idempotencyKey: $key) { secret replayed } }`;
    const { id } = (await create(randomUUID())).json;
    const idempotencyKey = randomUUID();
    const { secret } = (await rotate(id, idempotencyKey)).json;
    const again = await ask(ROTATE, { id, key: idempotencyKey });
    expect(again.json.data.rotateWebhookEndpointSecret).toEqual({ secret, replayed: true });
  });
});

describe('events sent on request', () => {
  it('a test event is sent once per key', async () => {
    const { id } = (await create(randomUUID())).json;
    const test = (idempotencyKey: string) => api.post(`${ALL}/${id}/test`, '', { 'idempotency-key': idempotencyKey });
    const idempotencyKey = randomUUID();
    const first = await test(idempotencyKey);
    const again = await test(idempotencyKey);
    expect([first.status, again.status, again.json, isReplay(again)]).toEqual([202, 202, first.json, true]);
    expect(await query('select 1 from webhook_delivery where endpoint_id = $1', [id])).toHaveLength(1);
    expect((await test(randomUUID())).json).not.toEqual(first.json);
  });

  it('events are resent once per key, also after they were delivered', async () => {
    const { id } = (await create(randomUUID())).json;
    const payment = (await api.record(await lender.ledgerAccount())).json.payment_id;
    await eventsReadable(instance.resources.pool);
    const [event] = (await api.get(`/v1/events?object_id=${payment}`)).json.items;
    const idempotencyKey = randomUUID();
    const resend = () => api.post(`${ALL}/${id}/resend`, { event_id: event.id }, { 'idempotency-key': idempotencyKey });
    const first = await resend();
    expect([first.status, first.json]).toEqual([202, { queued: 1, next_after: null }]);
    await query('delete from webhook_delivery where endpoint_id = $1', [id]);
    const again = await resend();
    expect([again.status, again.json, isReplay(again)]).toEqual([202, first.json, true]);
    expect(await query('select 1 from webhook_delivery where endpoint_id = $1', [id])).toHaveLength(0);
  });
});

describe('the SDK, when the first responses are lost', () => {
  /** Carries out every POST, and loses the first response to each path. */
  function forgetting() {
    const lost = new Set<string>();
    return async (url: string, init: RequestInit) => {
      const answer = await fetch(url, init);
      if (init.method !== 'POST' || url.endsWith('/oauth/token') || lost.has(url)) return answer;
      lost.add(url);
      await answer.text();
      throw new TypeError('the connection broke');
    };
  }

  it('has one endpoint and one rotation, each with the secret that signs', async () => {
    const before = await count('webhook_endpoint');
    const tributary = new Tributary({ baseUrl: instance.baseUrl, apiKey: key.plaintext, fetch: forgetting() });
    const made = await tributary.webhookEndpoints.create({ url: 'https://receiver.example.com/sdk', types: ['*'] });
    expect(await count('webhook_endpoint')).toBe(before + 1);
    const rotated = await tributary.webhookEndpoints.rotateSecret(made.id);
    expect(rotated.secret).not.toBe(made.secret);
    const audited = await query(`select action from audit_log where subject = $1 order by id`, [made.id]);
    expect(audited.map(({ action }) => action)).toEqual(['webhook_endpoint.create', 'webhook_endpoint.rotate_secret']);
  });
});
