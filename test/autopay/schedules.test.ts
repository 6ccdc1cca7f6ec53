import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { systemClock } from '../../core/time/clock.js';
import { addDays } from '../../core/time/dates.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import type { ApiAnswer } from '../support/api.js';
import { bothSurfaces, problemsOf, type Surface } from '../support/both-surfaces.js';
import { graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let other: Lender;
let doors: readonly [Surface, Surface];
let unversioned: Surface;
let accountId: string;
let methodId: string;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  [lender, other] = [await instance.lender(), await instance.lender('Birch Credit')];
  doors = await bothSurfaces(instance, lender);
  [unversioned] = doors;
  [accountId, methodId] = [await lender.ledgerAccount(), await lender.paymentMethod()];
});
afterAll(() => instance.close());

type Body = Readonly<Record<string, unknown>>;

const today = () => servicingDate(systemClock.now());
const problem = refusalOf;
const monthly = (fields: Body = {}): Body => ({
  account_id: accountId,
  payment_method_id: methodId,
  amount_cents: 5_000,
  frequency_unit: 'month',
  frequency_interval: 1,
  start_date: '2099-01-31',
  ...fields,
});
const create = (door: Surface, fields: Body = {}, key?: string) =>
  door.call('POST', '/autopay', monthly(fields), { 'idempotency-key': key });

async function created(fields: Body = {}): Promise<string> {
  const answer = await create(unversioned, fields);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return answer.json.id;
}

const read = async (id: string) => (await unversioned.call('GET', `/autopay/${id}`)).json;
const patch = (door: Surface, id: string, body: Body) => door.call('PATCH', `/autopay/${id}`, body);

/** Brings a schedule into a status through the API; only `expired`, which the worker sets, is written by hand. */
async function inStatus(status: string, fields: Body = {}): Promise<string> {
  const id = await created(fields);
  if (status === 'paused') await patch(unversioned, id, { status: 'paused' });
  if (status === 'cancelled') await unversioned.call('DELETE', `/autopay/${id}`);
  if (status === 'expired') {
    await instance.resources.pool.query("update autopay_schedule set status = 'expired' where id = $1", [id]);
  }
  expect((await read(id)).status).toBe(status);
  return id;
}

async function addRun(scheduleId: string, status: string): Promise<string> {
  const id = newId();
  await instance.resources.pool.query(
    `insert into autopay_run (id, organization_id, schedule_id, account_id, due_on, status, amount_cents, next_try_on)
     select $1, organization_id, id, account_id, next_run_date, $3::autopay_run_status, amount_cents,
            case when $3 = 'retrying' then next_run_date + 1 end
       from autopay_schedule where id = $2`,
    [id, scheduleId, status],
  );
  return id;
}

async function runOf(id: string): Promise<object> {
  const sql =
    'select status, failure_code, next_try_on, settled_at is not null as settled from autopay_run where id = $1';
  return (await instance.resources.pool.query(sql, [id])).rows[0];
}

describe('POST /autopay', () => {
  it('201 with exactly the fields of the contract, end_date, last_run and possible_duplicate_of, the same in both APIs and in a later read', async () => {
    let before: string | null = null;
    for (const door of doors) {
      const answer: ApiAnswer = await create(door, { anchor_day: 15, end_date: '2099-12-31' });
      expect(answer.status).toBe(201);
      expect(answer.text).toBe(
        JSON.stringify({
          id: answer.json.id,
          account_id: accountId,
          payment_method_id: methodId,
          amount_cents: 5_000,
          frequency_unit: 'month',
          frequency_interval: 1,
          start_date: '2099-01-31',
          anchor_day: 15,
          end_date: '2099-12-31',
          next_run_date: '2099-02-15',
          status: 'active',
          last_run: null,
          possible_duplicate_of: before,
        }),
      );
      before = answer.json.id;
      for (const reader of doors) {
        const again = await reader.call('GET', `/autopay/${answer.json.id}`);
        expect([again.status, again.text]).toEqual([200, answer.text]);
      }
    }
  });

  it.each<[fields: Body, nextRunDate: string]>([
    [{}, '2099-01-31'],
    [{ anchor_day: null, end_date: null }, '2099-01-31'],
    [{ start_date: '2099-02-01', anchor_day: 31 }, '2099-02-28'],
    [{ frequency_unit: 'week', frequency_interval: 2 }, '2099-01-31'],
    [{ frequency_unit: 'day', frequency_interval: 365 }, '2099-01-31'],
    [{ frequency_unit: 'year', start_date: '2096-02-29' }, '2096-02-29'],
    [{ end_date: '2099-01-31' }, '2099-01-31'],
    [{ amount_cents: Number.MAX_SAFE_INTEGER }, '2099-01-31'],
  ])('201 for %j: the first run is %s', async (fields, nextRunDate) => {
    const answer = await create(unversioned, fields);
    expect([answer.status, answer.json]).toMatchObject([201, { next_run_date: nextRunDate, status: 'active' }]);
  });

  it('201 when it starts on the current servicing day; 422 one day earlier', async () => {
    expect((await create(unversioned, { start_date: today() })).json.next_run_date).toBe(today());
    const late = await create(unversioned, { start_date: addDays(today(), -1) });
    expect([late.status, problemsOf(late)]).toEqual([422, ['body.start_date value_error']]);
  });

  it.each<[fields: Body, problems: readonly string[]]>([
    [{ amount_cents: 0 }, ['body.amount_cents greater_than']],
    [{ amount_cents: 1.5 }, ['body.amount_cents int_from_float']],
    [{ amount_cents: '5000' }, ['body.amount_cents int_type']],
    [{ amount_cents: 2 ** 53 }, ['body.amount_cents less_than_equal']],
    [{ frequency_unit: 'quarter' }, ['body.frequency_unit literal_error']],
    [{ frequency_interval: 0 }, ['body.frequency_interval greater_than_equal']],
    [{ frequency_interval: 366 }, ['body.frequency_interval less_than_equal']],
    [{ start_date: '2099-02-30' }, ['body.start_date date_parsing']],
    [{ start_date: '9999-12-31', anchor_day: 30 }, ['body.start_date value_error']],
    [{ anchor_day: 0 }, ['body.anchor_day greater_than_equal']],
    [{ anchor_day: 32 }, ['body.anchor_day less_than_equal']],
    [{ frequency_unit: 'week', anchor_day: 5 }, ['body.anchor_day value_error']],
    [{ frequency_unit: 'day', anchor_day: 5 }, ['body.anchor_day value_error']],
    [{ end_date: '2099-01-30' }, ['body.end_date value_error']],
    [{ anchor_day: 1, end_date: '2099-01-31' }, ['body.end_date value_error']],
    [{ status: 'paused' }, ['body.status extra_forbidden']],
    [{ next_run_date: '2099-01-31' }, ['body.next_run_date extra_forbidden']],
    [{ account_id: 'x' }, ['body.account_id value_error']],
    [{ payment_method_id: 'x' }, ['body.payment_method_id value_error']],
    [{ payment_method_id: '\u0000' }, ['body.payment_method_id value_error']],
    [
      { account_id: undefined, payment_method_id: null },
      ['body.account_id missing', 'body.payment_method_id string_type'],
    ],
    [
      { amount_cents: 0, frequency_unit: 'week', anchor_day: 3, start_date: 1, colour: 'red' },
      [
        'body.amount_cents greater_than',
        'body.anchor_day value_error',
        'body.colour extra_forbidden',
        'body.start_date string_type',
      ],
    ],
    [
      { start_date: '2020-01-31', end_date: '2019-01-31', payment_method_id: 'x' },
      ['body.end_date value_error', 'body.payment_method_id value_error', 'body.start_date value_error'],
    ],
  ])('422 for %j, every problem at once', async (fields, problems) => {
    for (const door of doors) {
      const answer = await create(door, fields);
      expect([answer.status, problemsOf(answer)]).toEqual([422, problems]);
    }
  });

  it('422 at payment_method_id for a method that cannot fund this account', async () => {
    const stranger = await lender.person('Stranger');
    const ineligible = [
      await lender.paymentMethod({ isActive: false }),
      await lender.paymentMethod({ processor: 'stripe' }),
      await lender.paymentMethod({ processorToken: null }),
      await lender.paymentMethod({ partyId: stranger }),
      await other.paymentMethod(),
      newId(),
    ];
    for (const payment_method_id of ineligible) {
      const answer = await create(unversioned, { payment_method_id });
      expect([answer.status, problemsOf(answer)]).toEqual([422, ['body.payment_method_id value_error']]);
    }
    const shared = await lender.ledgerAccount();
    await lender.coBorrower(shared, stranger);
    const theirs = await lender.paymentMethod({ partyId: stranger });
    expect((await create(unversioned, { account_id: shared, payment_method_id: theirs })).status).toBe(201);
  });

  it.each([
    ['pending', 201],
    ['active', 201],
    ['delinquent', 201],
    ['charged_off', 201],
    ['paid_in_full', 422],
    ['closed', 422],
  ])('on an account that is %s: %i', async (statusCode, status) => {
    const account_id = await lender.ledgerAccount();
    await instance.resources.pool.query('update account set status_code = $2 where id = $1', [account_id, statusCode]);
    const answer = await create(unversioned, { account_id });
    expect(answer.status).toBe(status);
    if (status === 422) expect(answer.json).toEqual(problem('account_not_payable'));
  });

  describe('with an Idempotency-Key', () => {
    it('the same key and body: the same bytes, marked as replayed, even if the schedule has changed; one schedule', async () => {
      for (const door of doors) {
        const account_id = await lender.ledgerAccount();
        const key = randomUUID();
        const first = await create(door, { account_id }, key);
        expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
        await door.call('DELETE', `/autopay/${first.json.id}`);
        const again = await create(door, { account_id }, key);
        expect([again.status, again.text]).toEqual([201, first.text]);
        expect(again.headers.get('idempotent-replayed')).toBe('true');
        expect((await door.call('GET', `/autopay?account_id=${account_id}`)).json.items).toHaveLength(1);
        const found = async (query: string) =>
          (await door.call('GET', `/autopay?account_id=${account_id}&${query}`)).json.items.map(
            ({ id }: { id: string }) => id,
          );
        expect(await found('status=active')).toEqual([]);
        expect(await found('status=cancelled')).toEqual([first.json.id]);
        expect(await found('status=active&status=cancelled')).toEqual([first.json.id]);
        expect((await door.call('GET', '/autopay?status=asleep')).status).toBe(422);
      }
    });

    it('409 idempotency_conflict for another body; without a key every request creates', async () => {
      const account_id = await lender.ledgerAccount();
      const key = randomUUID();
      await create(unversioned, { account_id }, key);
      const conflict = await create(unversioned, { account_id, amount_cents: 1 }, key);
      expect([conflict.status, conflict.json]).toEqual([409, problem('idempotency_conflict')]);
      for (const _ of ['once', 'twice']) expect((await create(unversioned, { account_id })).status).toBe(201);
      expect((await unversioned.call('GET', `/autopay?account_id=${account_id}`)).json.items).toHaveLength(3);
    });

    it('a refusal is not stored: the key may be used for the corrected body', async () => {
      const key = randomUUID();
      expect((await create(unversioned, { payment_method_id: newId() }, key)).status).toBe(422);
      expect((await create(unversioned, {}, key)).status).toBe(201);
    });

    it('422 for an empty or too long key, together with the problems of the body', async () => {
      for (const [key, type] of [
        ['', 'string_too_short'],
        ['k'.repeat(256), 'string_too_long'],
      ] as const) {
        const answer = await create(unversioned, { amount_cents: 0 }, key);
        expect([answer.status, problemsOf(answer)]).toEqual([
          422,
          ['body.amount_cents greater_than', `header.Idempotency-Key ${type}`],
        ]);
      }
    });

    it('eight at once: one schedule, the same bytes for all', async () => {
      const account_id = await lender.ledgerAccount();
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => create(doors[n % 2 ? 1 : 0], { account_id }, key)),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
      expect((await unversioned.call('GET', `/autopay?account_id=${account_id}`)).json.items).toHaveLength(1);
    });

    it('the same key at another organization is another key', async () => {
      const key = randomUUID();
      const [theirs] = await bothSurfaces(instance, other);
      const first = await create(unversioned, {}, key);
      const second = await create(
        theirs,
        { account_id: await other.ledgerAccount(), payment_method_id: await other.paymentMethod() },
        key,
      );
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.json.id).not.toBe(first.json.id);
    });
  });
});

describe('GET /autopay and GET /autopay/{id}', () => {
  it('newest first, including ended ones; account_id filters, and an unknown, foreign or malformed one matches nothing', async () => {
    const own = await instance.lender('Cedar Loans');
    const payment_method_id = await own.paymentMethod();
    const accounts = [await own.ledgerAccount(), await own.ledgerAccount()];
    const [door] = await bothSurfaces(instance, own);
    const ids: string[] = [];
    for (const account_id of [...accounts, accounts[0]]) {
      ids.push((await create(door, { account_id, payment_method_id })).json.id);
    }
    await door.call('DELETE', `/autopay/${ids[1]}`);
    for (const each of await bothSurfaces(instance, own)) {
      const list = async (query = '') => (await each.call('GET', `/autopay${query}`)).json;
      const listed = async (query = '') => (await list(query)).items.map(({ id }: { id: string }) => id);
      expect(await listed()).toEqual(ids.toReversed());
      expect((await list()).page).toEqual({ next_cursor: null, has_more: false, limit: 100 });
      expect(await listed(`?account_id=${accounts[0]}`)).toEqual([ids[2], ids[0]]);
      for (const unknownId of [newId(), accountId, 'x', '%00', '']) {
        expect(await listed(`?account_id=${unknownId}`)).toEqual([]);
      }
    }
  });

  it('404 autopay_schedule_not_found, the same bytes for a foreign, an unknown and a malformed id, for every operation', async () => {
    const [theirs] = await bothSurfaces(instance, other);
    const foreign = await create(theirs, {
      account_id: await other.ledgerAccount(),
      payment_method_id: await other.paymentMethod(),
    });
    for (const door of doors) {
      for (const id of [foreign.json.id, newId(), 'x', '%00']) {
        for (const [method, body] of [['GET'], ['PATCH', { amount_cents: 1 }], ['DELETE']] as const) {
          const { status, json } = await door.call(method, `/autopay/${id}`, body);
          expect([status, json]).toEqual([404, problem('autopay_schedule_not_found')]);
        }
      }
    }
    expect((await theirs.call('GET', `/autopay/${foreign.json.id}`)).text).toBe(foreign.text);
  });
});

describe('each status × each change', () => {
  it.each<[from: string, body: Body | 'DELETE', status: number, after: string]>([
    ['active', { status: 'paused' }, 200, 'paused'],
    ['active', { status: 'active' }, 200, 'active'],
    ['active', { amount_cents: 7 }, 200, 'active'],
    ['active', {}, 200, 'active'],
    ['active', 'DELETE', 204, 'cancelled'],
    ['paused', { status: 'active' }, 200, 'active'],
    ['paused', { status: 'paused' }, 200, 'paused'],
    ['paused', { amount_cents: 7 }, 200, 'paused'],
    ['paused', 'DELETE', 204, 'cancelled'],
    ['cancelled', { status: 'active' }, 409, 'cancelled'],
    ['cancelled', { status: 'paused' }, 409, 'cancelled'],
    ['cancelled', { amount_cents: 7 }, 409, 'cancelled'],
    ['cancelled', {}, 409, 'cancelled'],
    ['cancelled', 'DELETE', 204, 'cancelled'],
    ['expired', { status: 'active' }, 409, 'expired'],
    ['expired', { end_date: null }, 409, 'expired'],
    ['expired', 'DELETE', 204, 'expired'],
  ])('%s, %j: %i, then %s', async (from, asked, status, after) => {
    for (const door of doors) {
      const id = await inStatus(from);
      for (const _ of ['first', 'again']) {
        const answer = asked === 'DELETE' ? await door.call('DELETE', `/autopay/${id}`) : await patch(door, id, asked);
        expect(answer.status).toBe(status);
        if (status === 204) expect(answer.text).toBe('');
        if (status === 200) expect(answer.json).toMatchObject({ status: after });
        if (status === 409) expect(answer.json).toEqual(problem(`autopay_schedule_${from}`));
        expect(await read(id)).toMatchObject({ status: after });
      }
    }
  });
});

describe('PATCH /autopay/{id}', () => {
  it('200: method, amount, end and pause change together; omitted fields stay; null removes the end', async () => {
    for (const door of doors) {
      const id = await created({ anchor_day: 15 });
      const before = await read(id);
      const payment_method_id = await lender.paymentMethod();
      const change = { payment_method_id, amount_cents: 1, end_date: '2100-01-01', status: 'paused' };
      expect((await patch(door, id, change)).json).toEqual({ ...before, ...change });
      expect((await patch(door, id, {})).json).toEqual({ ...before, ...change });
      const unended = await patch(door, id, { end_date: null });
      expect(unended.json).toEqual({ ...before, ...change, end_date: null });
      expect(await read(id)).toEqual(unended.json);
    }
  });

  it.each<[body: Body, problems: readonly string[]]>([
    ...['id', 'account_id', 'frequency_unit', 'frequency_interval', 'start_date', 'anchor_day', 'next_run_date'].map(
      (field): [Body, string[]] => [{ [field]: null }, [`body.${field} extra_forbidden`]],
    ),
    [{ status: 'cancelled' }, ['body.status literal_error']],
    [{ status: 'expired' }, ['body.status literal_error']],
    [{ status: null }, ['body.status literal_error']],
    [{ amount_cents: null }, ['body.amount_cents int_type']],
    [{ amount_cents: -1 }, ['body.amount_cents greater_than']],
    [{ payment_method_id: null }, ['body.payment_method_id string_type']],
    [{ payment_method_id: 'x' }, ['body.payment_method_id value_error']],
    [{ end_date: '2099-01-30' }, ['body.end_date value_error']],
    [
      { amount_cents: 0, status: 1, colour: 1 },
      ['body.amount_cents greater_than', 'body.colour extra_forbidden', 'body.status literal_error'],
    ],
    [
      { end_date: '2099-01-30', payment_method_id: 'x' },
      ['body.end_date value_error', 'body.payment_method_id value_error'],
    ],
  ])('422 for %j, every problem at once, and nothing changes', async (body, problems) => {
    const id = await created();
    const before = await read(id);
    for (const door of doors) {
      const answer = await patch(door, id, body);
      expect([answer.status, problemsOf(answer)]).toEqual([422, problems]);
    }
    expect(await read(id)).toEqual(before);
  });

  it('422 at payment_method_id for a method that cannot fund the account, with the same message for a foreign and an unknown one', async () => {
    const id = await created();
    const ineligible = [
      await other.paymentMethod(),
      newId(),
      await lender.paymentMethod({ isActive: false }),
      await lender.paymentMethod({ processor: 'stripe' }),
      await lender.paymentMethod({ partyId: await lender.person('Stranger') }),
    ];
    const said = new Set<string>();
    for (const payment_method_id of ineligible) {
      const answer = await patch(unversioned, id, { payment_method_id });
      expect(problemsOf(answer)).toEqual(['body.payment_method_id value_error']);
      said.add(answer.text.replaceAll(payment_method_id, 'ID'));
    }
    expect(said.size).toBe(1);
  });

  it('an end before the next run: the schedule expires at once, and next_run_date is the run that will not come', async () => {
    for (const status of ['active', 'paused']) {
      const id = await inStatus(status, { anchor_day: 15 });
      const answer = await patch(unversioned, id, { end_date: '2099-02-14' });
      expect(answer.json).toMatchObject({ status: 'expired', end_date: '2099-02-14', next_run_date: '2099-02-15' });
    }
    const kept = await created({ anchor_day: 15 });
    expect((await patch(unversioned, kept, { end_date: '2099-02-15' })).json.status).toBe('active');
  });

  it.each([
    ['charging', 'active'],
    ['retrying', 'active'],
    ['charged', 'active'],
    ['posting', 'active'],
    ['refunding', 'active'],
    ['posted', 'expired'],
    ['refunded', 'expired'],
    ['failed', 'expired'],
    ['missed', 'expired'],
  ])('an end before the next run while a run is %s: %s', async (run, status) => {
    const id = await created({ anchor_day: 15 });
    await addRun(id, run);
    expect((await patch(unversioned, id, { end_date: '2099-02-14' })).json.status).toBe(status);
  });

  it.each([
    ['PATCH', 'schedule_paused'],
    ['DELETE', 'schedule_cancelled'],
  ])(
    '%s that stops charges ends the waiting retries, as %s, and leaves every other run alone',
    async (method, code) => {
      for (const door of doors) {
        const [id, another] = [await created(), await created()];
        const waiting = await addRun(id, 'retrying');
        const elsewhere = await addRun(another, 'retrying');
        await door.call(method, `/autopay/${id}`, method === 'PATCH' ? { status: 'paused' } : undefined);
        expect(await runOf(waiting)).toEqual({
          status: 'failed',
          failure_code: code,
          next_try_on: null,
          settled: true,
        });
        expect(await runOf(elsewhere)).toMatchObject({ status: 'retrying', failure_code: null });
        const underWay = await created();
        const charging = await addRun(underWay, 'charging');
        await door.call(method, `/autopay/${underWay}`, method === 'PATCH' ? { status: 'paused' } : undefined);
        expect(await runOf(charging)).toMatchObject({ status: 'charging', failure_code: null });
      }
    },
  );
});

describe('a method deleted while a schedule is put on it', () => {
  const ROUNDS = 50;
  const onInactive = `
    select s.id from autopay_schedule s join payment_method m on m.id = s.payment_method_id
     where s.status in ('active', 'paused') and not m.is_active`;

  it.each<[string, (method: string) => Promise<() => Promise<ApiAnswer>>]>([
    ['POST /autopay', async (payment_method_id) => () => create(unversioned, { payment_method_id })],
    [
      'PATCH /autopay/{id}',
      async (payment_method_id) => {
        const id = await created();
        return () => patch(unversioned, id, { payment_method_id });
      },
    ],
  ])(
    '%s: never an active or paused schedule on an inactive method; exactly one of the two requests is refused',
    async (_, prepare) => {
      const outcomes = new Set<string>();
      for (let round = 0; round < ROUNDS; round += 1) {
        const method = await lender.paymentMethod();
        const put = await prepare(method);
        const remove = () => unversioned.call('DELETE', `/payment-methods/${method}`);
        const [first, second] = await Promise.all(round % 2 ? [put(), remove()] : [remove(), put()]);
        const [placed, removed] = round % 2 ? [first, second] : [second, first];
        outcomes.add(`${placed.status < 300 ? 'placed' : placed.status} ${removed.status}`);
      }
      expect((await instance.resources.pool.query(onInactive)).rows).toEqual([]);
      expect([...outcomes].filter((outcome) => !['placed 409', '422 204'].includes(outcome))).toEqual([]);
    },
    60_000,
  );

  it('DELETE waits for a schedule that is not committed yet, and then sees it', async () => {
    const method = await lender.paymentMethod();
    const client = await instance.resources.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from payment_method where id = $1 for share', [method]);
      const removing = unversioned.call('DELETE', `/payment-methods/${method}`);
      const waits = `select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = $1 and query like $2`;
      await expect
        .poll(
          async () => (await instance.resources.pool.query(waits, ['Lock', '%payment_method%for update%'])).rowCount,
        )
        .toBe(1);
      await client.query(
        `insert into autopay_schedule (id, organization_id, account_id, payment_method_id, amount_cents, frequency_unit,
           frequency_interval, start_date, next_run_date, created_by)
         values ($1, $2, $3, $4, 1, 'month', 1, '2099-01-31', '2099-01-31', 'test')`,
        [newId(), lender.organizationId, accountId, method],
      );
      await client.query('commit');
      const { status, json } = await removing;
      expect([status, json]).toEqual([409, problem('payment_method_in_use')]);
    } finally {
      client.release();
    }
  });
});

describe('scopes', () => {
  it.each<[method: string, path: string, scope: string, status: number]>([
    ['GET', '', 'autopay:read', 200],
    ['GET', '/ID', 'autopay:read', 200],
    ['POST', '', 'autopay:write', 201],
    ['PATCH', '/ID', 'autopay:write', 200],
    ['DELETE', '/ID', 'autopay:write', 204],
  ])('%s /autopay%s needs %s; reads of the unversioned surface need none', async (method, path, scope, status) => {
    const at = `/autopay${path.replace('ID', await created())}`;
    const body = { POST: monthly(), PATCH: {} }[method];
    const opposite = scope.endsWith('read') ? 'autopay:write' : 'autopay:read';
    const [key, token] = await bothSurfaces(instance, lender, [opposite]);
    const denied = [403, problem('insufficient_scope', { scope })];
    const byToken = await token.call(method, at, body);
    expect([byToken.status, byToken.json]).toEqual(denied);
    const byKey = await key.call(method, at, body);
    if (method === 'GET') expect(byKey.status).toBe(200);
    else expect([byKey.status, byKey.json]).toEqual(denied);
    for (const door of await bothSurfaces(instance, lender, [scope])) {
      expect((await door.call(method, at, body)).status).toBe(status);
    }
  });
});

describe('over GraphQL', () => {
  const FIELDS = `id accountId paymentMethodId amountCents frequencyUnit frequencyInterval startDate anchorDay endDate
    nextRunDate status account { currentBalanceCents } paymentMethod { lastFour }`;
  const CREATE = `mutation ($input: CreateAutopayScheduleInput!, $key: String) {
    createAutopaySchedule(input: $input, idempotencyKey: $key) { replayed schedule { ${FIELDS} } } }`;
  const UPDATE = `mutation ($id: ID!, $input: UpdateAutopayScheduleInput!) { updateAutopaySchedule(id: $id, input: $input) { ${FIELDS} } }`;
  const PREVIEW = `query ($id: ID, $schedule: PreviewScheduleInput, $count: Int) {
    previewRuns(scheduleId: $id, schedule: $schedule, count: $count) { payoffKnown runs { dueOn amountCents } } }`;
  const ask = async (query: string, variables: Body) =>
    (await graphClient(instance.graphqlUrl, (await lender.api()).token)(query, variables)).json;
  const input = () => ({
    accountId,
    paymentMethodId: methodId,
    amountCents: 5_000,
    frequencyUnit: 'month',
    frequencyInterval: 1,
    startDate: '2099-01-31',
  });
  const planned = (fields: Body = {}) => {
    const { paymentMethodId: _, ...schedule } = input();
    return { ...schedule, ...fields };
  };

  it('creates once per key, changes and cancels by the same rules, and resolves the account and the method', async () => {
    const key = randomUUID();
    const first = (await ask(CREATE, { input: input(), key })).data.createAutopaySchedule;
    expect(first).toMatchObject({
      replayed: false,
      schedule: {
        status: 'active',
        nextRunDate: '2099-01-31',
        anchorDay: null,
        account: { currentBalanceCents: 1_000_000 },
        paymentMethod: { lastFour: '4242' },
      },
    });
    const { id } = first.schedule;
    const again = (await ask(CREATE, { input: input(), key })).data.createAutopaySchedule;
    expect(again).toEqual({ replayed: true, schedule: first.schedule });
    const changed = await ask(UPDATE, { id, input: { status: 'paused', endDate: '2100-01-01' } });
    expect(changed.data.updateAutopaySchedule).toEqual({ ...first.schedule, status: 'paused', endDate: '2100-01-01' });
    const refused = await ask(UPDATE, { id, input: { amountCents: 0, status: 'expired', endDate: '2099-02-30' } });
    expect(refused.errors[0].extensions.code).toBe('validation_failed');
    expect(refused.errors[0].extensions.issues.map(({ loc }: { loc: string[] }) => loc.join('.')).sort()).toEqual([
      'input.amountCents',
      'input.endDate',
      'input.status',
    ]);
    for (const _ of ['first', 'again']) {
      const cancel = await ask('mutation ($id: ID!) { cancelAutopaySchedule(id: $id) { status } }', { id });
      expect(cancel).toEqual({ data: { cancelAutopaySchedule: { status: 'cancelled' } } });
    }
    const late = await ask(UPDATE, { id, input: {} });
    expect(late.errors[0].extensions.code).toBe('autopay_schedule_cancelled');
  });

  it('previewRuns of a schedule that does not exist yet: dates ahead, capped at the payoff, and nothing is created', async () => {
    const rows = async () => (await instance.resources.pool.query('select count(*) from autopay_schedule')).rows;
    const before = await rows();
    const small = await lender.ledgerAccount(12_000);
    const preview = await ask(PREVIEW, { schedule: planned({ accountId: small }) });
    expect(preview.data.previewRuns).toEqual({
      payoffKnown: true,
      runs: [
        { dueOn: '2099-01-31', amountCents: 5_000 },
        { dueOn: '2099-02-28', amountCents: 5_000 },
        { dueOn: '2099-03-31', amountCents: 2_000 },
      ],
    });
    expect(await rows()).toEqual(before);
  });

  it('previewRuns without autopay:read: insufficient_scope, whatever else is wrong', async () => {
    const key = graphClient(instance.graphqlUrl, (await lender.key(['accounts:read'])).plaintext);
    expect((await key(PREVIEW)).json.errors[0].extensions.code).toBe('insufficient_scope');
  });

  it('previewRuns of a schedule: from its next run to its end, twelve by default; none after it has ended', async () => {
    const id = await created({ end_date: '2099-03-30' });
    const dates = async (variables: Body) =>
      (await ask(PREVIEW, variables)).data.previewRuns.runs.map(({ dueOn }: { dueOn: string }) => dueOn);
    expect(await dates({ id })).toEqual(['2099-01-31', '2099-02-28']);
    expect(await dates({ id, count: 1 })).toEqual(['2099-01-31']);
    expect(await dates({ id: await created() })).toHaveLength(12);
    await unversioned.call('DELETE', `/autopay/${id}`);
    expect((await ask(PREVIEW, { id })).data.previewRuns).toEqual({ payoffKnown: true, runs: [] });
  });

  it('previewRuns after downtime: only the latest of the dates that passed is still charged', async () => {
    const id = await created({ frequency_unit: 'day', start_date: today() });
    await instance.resources.pool.query(
      'update autopay_schedule set start_date = start_date - 9, next_run_date = next_run_date - 3 where id = $1',
      [id],
    );
    const { runs } = (await ask(PREVIEW, { id, count: 2 })).data.previewRuns;
    expect(runs.map(({ dueOn }: { dueOn: string }) => dueOn)).toEqual([today(), addDays(today(), 1)]);
  });

  it('previewRuns ends with the calendar', async () => {
    const schedule = planned({ frequencyUnit: 'year', startDate: '9998-12-31' });
    const { runs } = (await ask(PREVIEW, { schedule })).data.previewRuns;
    expect(runs.map(({ dueOn }: { dueOn: string }) => dueOn)).toEqual(['9998-12-31', '9999-12-31']);
  });

  it('previewRuns while the loan system does not answer: uncapped, with payoffKnown false', async () => {
    const account = await lender.sandboxAccount('SBX-POSTS', 100);
    const client = await instance.resources.pool.connect();
    try {
      await client.query('begin');
      await client.query('lock table sandbox_loan in access exclusive mode');
      const { data } = await ask(PREVIEW, { schedule: planned({ accountId: account }), count: 1 });
      expect(data.previewRuns).toEqual({ payoffKnown: false, runs: [{ dueOn: '2099-01-31', amountCents: 5_000 }] });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it.each<[string, () => Promise<Body> | Body, string]>([
    ['both a schedule and an id', async () => ({ id: await created(), schedule: planned() }), 'schedule'],
    ['neither', () => ({}), 'schedule'],
    ['no run at all', () => ({ schedule: planned(), count: 0 }), 'count'],
    ['too many', () => ({ schedule: planned(), count: 101 }), 'count'],
    ['an unknown account', () => ({ schedule: planned({ accountId: newId() }) }), 'schedule.accountId'],
    ['a date in the past', () => ({ schedule: planned({ startDate: '2020-01-01' }) }), 'schedule.startDate'],
    [
      'an anchor for weeks',
      () => ({ schedule: planned({ frequencyUnit: 'week', anchorDay: 1 }) }),
      'schedule.anchorDay',
    ],
  ])('previewRuns of %s is validation_failed', async (_, variables, field) => {
    const { errors } = await ask(PREVIEW, await variables());
    expect(errors[0].extensions).toMatchObject({ code: 'validation_failed', issues: [{ loc: field.split('.') }] });
  });

  it('previewRuns of a foreign and of an unknown schedule: autopay_schedule_not_found', async () => {
    const [theirs] = await bothSurfaces(instance, other);
    const body = { account_id: await other.ledgerAccount(), payment_method_id: await other.paymentMethod() };
    const foreign = (await create(theirs, body)).json.id;
    for (const id of [foreign, newId(), 'x']) {
      expect((await ask(PREVIEW, { id })).errors[0].extensions.code).toBe('autopay_schedule_not_found');
    }
  });
});
