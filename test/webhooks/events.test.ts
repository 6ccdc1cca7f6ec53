import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../support/api.js';
import { eventsReadable } from '../support/events-readable.js';
import type { Lender } from '../support/lender.js';
import { SCHEDULE } from '../support/lender-with-rows.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let api: Api;

beforeAll(async () => {
  instance = await openTestInstance();
  lender = await instance.lender();
  api = await lender.api();
});
afterAll(() => instance.close());

interface ShownEvent {
  readonly id: string;
  readonly type: string;
  readonly object_id: string;
  readonly sequence: number;
}

const eventsOf = async (object: string): Promise<readonly ShownEvent[]> =>
  (await api.get(`/v1/events?object_id=${object}`)).json.items;
const typesOf = async (object: string) => (await eventsOf(object)).map(({ type }) => type);

/** Polls until an object has events of these types, in this order. */
async function eventsWithTypes(object: string, types: readonly string[]): Promise<readonly ShownEvent[]> {
  await expect.poll(() => typesOf(object)).toEqual(types);
  return eventsOf(object);
}

describe('a payment', () => {
  it('has a thin event in the transaction that posts it', async () => {
    const account = await lender.ledgerAccount();
    const payment = (await api.record(account, { memo: 'Ada is ill', external_reference: 'R-1' })).json.payment_id;
    const [event] = await eventsWithTypes(payment, ['payment.posted']);
    expect(event).toEqual({
      id: expect.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      type: 'payment.posted',
      created_at: expect.stringMatching(/Z$/),
      organization_id: lender.organizationId,
      object_type: 'payment',
      object_id: payment,
      account_id: account,
      sequence: 1,
      status: 'posted',
      previous_status: null,
      code: null,
      actor: expect.stringMatching(/^.{8}$/),
      possible_duplicate_of: null,
    });
  });

  it('has a second event when it is reversed, with the next number', async () => {
    const payment = (await api.record(await lender.ledgerAccount())).json.payment_id;
    expect((await api.reverse(payment)).status).toBe(201);
    const events = await eventsWithTypes(payment, ['payment.posted', 'payment.reversed']);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(events[1]).toMatchObject({ status: 'reversed', previous_status: 'posted' });
  });

  it('with an unknown outcome has an event, and another one for the outcome', async () => {
    const [posts, lost] = await Promise.all(
      (['SBX-UNCONFIRMED-POSTS', 'SBX-UNCONFIRMED-LOST'] as const).map(async (scenario) => {
        const answer = await api.record(await lender.sandboxAccount(scenario));
        expect(answer.status).toBe(202);
        return answer.json.payment_id as string;
      }),
    );
    const posted = await eventsWithTypes(posts ?? '', ['payment.pending_confirmation', 'payment.posted']);
    expect(posted[0]).toMatchObject({ previous_status: null, status: 'pending_confirmation', sequence: 1 });
    expect(posted[1]).toMatchObject({ previous_status: 'pending_confirmation', status: 'posted', sequence: 2 });
    const failed = await eventsWithTypes(lost ?? '', ['payment.pending_confirmation', 'payment.failed']);
    expect(failed[1]).toMatchObject({ status: 'failed', code: 'not_posted' });
  });

  it('whose reversal is rejected has an event with the reason', async () => {
    const payment = (await api.record(await lender.sandboxAccount('SBX-REVERSAL-REFUSED'))).json.payment_id;
    expect((await api.reverse(payment)).status).toBe(422);
    const [, refused] = await eventsWithTypes(payment, ['payment.posted', 'payment.reversal_refused']);
    expect(refused).toMatchObject({ status: 'posted', previous_status: 'posted', code: expect.any(String) });
  });

  it('has none when it was rejected or never sent', async () => {
    await eventsReadable(instance.resources.pool);
    const before = (await api.get('/v1/events?type=payment.*&limit=1000')).json.items.length;
    expect((await api.record(await lender.sandboxAccount('SBX-REFUSES'))).status).toBe(422);
    expect((await api.record(await lender.sandboxAccount('SBX-UNAVAILABLE'))).status).toBe(503);
    await eventsReadable(instance.resources.pool);
    expect((await api.get('/v1/events?type=payment.*&limit=1000')).json.items.length).toBe(before);
  });
});

describe('an account', () => {
  it('has an event when its status changes, and so has its schedule if that ends', async () => {
    const account = await lender.ledgerAccount(50_000);
    const body = { ...SCHEDULE, account_id: account, payment_method_id: await lender.paymentMethod() };
    const schedule = (await api.post('/v1/autopay', body)).json.id;
    await api.record(account, { amount_cents: 50_000 });
    const moved = await eventsWithTypes(account, ['account.status_changed', 'account.status_changed']);
    expect(moved[1]).toMatchObject({ previous_status: 'active', status: 'paid_in_full', sequence: 2 });
    const ended = await eventsWithTypes(schedule, ['autopay_schedule.created', 'autopay_schedule.expired']);
    expect(ended[1]).toMatchObject({ previous_status: 'active', status: 'expired', sequence: 2 });
  });
});

describe('a schedule', () => {
  it('has an event when it is created, changed and cancelled, but not when nothing changes', async () => {
    const body = {
      ...SCHEDULE,
      account_id: await lender.ledgerAccount(),
      payment_method_id: await lender.paymentMethod(),
    };
    const id = (await api.post('/v1/autopay', body)).json.id;
    const patch = (change: object) =>
      fetch(`${instance.baseUrl}/v1/autopay/${id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(change),
      });
    await patch({ status: 'paused' });
    await patch({ status: 'paused' });
    await patch({ amount_cents: 6_000 });
    const gone = () =>
      fetch(`${instance.baseUrl}/v1/autopay/${id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${api.token}` },
      });
    await gone();
    await gone();
    const events = await eventsWithTypes(id, [
      'autopay_schedule.created',
      'autopay_schedule.changed',
      'autopay_schedule.changed',
      'autopay_schedule.cancelled',
    ]);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect(events[1]).toMatchObject({ previous_status: 'active', status: 'paused' });
  });
});

describe('a payment method', () => {
  it('has one event each when it is changed and deactivated', async () => {
    const id = await lender.paymentMethod();
    const ask = (method: string, body?: object) =>
      fetch(`${instance.baseUrl}/v1/payment-methods/${id}`, {
        method,
        headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    await ask('PATCH', { nickname: 'blue' });
    await ask('PATCH', { nickname: 'blue' });
    await ask('DELETE');
    await ask('DELETE');
    const events = await eventsWithTypes(id, ['payment_method.changed', 'payment_method.deactivated']);
    expect(events[1]).toMatchObject({ previous_status: 'active', status: 'inactive', sequence: 2 });
  });
});

describe('GET /v1/events', () => {
  it('never skips an event that commits later', async () => {
    const mine = await instance.lender('Held up');
    const own = await mine.api();
    const pool = instance.resources.pool;
    const write = (on: { query: typeof pool.query }, object: string) =>
      on.query(
        `insert into event (organization_id, type, object_type, object_id, sequence, actor)
         values ($1, 'payment.posted', 'payment', $2, 1, 'test')`,
        [mine.organizationId, object],
      );
    const walked: string[] = [];
    /** Continues after the last event, as an integrator would. */
    const walk = async (): Promise<number> => {
      for (;;) {
        const after = walked.at(-1);
        const { items } = (await own.get(`/v1/events?limit=2${after === undefined ? '' : `&after=${after}`}`)).json;
        if (items.length === 0) return walked.length;
        walked.push(...items.map(({ id }: ShownEvent) => id));
      }
    };
    const slow = await pool.connect();
    try {
      await write(pool, 'first');
      await expect.poll(walk).toBe(1);
      await slow.query('begin');
      await write(slow as never, 'slow');
      for (const object of ['a', 'b', 'c']) await write(pool, object);
      await walk();
      // Events committed after the open transaction wait for it.
      expect(walked).toHaveLength(1);
      await slow.query('commit');
      await expect.poll(walk).toBe(5);
    } finally {
      slow.release();
    }
    expect(new Set(walked).size).toBe(5);
    const all = (await own.get('/v1/events')).json.items;
    expect(all.map(({ object_id }: ShownEvent) => object_id)).toEqual(['first', 'slow', 'a', 'b', 'c']);
  });

  it('reads page by page, filtered, and shows an organization no events of another', async () => {
    await eventsReadable(instance.resources.pool);
    const walk: ShownEvent[] = [];
    for (let cursor = ''; ; ) {
      const page = (await api.get(`/v1/events?limit=3&type=payment.*${cursor}`)).json;
      walk.push(...page.items);
      if (page.page.next_cursor === null) break;
      cursor = `&cursor=${page.page.next_cursor}`;
    }
    const whole = (await api.get('/v1/events?type=payment.*&limit=1000')).json.items;
    expect(walk).toEqual(whole);
    expect(whole.length).toBeGreaterThan(5);
    expect(whole.every(({ type }: ShownEvent) => type.startsWith('payment.'))).toBe(true);
    const stranger = await (await instance.lender('Stranger')).api();
    expect((await stranger.get('/v1/events')).json.items).toEqual([]);
    expect((await stranger.get(`/v1/events?after=${whole[0].id}`)).status).toBe(422);
  });

  it('rejects unknown types, a foreign `after` and a key without events:read', async () => {
    expect((await api.get('/v1/events?type=payment')).status).toBe(422);
    expect((await api.get('/v1/events?after=01ARZ3NDEKTSV4RRFFQ69G5FAV')).status).toBe(422);
    const other = await lender.api(['accounts:read']);
    expect((await other.get('/v1/events')).json).toEqual(refusalOf('insufficient_scope', { scope: 'events:read' }));
  });

  it('serves no event older than 30 days', async () => {
    const old = 'OLDPAYMENT';
    await instance.resources.pool.query(
      `insert into event (organization_id, type, object_type, object_id, sequence, actor, created_at)
       values ($1, 'payment.posted', 'payment', $2, 1, 'test', now() - interval '31 days')`,
      [lender.organizationId, old],
    );
    expect(await eventsOf(old)).toEqual([]);
  });
});
