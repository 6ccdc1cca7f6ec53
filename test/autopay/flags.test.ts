import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountFlagKind } from '../../core/contract/account-flag.js';
import { addDays } from '../../core/time/dates.js';
import { AutopayHarness } from '../support/autopay-harness.js';
import { type Ask, graphClient } from '../support/graph.js';
import { operatorToken } from '../support/operators.js';

/* A flag that stops charges holds at the moment of charging; once it is lifted, the run is tried by the retry rules. */

let harness: AutopayHarness;
let staff: Ask;
beforeAll(async () => {
  harness = await AutopayHarness.open('2026-01-05');
});
afterAll(() => harness.close());
beforeEach(async () => {
  // Each test has a month and schedules of its own.
  await harness.pool.query("update autopay_schedule set status = 'cancelled'");
  harness.moveTo(nextFifth(harness.today));
  await signIn();
});

/** Tokens expire because days pass. */
async function signIn(): Promise<void> {
  const token = await operatorToken(harness.instance.resources, { subject: 'ola', role: 'admin' });
  staff = graphClient(harness.instance.graphqlUrl, token);
}

function nextFifth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 5)).toISOString().slice(0, 10);
}

async function set(accountId: string, kind: AccountFlagKind): Promise<string> {
  const { json } = await staff(
    `mutation ($accountId: ID!, $input: AccountFlagInput!) { setAccountFlag(accountId: $accountId, input: $input) { flag { id } } }`,
    { accountId, input: { kind, reason: 'they wrote' } },
  );
  return json.data.setAccountFlag.flag.id;
}

async function lift(id: string): Promise<void> {
  await signIn();
  const { json } = await staff(`mutation ($id: ID!) { liftAccountFlag(id: $id, reason: "dismissed") { state } }`, {
    id,
  });
  expect(json.data.liftAccountFlag.state).toBe('lifted');
}

const runOf = async (schedule: string) => {
  const run = (await harness.runsOf(schedule)).at(-1);
  if (run === undefined) throw new Error('the schedule has no run');
  return run;
};

async function dueLoan(kind: AccountFlagKind = 'bankruptcy', account?: string) {
  const accountId = account ?? (await harness.lender.ledgerAccount());
  const schedule = await harness.schedule(accountId);
  return { accountId, schedule, flag: await set(accountId, kind), firstDay: harness.today };
}

describe.each([
  ['on the ledger', () => harness.lender.ledgerAccount()],
  ['of another loan system', () => harness.lender.sandboxAccount('SBX-POSTS')],
])('a loan %s with a flag that stops charges', (_, account) => {
  it('its due run is not charged, shows the reason and is charged on the next retry day after the flag is lifted', async () => {
    const { schedule, flag, firstDay } = await dueLoan('bankruptcy', await account());
    await harness.workOff();
    const skipped = { status: 'retrying', failure_code: 'account_flag_bankruptcy', attempts: [] };
    expect(await runOf(schedule)).toMatchObject({ ...skipped, next_try_on: addDays(harness.today, 1) });
    await harness.passDays(1);
    expect(await runOf(schedule)).toMatchObject({ ...skipped, next_try_on: addDays(firstDay, 3) });
    await lift(flag);
    await harness.workOff();
    expect((await runOf(schedule)).status, 'not before its retry day').toBe('retrying');
    await harness.passDays(2);
    expect(await runOf(schedule)).toMatchObject({ due_on: firstDay, status: 'posted', attempts: ['charged'] });
    expect(await harness.broken()).toEqual([]);
  });
});

it('a flag that stays until the last retry day: the run fails with the reason, and the next date is charged after it', async () => {
  const { schedule, flag, firstDay } = await dueLoan('deceased');
  for (const days of [0, 1, 2, 4]) await harness.passDays(days);
  expect(await harness.story(schedule)).toEqual([`${firstDay} failed account_flag_deceased`]);
  await lift(flag);
  harness.moveTo(nextFifth(firstDay));
  await harness.workOff();
  expect((await harness.story(schedule)).at(-1)).toBe(`${harness.today} posted 10000`);
});

it.each(['cease_and_desist', 'do_not_contact', 'dispute', 'scra'] as const)(
  'the flag %s stops no charge that the borrower authorized',
  async (kind) => {
    const { schedule } = await dueLoan(kind);
    await harness.workOff();
    expect((await runOf(schedule)).status).toBe('posted');
  },
);

it('a rule that an admin changes applies to the next charge', async () => {
  const rule = async (stops: string) => {
    const { json } = await staff(
      `mutation { changeAccountFlagRule(organizationId: "${harness.lender.organizationId}", input: { kind: scra, stops: [${stops}] }) { kind } }`,
    );
    expect(json.errors).toBeUndefined();
  };
  await rule('charges');
  const { schedule } = await dueLoan('scra');
  await harness.workOff();
  expect((await runOf(schedule)).failure_code).toBe('account_flag_scra');
  await signIn();
  await rule('');
  await harness.passDays(1);
  expect((await runOf(schedule)).status).toBe('posted');
});

it('a flag that is set after the run was created, and before its charge is sent, stops it', async () => {
  const accountId = await harness.lender.sandboxAccount('SBX-POSTS');
  const schedule = await harness.schedule(accountId);
  const id = await harness.runDue();
  await set(accountId, 'fraud');
  await harness.runner.work(harness.run(id));
  expect(await runOf(schedule)).toMatchObject({
    ...{ status: 'retrying', failure_code: 'account_flag_fraud', attempts: ['not_charged'] },
    next_try_on: addDays(harness.today, 1),
  });
  expect(await harness.broken()).toEqual([]);
});

it.each([
  ['a run that is about to be charged', true],
  ['a date that is due', false],
])('%s waits for a flag that is being set, and sees it', async (_, isCreated) => {
  const accountId = await harness.lender.ledgerAccount();
  const schedule = await harness.schedule(accountId);
  const run = isCreated ? await harness.runDue() : undefined;
  const setting = await harness.pool.connect();
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  try {
    await setting.query('begin');
    await setting.query('select from account where id = $1 for no key update', [accountId]);
    const charging =
      run === undefined
        ? harness.runner.createDueRuns(harness.lender.organizationId)
        : harness.runner.work(harness.run(run));
    await expect.poll(async () => (await harness.pool.query(waiting)).rowCount).toBeGreaterThan(0);
    await setting.query(
      `insert into account_flag (id, organization_id, account_id, kind, reason, effective_from, set_by, set_at)
       values ('f-' || $1, $2, $1, 'bankruptcy', 'x', $3, 'ola', now())`,
      [accountId, harness.lender.organizationId, harness.today],
    );
    await setting.query('commit');
    await charging;
  } finally {
    setting.release();
  }
  await harness.workOff();
  expect(await runOf(schedule)).toMatchObject({ status: 'retrying', failure_code: 'account_flag_bankruptcy' });
  expect(await harness.broken()).toEqual([]);
});

it('a declined run is not tried again, nor may a person try it now, while a flag stops charges', async () => {
  const accountId = await harness.lender.ledgerAccount();
  const schedule = await harness.schedule(accountId, {
    payment_method_id: await harness.card('pm_card_chargeDeclinedInsufficientFunds'),
  });
  await harness.workOff();
  await harness.change(schedule, { payment_method_id: await harness.lender.paymentMethod() });
  const flag = await set(accountId, 'bankruptcy');
  const { id } = await runOf(schedule);
  const retry = async () => {
    const { json } = await staff(`mutation { retryAutopayRun(id: "${id}", attemptsSeen: 1) { nextTryOn } }`);
    return json.errors?.[0]?.extensions?.fields?.reason;
  };
  expect(await retry()).toBe('account_flag_bankruptcy');
  await harness.passDays(1);
  expect(await runOf(schedule)).toMatchObject({ failure_code: 'account_flag_bankruptcy', attempts: ['declined'] });
  await lift(flag);
  expect(await retry()).toBeUndefined();
  await harness.workOff();
  expect(await runOf(schedule)).toMatchObject({ status: 'posted', attempts: ['declined', 'charged'] });
});
