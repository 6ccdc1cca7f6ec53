import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookReceivers } from '../../connectors/webhook-receivers/deliver-message.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { WebhookSender } from '../../subgraphs/messaging/outgoing-webhooks/sending/sender.js';
import type { Api } from '../support/api.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* The deliveries of an endpoint, and sending those of some days again. No worker runs: tests settle deliveries. */

let instance: TestInstance;
let lender: Lender;
let api: Api;
let ask: Ask;
beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
});
afterAll(() => instance.close());

async function endpoint(): Promise<string> {
  lender = await instance.lender();
  api = await lender.api();
  ask = graphClient(instance.graphqlUrl, api.token);
  return (await api.post('/v1/webhook-endpoints', { url: 'https://replayed.example/', types: ['payment.*'] })).json.id;
}

const rows = async (text: string, ...values: readonly unknown[]) =>
  (await instance.resources.pool.query(text, [...values])).rows;

/** Inserts payment events, so many days ago. */
async function happen(count: number, daysAgo = 0, type = 'payment.posted'): Promise<readonly string[]> {
  const inserted = await rows(
    `insert into event (id, organization_id, type, object_type, object_id, sequence, actor, created_at)
     select upper(lpad(to_hex((extract(epoch from now() - make_interval(days => $4)) * 1000)::bigint), 12, '0'))
              || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 14)),
            $1, $5, 'payment', $2 || n, 1, 'test', now() - make_interval(days => $4)
       from generate_series(1, $3::int) n returning id`,
    lender.organizationId,
    randomUUID(),
    count,
    daysAgo,
    type,
  );
  const isSeen = `select bool_and(transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint) as seen from event`;
  await expect.poll(async () => (await rows(isSeen))[0].seen).toBe(true);
  return inserted.map(({ id }) => id);
}

/** A day of the database’s clock, in UTC, so many days ago. */
const dayAgo = async (days: number): Promise<string> =>
  (await rows(`select to_char((now() - make_interval(days => $1)) at time zone 'UTC', 'YYYY-MM-DD') as day`, days))[0]
    .day;

const settle = (endpointId: string, status: 'delivered' | 'failed', ids?: readonly string[]) =>
  rows(
    `update webhook_delivery set status = $2, tries = 1, settled_at = now()
      where endpoint_id = $1 and ($3::text[] is null or event_id = any($3)) returning event_id`,
    endpointId,
    status,
    ids ?? null,
  );
const waiting = async (endpointId: string) =>
  (
    await rows(
      `select event_id from webhook_delivery where endpoint_id = $1 and status = 'pending' and tries = 0 order by 1`,
      endpointId,
    )
  ).map(({ event_id }) => event_id);

async function counted(id: string, days: { from: string; to: string }, undeliveredOnly = false) {
  const answer = await ask(
    `query ($id: ID!, $from: Date!, $to: Date!, $only: Boolean!) {
       webhookEventsToResend(endpointId: $id, from: $from, to: $to, timeZone: "Europe/London", undeliveredOnly: $only) {
         events isExact from until } }`,
    { id, ...days, only: undeliveredOnly },
  );
  return answer.json.data?.webhookEventsToResend ?? answer.json;
}
const resend = (id: string, body: object) => api.post(`/v1/webhook-endpoints/${id}/resend`, body);

describe('webhookEventsToResend', () => {
  it('counts what the resend of its period queues, and ends now at the latest', async () => {
    const id = await endpoint();
    await happen(3, 10);
    await happen(2);
    const days = { from: await dayAgo(12), to: await dayAgo(-1) };
    const all = await counted(id, days);
    expect(all).toMatchObject({ events: 5 });
    await happen(1);
    const sent = await resend(id, { from: all.from, until: all.until });
    expect(sent.json).toMatchObject({ queued: 5, next_after: null });
    expect(await waiting(id)).toHaveLength(5);
    expect(await counted(id, days)).toMatchObject({ events: 1, isExact: true });
    const graphed = await ask(
      `mutation ($id: ID!, $from: DateTime!, $until: DateTime!) {
         resendWebhookEvents(id: $id, input: { from: $from, until: $until }) { queued alreadyWaiting } }`,
      { id, from: all.from, until: all.until },
    );
    expect(graphed.json.data?.resendWebhookEvents ?? graphed.json).toEqual({ queued: 0, alreadyWaiting: 5 });
    expect((await resend(id, { from: all.from, until: all.until })).json).toMatchObject({ queued: 0 });
    await settle(id, 'delivered');
    expect(await counted(id, { from: await dayAgo(11), to: await dayAgo(9) })).toMatchObject({ events: 3 });
    expect(await counted(id, { from: await dayAgo(8), to: await dayAgo(3) })).toMatchObject({ events: 0 });
    expect((await counted(id, { from: days.to, to: days.from })).errors[0].extensions.code).toBe('invalid_date_range');
    await instance.lender('Stranger').then(async (other) => {
      const foreign = graphClient(instance.graphqlUrl, (await other.api()).token);
      const refused = await foreign(
        `{ webhookEventsToResend(endpointId: "${id}", from: "${days.from}", to: "${days.to}", timeZone: "Europe/London") { events } }`,
      );
      expect(refused.json.errors[0].extensions.code).toBe('webhook_endpoint_not_found');
    });
  });

  it('with undeliveredOnly counts and queues what failed or was never queued since the endpoint was created', async () => {
    const id = await endpoint();
    await happen(4, 10);
    const [delivered = '', failed = '', ...missed] = await happen(4);
    await resend(id, { event_id: delivered });
    await resend(id, { event_id: failed });
    await settle(id, 'delivered', [delivered]);
    await settle(id, 'failed', [failed]);
    const days = { from: await dayAgo(12), to: await dayAgo(-1) };
    expect(await counted(id, days)).toMatchObject({ events: 8 });
    const only = await counted(id, days, true);
    expect(only).toMatchObject({ events: 3 });
    const sent = await resend(id, { from: only.from, until: only.until, undelivered_only: true });
    expect(sent.json).toMatchObject({ queued: 3, next_after: null });
    expect(await waiting(id)).toEqual([failed, ...missed].toSorted());
    expect((await resend(id, { event_id: failed, undelivered_only: true })).status).toBe(422);
  });
});

describe('many events of other types', () => {
  it('are examined in parts; the count says when it did not examine all', async () => {
    const id = await endpoint();
    await happen(50_001, 0, 'account.opened');
    const [last = ''] = await happen(1);
    const days = { from: await dayAgo(2), to: await dayAgo(-1) };
    const period = await counted(id, days);
    expect(period.isExact).toBe(false);
    const sent = await resend(id, { from: period.from });
    expect(sent.json).toMatchObject({ queued: 1, next_after: null });
    expect(await waiting(id)).toEqual([last]);
    // Its events, and not those before it.
    const later = await resend(id, { from: new Date(Date.now() + 86_400_000).toISOString() });
    expect(later.json).toMatchObject({ queued: 0, next_after: null });
  });
});

describe('an attempt that is under way', () => {
  const NONE = { httpStatus: null, error: null, durationMs: 1, answer: null, retryAfterMs: null };

  it('when its period is replayed: is not sent twice, and its late answer counts for it alone', async () => {
    const id = await endpoint();
    const [event = ''] = await happen(1);
    const calls: string[] = [];
    let answer = (_: unknown) => {};
    const held = new Promise((resolve) => {
      answer = resolve;
    });
    const { db, secrets, logger, clock } = subgraphsSource(instance.resources);
    const sender = new WebhookSender({
      ...{ db, secrets, logger, clock },
      receivers: {
        ...createWebhookReceivers({ allowedNetworks: [], requiresHttps: true, timeoutMs: 1_000 }),
        send: async (message) => {
          if (message.id !== event) return { ...NONE, succeeded: true, httpStatus: 200 };
          calls.push(message.id);
          if (calls.length > 1) return { ...NONE, succeeded: true, httpStatus: 200 };
          await held;
          return { ...NONE, succeeded: false, httpStatus: 503 };
        },
      },
    });
    // It queues the event, for the first time.
    sender.start();
    try {
      await expect.poll(() => calls.length).toBe(1);
      const days = { from: await dayAgo(2), to: await dayAgo(-1) };
      const period = await counted(id, days);
      expect(period).toMatchObject({ events: 0 });
      expect((await resend(id, { from: period.from, until: period.until })).json).toMatchObject({ queued: 0 });
      const delivery = async () =>
        (
          await rows('select status, tries from webhook_delivery where endpoint_id = $1 and event_id = $2', id, event)
        )[0];
      expect(await delivery()).toEqual({ status: 'pending', tries: 1 });
      answer(undefined);
      const attempts = async () =>
        rows('select number, succeeded from webhook_attempt where endpoint_id = $1 order by id', id);
      await expect.poll(attempts).toEqual([{ number: 1, succeeded: false }]);
      await rows('update webhook_delivery set next_try_at = now() where endpoint_id = $1', id);
      await expect.poll(delivery).toEqual({ status: 'delivered', tries: 2 });
      expect(await attempts()).toEqual([
        { number: 1, succeeded: false },
        { number: 2, succeeded: true },
      ]);
      expect(calls).toHaveLength(2);
    } finally {
      answer(undefined);
      await sender.stop();
    }
  });

  it('is not assumed of a delivery that pauses for longer: it is sent again at once', async () => {
    const id = await endpoint();
    const [event = ''] = await happen(1);
    await resend(id, { event_id: event });
    await rows(
      `update webhook_delivery set tries = 3, next_try_at = now() + interval '30 minutes' where endpoint_id = $1`,
      id,
    );
    const period = await counted(id, { from: await dayAgo(2), to: await dayAgo(-1) });
    expect(period).toMatchObject({ events: 1 });
    expect((await resend(id, { from: period.from, until: period.until })).json).toMatchObject({ queued: 1 });
    expect(await waiting(id)).toEqual([event]);
  });
});

describe('two requests for the same period', () => {
  it('send each event once while the first is under way, also what was delivered already; later ones send all again', async () => {
    const id = await endpoint();
    const events = await happen(6);
    const days = { from: await dayAgo(2), to: await dayAgo(-1) };
    const period = await counted(id, days);
    const request = { from: period.from, until: period.until };
    await resend(id, request);
    const [one = '', two = '', ...others] = events;
    await settle(id, 'delivered', [one, two]);
    await resend(id, request);
    expect(await waiting(id)).toEqual(others.toSorted());
    // A worker has them: the first attempts have not ended.
    await rows(`update webhook_delivery set tries = 1 where endpoint_id = $1 and status = 'pending'`, id);
    await resend(id, request);
    expect(await waiting(id)).toEqual([]);
    // One event is always sent again on request.
    await resend(id, { event_id: one });
    expect(await waiting(id)).toEqual([one]);
    await settle(id, 'delivered');
    await resend(id, request);
    expect(await waiting(id)).toEqual(events.toSorted());
  });

  it('at the same moment queue each event once', async () => {
    const id = await endpoint();
    const events = await happen(50);
    const period = await counted(id, { from: await dayAgo(2), to: await dayAgo(-1) });
    const request = { from: period.from, until: period.until };
    await Promise.all([resend(id, request), resend(id, request), resend(id, request)]);
    expect(await waiting(id)).toEqual(events.toSorted());
    const stamps = await rows('select distinct resent_at from webhook_delivery where endpoint_id = $1', id);
    expect(stamps).toHaveLength(1);
  });
});

describe('webhookDeliveries', () => {
  const FIELDS = 'eventId type deliveryStatus tries nextAttemptAt attemptedAt httpStatus error payload';
  const list = async (id: string, rest = '') =>
    (await ask(`{ webhookDeliveries(endpointId: "${id}"${rest}) { items { ${FIELDS} } page { nextCursor hasMore } } }`))
      .json.data.webhookDeliveries;

  it('lists the latest event first, by status and page by page, each with its payload and latest attempt', async () => {
    const id = await endpoint();
    const events = (await happen(3)).toSorted().toReversed();
    for (const event_id of events) await resend(id, { event_id });
    const [first = '', second = ''] = events;
    await settle(id, 'failed', [second]);
    for (const [number, status] of [
      [1, 500],
      [2, 503],
    ])
      await rows(
        `insert into webhook_attempt (id, organization_id, endpoint_id, event_id, number, succeeded, http_status, duration_ms)
         values ($1, $2, $3, $4, $5, false, $6, 5)`,
        `0${number}${randomUUID()}`,
        lender.organizationId,
        id,
        second,
        number,
        status,
      );
    const all = await list(id);
    expect(all.items.map(({ eventId }: any) => eventId)).toEqual(events);
    expect(all.items[0]).toMatchObject({ deliveryStatus: 'pending', attemptedAt: null, httpStatus: null });
    expect(all.items[0].nextAttemptAt).not.toBeNull();
    expect(all.items[1]).toMatchObject({ deliveryStatus: 'failed', httpStatus: 503, nextAttemptAt: null });
    const served = (await api.get('/v1/events?limit=1000')).json.items;
    for (const { eventId, payload } of all.items)
      expect(payload).toBe(JSON.stringify(served.find(({ id }: any) => id === eventId)));
    expect((await list(id, ', status: failed')).items.map(({ eventId }: any) => eventId)).toEqual([second]);
    const page = await list(id, ', limit: 2');
    const rest = await list(id, `, limit: 2, cursor: "${page.page.nextCursor}"`);
    expect([...page.items, ...rest.items].map(({ eventId }: any) => eventId)).toEqual(events);
    const one = await ask(`{ webhookDelivery(endpointId: "${id}", eventId: "${first}") { ${FIELDS} } }`);
    expect(one.json.data.webhookDelivery).toEqual(all.items[0]);
    const none = await ask(`{ webhookDelivery(endpointId: "${id}", eventId: "${randomUUID()}") { eventId } }`);
    expect(none.json.errors[0].extensions.code).toBe('event_not_found');
    expect(refusalOf('event_not_found')).toBeDefined();
  });
});
