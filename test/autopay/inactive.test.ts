import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../core/time/dates.js';
import { AutopayHarness } from '../support/autopay-harness.js';

/* What is not charged for an inactive organization, and how charging continues when it is active again. */

let harness: AutopayHarness;
beforeAll(async () => {
  harness = await AutopayHarness.open('2026-01-05');
});
afterAll(() => harness.close());

const setActive = (isActive: boolean) =>
  harness.pool.query('update organization set is_active = $2 where id = $1', [harness.lender.organizationId, isActive]);
const charges = async () => (await harness.pool.query('select from sandbox_charge')).rowCount;

it('nothing is charged while inactive; then at most one date of each schedule, and the earlier ones are missed', async () => {
  const schedule = await harness.schedule(await harness.lender.ledgerAccount(), { frequency_unit: 'week' });
  const first = harness.today;
  await harness.workOff();
  await setActive(false);
  await harness.passDays(22);
  expect(await harness.story(schedule)).toEqual([`${first} posted 10000`]);
  await setActive(true);
  await harness.workOff();
  await harness.workOff();
  expect(await harness.story(schedule)).toEqual([
    `${first} posted 10000`,
    `${addDays(first, 7)} missed`,
    `${addDays(first, 14)} missed`,
    `${addDays(first, 21)} posted 10000`,
  ]);
  await harness.change(schedule, { status: 'cancelled' });
});

it('a declined run is not retried while inactive; its retry days pass', async () => {
  const declining = { payment_method_id: await harness.card('pm_card_chargeDeclined') };
  const schedule = await harness.schedule(await harness.lender.ledgerAccount(), declining);
  const due = harness.today;
  await harness.workOff();
  await setActive(false);
  await harness.passDays(1);
  expect((await harness.runsOf(schedule))[0]).toMatchObject({ status: 'retrying', attempts: ['declined'] });
  await harness.passDays(9);
  await setActive(true);
  await harness.workOff();
  expect(await harness.story(schedule)).toEqual([`${due} failed 10000 generic_decline`]);
  expect((await harness.runsOf(schedule))[0]?.attempts).toEqual(['declined']);
  await harness.change(schedule, { status: 'cancelled' });
});

it('a run that was planned but not sent is not sent; it is sent if the organization is active again that day', async () => {
  const schedule = await harness.schedule(await harness.lender.ledgerAccount());
  const run = harness.run(await harness.runDue());
  const before = await charges();
  await setActive(false);
  await harness.runner.work(run);
  await harness.workOff();
  expect([(await harness.runsOf(schedule))[0]?.status, await charges()]).toEqual(['charging', before]);
  await setActive(true);
  await harness.workOff();
  expect(await harness.story(schedule)).toEqual([`${harness.today} posted 10000`]);
  await harness.change(schedule, { status: 'cancelled' });
});

it('an earlier charge is still posted', async () => {
  const schedule = await harness.schedule(await harness.lender.sandboxAccount('SBX-POSTS'));
  const run = harness.run(await harness.runDue());
  await harness.runner.step(run);
  expect((await harness.runsOf(schedule))[0]?.status).toBe('charged');
  await setActive(false);
  await harness.workOff();
  expect(await harness.story(schedule)).toEqual([`${harness.today} posted 10000`]);
  await setActive(true);
  expect(await harness.broken()).toEqual([]);
});
