import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../core/contract/event-types.js';
import { AutopayHarness } from '../support/autopay-harness.js';

/* The events of a schedule's runs: every type, with its fields. */

let harness: AutopayHarness;
const seen = new Set<string>();

beforeAll(async () => {
  harness = await AutopayHarness.open('2026-01-05');
});
afterEach(() => harness.pool.query("update autopay_schedule set status = 'cancelled'"));
afterAll(() => harness.close());

/** The events of each date of a schedule, in order: `1: nothing > posted (code)`. */
async function told(scheduleId: string): Promise<readonly (readonly string[])[]> {
  const dates: string[][] = [];
  for (const { id } of await harness.runsOf(scheduleId)) {
    const { rows } = await harness.pool.query(
      `select type, object_type, sequence, previous_status, status, code, actor, organization_id, account_id from event
        where object_id = $1 order by sequence`,
      [id],
    );
    for (const { type, status, object_type, actor, organization_id, account_id } of rows) {
      expect([type, object_type, actor]).toEqual([`autopay_run.${status}`, 'autopay_run', 'autopay']);
      expect([organization_id, account_id]).toEqual([harness.lender.organizationId, expect.stringMatching(/^.{26}$/)]);
      seen.add(type);
    }
    dates.push(
      rows.map(({ sequence, previous_status, status, code }) =>
        [`${sequence}:`, previous_status ?? 'nothing', '>', status, ...(code === null ? [] : [code])].join(' '),
      ),
    );
  }
  return dates;
}

it('posted', async () => {
  const schedule = await harness.schedule(await harness.lender.ledgerAccount());
  await harness.workOff();
  expect(await told(schedule)).toEqual([['1: nothing > posted']]);
});

it('tried again, each time, and failed', async () => {
  const method = await harness.card('pm_card_chargeDeclinedInsufficientFunds');
  const schedule = await harness.schedule(await harness.lender.ledgerAccount(), { payment_method_id: method });
  for (const days of [0, 1, 2, 4]) await harness.passDays(days);
  expect(await told(schedule)).toEqual([
    [
      '1: nothing > retrying insufficient_funds',
      '2: retrying > retrying insufficient_funds',
      '3: retrying > retrying insufficient_funds',
      '4: retrying > failed insufficient_funds',
    ],
  ]);
});

it('given up for the next date', async () => {
  const payment_method_id = await harness.card('pm_card_chargeDeclined');
  const everyOtherDay = { frequency_unit: 'day', frequency_interval: 2, payment_method_id };
  const schedule = await harness.schedule(await harness.lender.ledgerAccount(), everyOtherDay);
  await harness.workOff();
  await harness.change(schedule, { payment_method_id: await harness.lender.paymentMethod() });
  await harness.passDays(2);
  expect(await told(schedule)).toEqual([
    ['1: nothing > retrying generic_decline', '2: retrying > failed generic_decline'],
    ['1: nothing > posted'],
  ]);
});

it('the charge was refunded', async () => {
  const schedule = await harness.schedule(await harness.lender.sandboxAccount('SBX-REFUSES'));
  await harness.workOff();
  expect(await told(schedule)).toEqual([['1: nothing > refunded account_restricted']]);
});

it('missed, because its date passed while nothing could run', async () => {
  const schedule = await harness.schedule(await harness.lender.ledgerAccount(), {
    frequency_unit: 'week',
    status: 'paused',
  });
  await harness.passDays(15);
  await harness.change(schedule, { status: 'active' });
  await harness.workOff();
  expect(await told(schedule)).toEqual([['1: nothing > missed'], ['1: nothing > missed'], ['1: nothing > posted']]);
});

it('held, because it equals another one', async () => {
  const account = await harness.lender.ledgerAccount();
  const plan = { payment_method_id: await harness.lender.paymentMethod() };
  const both = [await harness.schedule(account, plan), await harness.schedule(account, plan)];
  await harness.workOff();
  expect((await Promise.all(both.map(told))).flat(2).sort()).toEqual([
    '1: nothing > held possible_duplicate',
    '1: nothing > posted',
  ]);
});

/** disputes.test.ts tests the event of a posting reversed after a dispute. */
const OF_DISPUTES = ['autopay_run.reversed'];

it('no other events: each is a published type, and no type is left out', () => {
  expect([...seen, ...OF_DISPUTES].sort()).toEqual(
    EVENT_TYPES.filter((type) => type.startsWith('autopay_run.')).sort(),
  );
});
