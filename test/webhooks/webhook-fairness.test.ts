import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Delivered, Message } from '../../connectors/webhook-receivers/deliver-message.js';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { WebhookSender } from '../../subgraphs/messaging/outgoing-webhooks/sending/sender.js';
import { Api, type ApiAnswer, send as call } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

/* One lender's endpoints must not affect the others. */

let instance: TestInstance;
beforeAll(async () => {
  instance = await openTestInstance({ worker: false, environment: { WEBHOOK_ENDPOINTS_PER_ORGANIZATION: '4' } });
});
afterAll(() => instance.close());

const make = (api: Api, url: string, organization_ids?: readonly string[]): Promise<ApiAnswer> =>
  api.post('/v1/webhook-endpoints', { url, types: ['payment.*'], ...(organization_ids && { organization_ids }) });

/** With a key for several lenders. */
async function keyOf(...lenders: readonly Lender[]): Promise<Api> {
  const organizationIds = lenders.map(({ organizationId }) => organizationId);
  const by = systemPrincipal('test');
  const made = await createApiKey(instance.resources, { name: 'several', organizationIds, scopes: SCOPES, by });
  if (made.outcome === 'refused') throw new Error(made.problems.join('; '));
  return Api.exchange(instance.baseUrl, { prefix: made.key.prefix, plaintext: made.plaintext });
}

/** Inserts this many payment events. */
async function happen(lender: Lender, count: number): Promise<void> {
  await instance.resources.pool.query(
    `insert into event (organization_id, type, object_type, object_id, sequence, actor)
     select $1, 'payment.posted', 'payment', $2 || n, 1, 'test' from generate_series(1, $3::int) n`,
    [lender.organizationId, randomUUID(), count],
  );
  // An event is visible when no transaction before it is open, even one of another test's database.
  const isSeen = `select bool_and(transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint) as seen from event`;
  await expect.poll(async () => (await instance.resources.pool.query(isSeen)).rows[0].seen).toBe(true);
}

describe('the endpoints of an organization', () => {
  it('are limited, also for concurrent requests; deleting one makes room', async () => {
    const lender = await instance.lender();
    const api = await lender.api();
    // 503 is retried: of seven requests that queue for one lock, the last may exceed the lock timeout on a busy
    // machine.
    const answered = (at: number) =>
      until(async () => {
        const answer = await make(api, `https://many.example/${at}`);
        return answer.status === 503 ? undefined : answer;
      }, `endpoint ${at} is made or refused`);
    const made = await Promise.all(Array.from({ length: 7 }, (_, at) => answered(at)));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 409, 409, 409]);
    const refused = made.find(({ status }) => status === 409);
    expect(refused?.json).toEqual(refusalOf('too_many_webhook_endpoints'));
    const one = made.find(({ status }) => status === 201)?.json.id;
    const headers = { authorization: `Bearer ${api.token}` };
    await call(`${api.baseUrl}/v1/webhook-endpoints/${one}`, { method: 'DELETE', headers });
    expect((await make(api, 'https://many.example/again')).status).toBe(201);
    // Another lender's limit is separate.
    expect((await make(await (await instance.lender('Other')).api(), 'https://other.example/')).status).toBe(201);
  });

  it('count in each of their organizations', async () => {
    const [lender, other] = [await instance.lender(), await instance.lender('Beside')];
    const both = await keyOf(lender, other);
    for (let at = 0; at < 4; at += 1) expect((await make(both, `https://both.example/${at}`)).status).toBe(201);
    for (const one of [lender, other]) expect((await make(await one.api(), 'https://own.example/')).status).toBe(409);
  });
});

describe('tries', () => {
  it('of lenders whose receivers hang do not delay others’', async () => {
    const hogs = [await instance.lender('Hog'), await instance.lender('Boar')];
    for (const hog of hogs) {
      const api = await hog.api();
      for (let at = 0; at < 4; at += 1) {
        expect((await make(api, `https://hanging.example/${hog.organizationId}/${at}`)).status).toBe(201);
      }
      await happen(hog, 50);
    }
    const hanging = new Set<() => void>();
    const sent: string[] = [];
    const answered: Delivered = {
      ...{ succeeded: true, httpStatus: 204, error: null },
      ...{ durationMs: 1, answer: '', retryAfterMs: null },
    };
    const send = async ({ url }: Message): Promise<Delivered> => {
      if (url.startsWith('https://hanging.example/')) await new Promise<void>((resolve) => hanging.add(resolve));
      else sent.push(url);
      return answered;
    };
    const { resources } = instance;
    const sender = new WebhookSender({
      ...{ db: resources.db, secrets: resources.secrets, logger: resources.logger, clock: resources.clock },
      receivers: { send, problemOf: () => undefined },
      limits: { perEndpoint: 4, perOrganization: 8, ofAll: 16 },
    });
    sender.start();
    try {
      // These two use up all available slots.
      await expect.poll(() => hanging.size).toBeGreaterThanOrEqual(16);
      const calm = [await instance.lender('Calm'), await instance.lender('Quiet')];
      for (const lender of calm) {
        expect((await make(await lender.api(), `https://quick.example/${lender.organizationId}`)).status).toBe(201);
        await happen(lender, 20);
      }
      await expect.poll(() => sent.length).toBe(40);
      expect(new Set(sent).size).toBe(2);
      // None of their attempts has ended: the others had their own slots.
      const { rows } = await resources.pool.query(
        'select count(*)::int as n from webhook_attempt where organization_id = any($1)',
        [hogs.map(({ organizationId }) => organizationId)],
      );
      expect(rows[0].n).toBe(0);
    } finally {
      for (const release of hanging) release();
      await sender.stop();
    }
  });
});

describe('resending the events of a period', () => {
  const pending = async (endpointId: string) =>
    (
      await instance.resources.pool.query(
        `select organization_id, count(*)::int as n from webhook_delivery where endpoint_id = $1 and status = 'pending' and tries = 0 group by 1`,
        [endpointId],
      )
    ).rows;

  it('proceeds organization by organization, a limited number at a time, and continues where it ended; a repetition queues nothing twice', async () => {
    const [lender, other] = [await instance.lender(), await instance.lender('Another')];
    const both = await keyOf(lender, other);
    const { id } = (await make(both, 'https://resent.example/')).json;
    await happen(lender, 6_000);
    await happen(other, 6_000);
    const ask = (body: object) => both.post(`/v1/webhook-endpoints/${id}/resend`, body);
    const from = '2026-01-01T00:00:00Z';
    const first = await ask({ from });
    expect(first).toMatchObject({ status: 202, json: { queued: 10_000, next_after: expect.any(String) } });
    const rest = await ask({ from, after: first.json.next_after });
    expect(rest).toMatchObject({ status: 202, json: { queued: 2_000, next_after: null } });
    const queued = await pending(id);
    expect(queued.map(({ n }) => n)).toEqual([6_000, 6_000]);
    await ask({ from });
    expect(await pending(id)).toEqual(queued);
    expect((await ask({ event_id: first.json.next_after, after: first.json.next_after })).status).toBe(422);
    // Another lender's event is not included.
    const stranger = await (await instance.lender('Stranger')).api();
    const own = (await make(stranger, 'https://stranger.example/')).json.id;
    const foreign = await stranger.post(`/v1/webhook-endpoints/${own}/resend`, { from, after: first.json.next_after });
    expect(foreign).toMatchObject({ status: 404, json: refusalOf('event_not_found') });
  });

  it('keeps the queued events when it fails half-way, and locks no other organization in between', async () => {
    const [lender, other] = [await instance.lender(), await instance.lender('Behind')].sort((a, b) =>
      a.organizationId < b.organizationId ? -1 : 1,
    ) as [Lender, Lender];
    const both = await keyOf(lender, other);
    const { id } = (await make(both, 'https://half.example/')).json;
    await happen(lender, 1_500);
    await happen(other, 1_500);
    const { pool } = instance.resources;
    // The second organization's events cannot be written.
    const owner = new (await import('pg')).default.Client({ connectionString: instance.databaseUrl });
    await owner.connect();
    await owner.query(`create function "stops"() returns trigger language plpgsql as $$ begin raise exception 'stopped'; end $$;
      create trigger "stops" before insert on webhook_delivery for each row when (new.organization_id = '${other.organizationId}') execute function "stops"()`);
    const from = '2026-01-01T00:00:00Z';
    try {
      expect((await both.post(`/v1/webhook-endpoints/${id}/resend`, { from })).status).toBe(500);
      expect(await pending(id)).toEqual([{ organization_id: lender.organizationId, n: 1_500 }]);
    } finally {
      await owner.query('drop trigger "stops" on webhook_delivery; drop function "stops"()');
      await owner.end();
    }
    // The first organization's events wait already.
    expect((await both.post(`/v1/webhook-endpoints/${id}/resend`, { from })).json.queued).toBe(1_500);
    expect((await pending(id)).map(({ n }) => n)).toEqual([1_500, 1_500]);
    await pool.query('update webhook_endpoint set deleted_at = now() where id = $1', [id]);
  });
});
