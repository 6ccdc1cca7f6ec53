import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Delivered, Message } from '../../connectors/webhook-receivers/deliver-message.js';
import { newId } from '../../core/ids/ids.js';
import { WebhookSender } from '../../subgraphs/messaging/outgoing-webhooks/sending/sender.js';
import { type Api, send as call } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * How a failing endpoint is reported and disabled, and what it can request afterwards. The receivers belong to this
 * test.
 */

type Receive = (message: Message) => Promise<number>;

let instance: TestInstance;
let lender: Lender;
let api: Api;
let sender: WebhookSender;
let owner: pg.Client;
const logged: Readonly<Record<string, unknown>>[] = [];
const receivers = new Map<string, Receive>();

const answered = (httpStatus: number): Delivered => ({
  ...{ succeeded: httpStatus < 300, httpStatus, error: null },
  ...{ durationMs: 1, answer: '', retryAfterMs: null },
});

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  api = await lender.api();
  owner = new pg.Client({ connectionString: instance.databaseUrl });
  await owner.connect();
  const { db, secrets, clock } = instance.resources;
  const send = async (message: Message) => answered((await receivers.get(message.url)?.(message)) ?? 204);
  const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  sender = new WebhookSender({ db, secrets, clock, logger, receivers: { send, problemOf: () => undefined } });
  sender.start();
});
afterEach(async () => {
  receivers.clear();
  await query('update webhook_endpoint set deleted_at = now()');
});
afterAll(async () => {
  await sender.stop();
  await owner.end();
  await instance.close();
});

const query = async (text: string, values: unknown[] = []) => (await owner.query(text, values)).rows;

/** An endpoint with its own address. */
async function endpoint(receive: Receive, types: readonly string[] = ['payment.*']): Promise<string> {
  const url = `https://receiver.example/${newId()}`;
  receivers.set(url, receive);
  return (await api.post('/v1/webhook-endpoints', { url, types })).json.id;
}

const INSERT = `insert into event (organization_id, type, object_type, object_id, sequence, actor)
  select $1, 'payment.posted', 'payment', unnest($2::text[]), 1, 'test' returning id`;

/** Inserts this many payment events. Returns their ids. */
async function happen(count = 1, on: Pick<pg.Client, 'query'> = owner): Promise<readonly string[]> {
  const made = await on.query(INSERT, [lender.organizationId, Array.from({ length: count }, () => newId())]);
  return made.rows.map(({ id }) => id);
}

const shown = async (id: string) => (await api.get(`/v1/webhook-endpoints/${id}`)).json;
const becomes = (id: string, state: object) => expect.poll(() => shown(id)).toMatchObject(state);
const triesOf = async (endpointId: string): Promise<number> =>
  (await query('select count(*)::int as n from webhook_attempt where endpoint_id = $1', [endpointId]))[0].n;

/** Makes the next attempt of an event now, and waits until it is recorded. */
async function tryNow(endpointId: string, eventId: string): Promise<void> {
  const before = await triesOf(endpointId);
  await query('update webhook_delivery set next_try_at = now() where endpoint_id = $1 and event_id = $2', [
    endpointId,
    eventId,
  ]);
  await expect.poll(() => triesOf(endpointId)).toBe(before + 1);
}

/** An endpoint with an event that failed once, so that it has been failing for this long. */
async function failingFor(age: string, receive: Receive = async () => 500) {
  const id = await endpoint(receive);
  const [eventId = ''] = await happen();
  await expect.poll(() => triesOf(id)).toBe(1);
  await begunBefore(id, age);
  return { id, eventId };
}

const begunBefore = (id: string, age: string) =>
  query('update webhook_endpoint set failing_since = now() - $2::interval where id = $1', [id, age]);
const entriesOf = (id: string) =>
  query(
    `select actor, actor_kind, organization_id, before, after from audit_log
      where subject = $1 and action = 'webhook_endpoint.disable'`,
    [id],
  );
const eventsOf = async (id: string) => (await api.get(`/v1/events?object_id=${id}`)).json.items;
const linesOf = (id: string) =>
  logged.filter((line) => line['endpoint_id'] === id).map((line) => [line['level'], line['msg']]);

const DISABLED = [50, 'a webhook endpoint was disabled'];
const byItself = (reason: string) => ({
  ...{ actor: 'webhooks', actor_kind: 'system', organization_id: lender.organizationId },
  ...{ before: { status: 'enabled' }, after: { status: 'disabled', disabled_reason: reason } },
});

describe('an endpoint that the product disables', () => {
  it('because it returned 410 is reported in the log, in the audit log and by an event', async () => {
    const id = await endpoint(async () => 410);
    await happen();
    await becomes(id, { status: 'disabled', disabled_reason: 'gone' });
    expect(await entriesOf(id)).toEqual([byItself('gone')]);
    await expect
      .poll(() => eventsOf(id))
      .toMatchObject([
        {
          type: 'webhook_endpoint.disabled',
          previous_status: 'enabled',
          status: 'disabled',
          code: 'gone',
          sequence: 1,
        },
      ]);
    expect(linesOf(id)).toEqual([DISABLED]);
  });

  it('because it fails is reported in the same way, after a single notice at the fourth attempt', async () => {
    const { id, eventId } = await failingFor('6 days');
    await tryNow(id, eventId);
    await tryNow(id, eventId);
    expect(linesOf(id)).toEqual([]);
    await tryNow(id, eventId);
    await tryNow(id, eventId);
    const notice = [40, 'a webhook endpoint keeps failing'];
    expect(linesOf(id)).toEqual([notice]);
    // One event alone is not enough, however long it fails.
    expect([(await shown(id)).status, await entriesOf(id)]).toEqual(['enabled', []]);
    await happen();
    await becomes(id, { status: 'disabled', disabled_reason: 'failing' });
    expect(await entriesOf(id)).toEqual([byItself('failing')]);
    expect(linesOf(id)).toEqual([notice, DISABLED]);
    await expect
      .poll(() => eventsOf(id))
      .toMatchObject([
        { type: 'webhook_endpoint.failing', previous_status: null, status: 'enabled', code: 'http_500' },
        { type: 'webhook_endpoint.disabled', previous_status: 'enabled', status: 'disabled', code: 'failing' },
      ]);
    expect(logged.find((line) => line['endpoint_id'] === id)).toMatchObject({
      ...{ host: 'receiver.example', error: 'http_500', failing_since: expect.any(String) },
    });
  });

  it.each([
    ['11 hours', 'enabled'],
    ['13 hours', 'disabled'],
  ])('after five days only if two events failed twelve hours apart: %s, %s', async (apart, status) => {
    const { id, eventId } = await failingFor(apart);
    await happen();
    await expect.poll(() => triesOf(id)).toBe(2);
    expect((await shown(id)).status).toBe('enabled');
    await begunBefore(id, '6 days');
    await tryNow(id, eventId);
    expect((await shown(id)).status).toBe(status);
  });
});

describe('an endpoint enabled again', () => {
  /** Returns 410 to its first event when allowed to, and accepts the others; records the events it received since. */
  async function leaving() {
    const sent = new Set<string>();
    let isCalled = false;
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const id = await endpoint(async ({ id: eventId }) => {
      if (isCalled) return sent.add(eventId) && 204;
      isCalled = true;
      await left;
      return 410;
    });
    await happen();
    await expect.poll(() => isCalled).toBe(true);
    const leaves = async () => {
      leave();
      await becomes(id, { status: 'disabled' });
    };
    return { id, sent, leaves };
  }

  const enabled = async (id: string) => {
    const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' };
    const change = { method: 'PATCH', headers, body: JSON.stringify({ status: 'enabled' }) };
    return (await call(`${api.baseUrl}/v1/webhook-endpoints/${id}`, change)).json;
  };

  /** Enables it, and requests the missed period. */
  async function comesBack(id: string): Promise<void> {
    const { missed_from: from, missed_until: until } = await enabled(id);
    expect((await api.post(`/v1/webhook-endpoints/${id}/resend`, { from, until })).status).toBe(202);
  }

  const gets = (sent: ReadonlySet<string>, events: readonly string[]) =>
    expect.poll(() => events.filter((id) => !sent.has(id)).length).toBe(0);

  it('can request the events of an earlier transaction that was open when it was disabled', async () => {
    const { id, sent, leaves } = await leaving();
    const slow = new pg.Client({ connectionString: instance.databaseUrl });
    await slow.connect();
    try {
      await slow.query('begin');
      const events = [...(await happen(1, slow)), ...(await happen(3))];
      await leaves();
      await slow.query('commit');
      await comesBack(id);
      await gets(sent, [...events, ...(await happen())]);
    } finally {
      await slow.end();
    }
  });

  it('can request an earlier burst of events, none of which had been queued for it', async () => {
    const { id, sent, leaves } = await leaving();
    const other = new pg.Client({ connectionString: instance.databaseUrl });
    await other.connect();
    try {
      // As if no poll had reached it yet: the sender locks this row to queue events, and skips a locked one.
      await other.query('begin');
      await other.query('select from webhook_subscription where endpoint_id = $1 for update', [id]);
      const burst = await happen(60);
      await leaves();
      await other.query('commit');
      await comesBack(id);
      await gets(sent, burst);
    } finally {
      await other.end();
    }
  });

  it('missed no earlier events if all had been queued for it', async () => {
    const { id, leaves } = await leaving();
    await leaves();
    const { disabled_at } = await shown(id);
    await happen();
    const { missed_from, missed_until } = await enabled(id);
    expect([missed_from, missed_until > missed_from]).toEqual([disabled_at, true]);
  });
});
