import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../core/time/dates.js';
import { AutopayHarness } from '../support/autopay-harness.js';

/* What is not charged for an inactive organization, and how charging continues when it is active again. */

let desk: AutopayHarness;
beforeAll(async () => {
  desk = await AutopayHarness.open('2026-01-05');
});
afterAll(() => desk.close());

const setActive = (isActive: boolean) =>
  desk.pool.query('update organization set is_active = $2 where id = $1', [desk.lender.organizationId, isActive]);
const charges = async () => (await desk.pool.query('select from sandbox_charge')).rowCount;

it('nothing is charged while inactive; then at most one date of each schedule, and the earlier ones are missed', async () => {
  const schedule = await desk.schedule(await desk.lender.ledgerAccount(), { frequency_unit: 'week' });
  const first = desk.today;
  await desk.workOff();
  await setActive(false);
  await desk.passDays(22);
  expect(await desk.story(schedule)).toEqual([`${first} posted 10000`]);
  await setActive(true);
  await desk.workOff();
  await desk.workOff();
  expect(await desk.story(schedule)).toEqual([
    `${first} posted 10000`,
    `${addDays(first, 7)} missed`,
    `${addDays(first, 14)} missed`,
    `${addDays(first, 21)} posted 10000`,
  ]);
  await desk.change(schedule, { status: 'cancelled' });
});

it('a declined run is not retried while inactive; its retry days pass', async () => {
  const declining = { payment_method_id: await desk.card('pm_card_chargeDeclined') };
  const schedule = await desk.schedule(await desk.lender.ledgerAccount(), declining);
  const due = desk.today;
  await desk.workOff();
  await setActive(false);
  await desk.passDays(1);
  expect((await desk.runsOf(schedule))[0]).toMatchObject({ status: 'retrying', attempts: ['declined'] });
  await desk.passDays(9);
  await setActive(true);
  await desk.workOff();
  expect(await desk.story(schedule)).toEqual([`${due} failed 10000 generic_decline`]);
  expect((await desk.runsOf(schedule))[0]?.attempts).toEqual(['declined']);
  await desk.change(schedule, { status: 'cancelled' });
});

it('a run that was planned but not sent is not sent; it is sent if the organization is active again that day', async () => {
  const schedule = await desk.schedule(await desk.lender.ledgerAccount());
  const run = desk.run(await desk.runDue());
  const before = await charges();
  await setActive(false);
  await desk.runner.work(run);
  await desk.workOff();
  expect([(await desk.runsOf(schedule))[0]?.status, await charges()]).toEqual(['charging', before]);
  await setActive(true);
  await desk.workOff();
  expect(await desk.story(schedule)).toEqual([`${desk.today} posted 10000`]);
  await desk.change(schedule, { status: 'cancelled' });
});

it('an earlier charge is still posted', async () => {
  const schedule = await desk.schedule(await desk.lender.sandboxAccount('SBX-POSTS'));
  const run = desk.run(await desk.runDue());
  await desk.runner.step(run);
  expect((await desk.runsOf(schedule))[0]?.status).toBe('charged');
  await setActive(false);
  await desk.workOff();
  expect(await desk.story(schedule)).toEqual([`${desk.today} posted 10000`]);
  await setActive(true);
  expect(await desk.broken()).toEqual([]);
});
