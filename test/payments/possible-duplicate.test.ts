import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { SimulatedClock } from '../../core/time/clock.js';
import type { Api } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { PostingHarness } from '../support/posting-harness.js';
import { Gate } from '../support/scripted-loan-system.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

/* A payment that equals another one under another key is still recorded, and names the other one. */

const CHECK = { payment_method: 'check', check_number: 1042 };

/** A Friday; the Wednesday after the weekend is within three business days of it. */
const FRIDAY = '2027-03-05T17:00:00Z';
const SATURDAY = '2027-03-06T17:00:00Z';
const MONDAY = '2027-03-08T17:00:00Z';
const WEDNESDAY = '2027-03-10T17:00:00Z';
const THURSDAY = '2027-03-11T17:00:00Z';

const clock = new SimulatedClock(FRIDAY);
let instance: TestInstance;
let lender: Lender;
let api: Api;
beforeAll(async () => {
  instance = await openTestInstance({ worker: false, clock });
  lender = await instance.lender();
});
afterAll(() => instance.close());
beforeEach(() => at(FRIDAY));

async function at(instant: string): Promise<void> {
  clock.moveTo(instant);
  // A token lasts an hour.
  api = await lender.api();
}

const query = async (text: string, values: readonly unknown[]) =>
  (await instance.resources.pool.query(text, [...values])).rows;

async function recorded(account: string, body: object = {}, key?: string) {
  const answer = await api.record(account, { ...body }, key);
  expect([201, 202]).toContain(answer.status);
  return answer.json;
}

const eventsOf = async (id: string) =>
  query('select type, possible_duplicate_of from event where object_id = $1 order by sequence', [id]);

describe.each([
  ['on the ledger', () => lender.ledgerAccount()],
  ['in a remote loan system', () => lender.sandboxAccount('SBX-POSTS')],
])('%s', (_, open) => {
  it('the second names the first: in its answer, its replay, its reads and its event', async () => {
    const account = await open();
    const first = await recorded(account);
    const key = randomUUID();
    const second = await api.record(account, {}, key);
    const { payment_id: id } = second.json;
    expect([second.status, first.possible_duplicate_of]).toEqual([201, null]);
    expect(second.json.possible_duplicate_of).toBe(first.payment_id);
    expect((await api.get(`/v1/payments/${id}`)).text).toBe(second.text);
    expect((await api.get(`/v1/accounts/${account}/payments`)).json.items).toEqual([second.json, first]);
    const replay = await api.record(account, {}, key);
    expect([replay.text, replay.headers.get('idempotent-replayed')]).toEqual([second.text, 'true']);
    expect(await eventsOf(id)).toEqual([{ type: 'payment.posted', possible_duplicate_of: first.payment_id }]);
    expect(await eventsOf(first.payment_id)).toEqual([{ type: 'payment.posted', possible_duplicate_of: null }]);
    const [row] = await query(
      `select answer #>> '{resource,possibleDuplicateOf}' as kept from idempotency_record
      where subject_id = $1`,
      [id],
    );
    expect(row.kept).toBe(first.payment_id);
  });

  it('a third names the second', async () => {
    const account = await open();
    const [, second, third] = [await recorded(account), await recorded(account), await recorded(account)];
    expect(third.possible_duplicate_of).toBe(second.payment_id);
  });

  it('another account, method, amount or check number is no duplicate', async () => {
    const [account, other] = [await open(), await open()];
    await recorded(account, CHECK);
    for (const [where, body] of [
      [other, CHECK],
      [account, { ...CHECK, check_number: 1043 }],
      [account, { ...CHECK, payment_method: 'cashiers_check' }],
      [account, { ...CHECK, amount_cents: 10_001 }],
      [account, {}],
    ] as const) {
      expect((await recorded(where, body)).possible_duplicate_of).toBeNull();
    }
  });

  it('of two recorded at the same instant, one names the other', async () => {
    const account = await open();
    const both = await Promise.all([recorded(account), recorded(account)]);
    const marks = both.map(({ possible_duplicate_of }) => possible_duplicate_of);
    const at = marks.indexOf(null);
    expect(marks[1 - at]).toBe(both[at].payment_id);
  });

  it('a reversed payment does not count, and earlier marks stay', async () => {
    const account = await open();
    const first = await recorded(account, CHECK);
    const second = await recorded(account, CHECK);
    for (const { payment_id } of [first, second]) {
      expect((await api.reverse(payment_id, { is_nsf: true })).json.status).toBe('reversed');
    }
    const again = await recorded(account, CHECK);
    expect(again.possible_duplicate_of).toBeNull();
    const before = (await api.get(`/v1/payments/${second.payment_id}`)).json;
    expect(before).toMatchObject({ status: 'reversed', possible_duplicate_of: first.payment_id });
    expect(await eventsOf(second.payment_id)).toEqual([
      { type: 'payment.posted', possible_duplicate_of: first.payment_id },
      { type: 'payment.reversed', possible_duplicate_of: first.payment_id },
    ]);
  });

  it('a check counts for three business days, cash for its own day', async () => {
    const [account, late] = [await open(), await open()];
    const check = await recorded(account, CHECK);
    await recorded(late, CHECK);
    await recorded(account);
    await at(WEDNESDAY);
    expect((await recorded(account, CHECK)).possible_duplicate_of).toBe(check.payment_id);
    expect((await recorded(account)).possible_duplicate_of).toBeNull();
    await at(THURSDAY);
    expect((await recorded(late, CHECK)).possible_duplicate_of).toBeNull();
  });

  it('cash of a weekend counts for the business day after it', async () => {
    const account = await open();
    await at(SATURDAY);
    const first = await recorded(account);
    await at(MONDAY);
    expect((await recorded(account)).possible_duplicate_of).toBe(first.payment_id);
  });

  it('a payment stored by an earlier version counts from the day on which it was applied', async () => {
    const account = await open();
    const first = await recorded(account);
    await query(
      "update collected_payment set recorded_on = null, effective_date = '2027-03-05', created_at = '2026-01-01' where id = $1",
      [first.payment_id],
    );
    expect((await recorded(account)).possible_duplicate_of).toBe(first.payment_id);
    expect((await api.get(`/v1/payments/${first.payment_id}`)).json.possible_duplicate_of).toBeNull();
    await at(MONDAY);
    await query(
      "update collected_payment set recorded_on = null, effective_date = '2027-03-05' where account_id = $1",
      [account],
    );
    expect((await recorded(account)).possible_duplicate_of).toBeNull();
  });
});

it('a sandbox organization uses the days of its own clock', async () => {
  const sandbox = await instance.lender('Sandbox Lending', { isSandbox: true });
  const own = await sandbox.api();
  for (const account of [await sandbox.ledgerAccount(), await sandbox.sandboxAccount('SBX-POSTS')]) {
    await query('update test_clock set offset_days = 0 where organization_id = $1', [sandbox.organizationId]);
    const [cash, check] = [await own.record(account), await own.record(account, CHECK)];
    expect((await own.record(account)).json.possible_duplicate_of).toBe(cash.json.payment_id);
    await query('update test_clock set offset_days = 3 where organization_id = $1', [sandbox.organizationId]);
    expect((await own.record(account)).json.possible_duplicate_of).toBeNull();
    expect((await own.record(account, CHECK)).json.possible_duplicate_of).toBe(check.json.payment_id);
  }
});

describe('a payment with an unknown outcome', () => {
  it('counts, and names another one in its 202', async () => {
    const account = await lender.sandboxAccount('SBX-UNCONFIRMED-POSTS');
    const first = await recorded(account);
    const second = await api.record(account);
    expect([second.status, second.json.possible_duplicate_of]).toEqual([202, first.payment_id]);
    expect(await eventsOf(second.json.payment_id)).toEqual([
      { type: 'payment.pending_confirmation', possible_duplicate_of: first.payment_id },
    ]);
  });

  it('counts from its day of recording if an earlier version stored it', async () => {
    const account = await lender.sandboxAccount('SBX-UNCONFIRMED-POSTS');
    const first = await recorded(account);
    await query("update collected_payment set recorded_on = null, created_at = '2027-03-05T17:00:00Z' where id = $1", [
      first.payment_id,
    ]);
    expect((await recorded(account)).possible_duplicate_of).toBe(first.payment_id);
  });

  it('does not count once it has failed', async () => {
    const account = await lender.sandboxAccount('SBX-UNCONFIRMED-LOST');
    const first = await recorded(account);
    await query("update collected_payment set status = 'failed' where id = $1", [first.payment_id]);
    expect((await recorded(account)).possible_duplicate_of).toBeNull();
  });
});

describe.each(['refused', 'unreachable'] as const)('a payment that is %s after another one named it', (kind) => {
  it('is no longer named, and names the other one when it is sent again', async () => {
    const harness = await PostingHarness.open(instance.resources, lender);
    const [sending, outcome] = [new Gate(), kind === 'refused' ? { kind, reason: 'closed' } : { kind }];
    harness.system.script.postPayment = async () => {
      harness.system.script = {};
      await sending.pass();
      return outcome;
    };
    const first = harness.record('first');
    await sending.reached;
    expect(await harness.record('second')).toBe('posted');
    const [one, two] = [await harness.subjectOf('first'), await harness.subjectOf('second')];
    const markOf = async (id: string) =>
      (await query('select possible_duplicate_of as mark from collected_payment where id = $1', [id]))[0]?.mark;
    expect(await markOf(two)).toBe(one);
    expect(await harness.record('third')).toBe('posted');
    const three = await harness.subjectOf('third');
    sending.open();
    expect(await first).toBe(kind === 'refused' ? '422 servicing_rejected closed' : '503 posting_unavailable');
    expect([await markOf(one), await markOf(two), await markOf(three)]).toEqual([undefined, null, two]);
    if (kind === 'unreachable') {
      expect(await harness.record('first')).toBe('posted');
      expect([await markOf(one), await markOf(two)]).toEqual([three, null]);
    }
  });
  it('is no longer named by one that was being recorded at the same moment', async () => {
    const harness = await PostingHarness.open(instance.resources, lender);
    const [sending, outcome] = [new Gate(), kind === 'refused' ? { kind, reason: 'closed' } : { kind }];
    harness.system.script.postPayment = async () => {
      harness.system.script = {};
      await sending.pass();
      return outcome;
    };
    const first = harness.record('first');
    await sending.reached;
    const [one, two] = [await harness.subjectOf('first'), newId()];
    const other = await instance.resources.pool.connect();
    try {
      await other.query('begin');
      await other.query(
        'select from account where id = (select account_id from collected_payment where id = $1) for no key update',
        [one],
      );
      await other.query(
        `insert into collected_payment select (jsonb_populate_record(c, jsonb_build_object('id', $2::text, 'possible_duplicate_of', c.id, 'posting_reference', null))).*
           from collected_payment c where c.id = $1`,
        [one, two],
      );
      sending.open();
      const waiting =
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for no key update%'";
      await until(async () => (await query(waiting, [])).length > 0, 'the withdrawal waits for the account');
      await other.query('commit');
    } finally {
      other.release();
    }
    await first;
    expect(
      await query('select id, possible_duplicate_of from collected_payment where id = any($1)', [[one, two]]),
    ).toEqual([{ id: two, possible_duplicate_of: null }]);
  });
});
