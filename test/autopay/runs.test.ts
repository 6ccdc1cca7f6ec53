import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { AutopayHarness } from '../support/autopay-harness.js';
import { type Ask, graphClient } from '../support/graph.js';

let harness: AutopayHarness;
let ask: Ask;
let stranger: Ask;
let schedule: string;
let paid: string;

const RUN = `id scheduleId accountId dueOn status amountCents nextTryOn failureCode effectiveDate referenceNumber postedAt
  refundedAt attempts { number status amountCents failureCode createdAt settledAt } schedule { id status }`;
const ONE = `query ($id: ID!) { autopayRun(id: $id) { ${RUN} } }`;
const MANY = `query ($scheduleId: ID, $accountId: ID, $status: AutopayRunStatus, $limit: Int, $cursor: String) {
  autopayRuns(scheduleId: $scheduleId, accountId: $accountId, status: $status, limit: $limit, cursor: $cursor) {
    items { id status dueOn } page { nextCursor hasMore limit } } }`;

beforeAll(async () => {
  harness = await AutopayHarness.open('2026-01-05');
  const client = async (lender: AutopayHarness['lender'], scopes?: readonly string[]) =>
    graphClient(harness.instance.graphqlUrl, (await lender.key(scopes)).plaintext);
  ask = await client(harness.lender);
  stranger = await client(await harness.instance.lender('Birch Credit'));
  const fields = { payment_method_id: await harness.card('pm_card_chargeDeclined'), frequency_unit: 'week' };
  schedule = await harness.schedule(await harness.lender.ledgerAccount(), fields);
  paid = await harness.schedule(await harness.lender.sandboxAccount('SBX-POSTS'));
  await harness.workOff();
});
afterAll(() => harness.close());

const runOf = async (scheduleId: string) => (await ask(MANY, { scheduleId })).json.data.autopayRuns.items[0];

describe('autopayRun', () => {
  it('shows the outcome, the attempts and the next try', async () => {
    const { id } = await runOf(schedule);
    const { autopayRun } = (await ask(ONE, { id })).json.data;
    expect(autopayRun).toMatchObject({
      scheduleId: schedule,
      dueOn: '2026-01-05',
      status: 'retrying',
      amountCents: 10_000,
      nextTryOn: '2026-01-06',
      failureCode: 'generic_decline',
      postedAt: null,
      attempts: [{ number: 1, status: 'declined', amountCents: 10_000, failureCode: 'generic_decline' }],
      schedule: { id: schedule, status: 'active' },
    });
  });

  it('shows the posting', async () => {
    const { id } = await runOf(paid);
    const { autopayRun } = (await ask(ONE, { id })).json.data;
    expect(autopayRun).toMatchObject({
      status: 'posted',
      effectiveDate: '2026-01-05',
      failureCode: null,
      nextTryOn: null,
    });
    expect([typeof autopayRun.referenceNumber, typeof autopayRun.postedAt]).toEqual(['number', 'string']);
  });

  it('of another organization, unknown and malformed: autopay_run_not_found, the same bytes', async () => {
    const { id } = await runOf(paid);
    const answers = await Promise.all([stranger(ONE, { id }), ask(ONE, { id: newId() }), ask(ONE, { id: 'no id' })]);
    const [foreign, ...others] = answers.map(({ text }) => text.replace(/"request_id":"[^"]*"/g, ''));
    expect(foreign).toContain('autopay_run_not_found');
    expect(others).toEqual([foreign, foreign]);
  });
});

describe('autopayRuns', () => {
  it('filters by status and by account, newest first, a page at a time', async () => {
    expect((await ask(MANY, { status: 'posted' })).json.data.autopayRuns.items).toHaveLength(1);
    expect((await ask(MANY, { accountId: newId() })).json.data.autopayRuns.items).toEqual([]);
    const first = (await ask(MANY, { limit: 1 })).json.data.autopayRuns;
    const cursor = first.page.nextCursor;
    const second = (await ask(MANY, { limit: 1, cursor })).json.data.autopayRuns;
    expect([first.page.hasMore, second.page.hasMore]).toEqual([true, false]);
    expect(first.items[0].id > second.items[0].id).toBe(true);
    const other = await ask(MANY, { limit: 1, cursor, status: 'posted' });
    expect(other.json.errors[0].extensions.code).toBe('validation_failed');
  });

  it('shows nothing of another organization', async () => {
    expect((await stranger(MANY)).json.data.autopayRuns.items).toEqual([]);
  });
});

it('Account.autopayRuns: newest first, one read for all loans; nothing of another organization', async () => {
  const query = vi.spyOn(harness.instance.resources.db, 'many');
  const asked = '{ accounts { items { autopayRuns { dueOn status isOneTime schedule { id } } } } }';
  const answer = await ask(asked);
  const reads = query.mock.calls.map(([, { name }]) => name).filter((name) => name.startsWith('autopay_run'));
  query.mockRestore();
  expect(answer.json.data.accounts.items).toEqual([
    { autopayRuns: [{ dueOn: '2026-01-05', status: 'posted', isOneTime: false, schedule: { id: paid } }] },
    { autopayRuns: [{ dueOn: '2026-01-05', status: 'retrying', isOneTime: false, schedule: { id: schedule } }] },
  ]);
  expect(reads).toEqual(['autopay_run.of_accounts']);
  expect((await stranger(asked)).json.data.accounts.items).toEqual([]);
});

it('AutopaySchedule.runs: one read for all schedules, another for their attempts', async () => {
  const query = vi.spyOn(harness.instance.resources.db, 'many');
  const answer = await ask(
    '{ autopaySchedules(limit: 20) { items { id runs { dueOn status attempts { status } } } } }',
  );
  const reads = query.mock.calls.map(([, { name }]) => name).filter((name) => name.startsWith('autopay_'));
  query.mockRestore();
  expect(answer.json.data.autopaySchedules.items).toEqual([
    { id: paid, runs: [{ dueOn: '2026-01-05', status: 'posted', attempts: [{ status: 'charged' }] }] },
    { id: schedule, runs: [{ dueOn: '2026-01-05', status: 'retrying', attempts: [{ status: 'declined' }] }] },
  ]);
  expect(reads.sort()).toEqual(['autopay_attempt.of_runs', 'autopay_run.of_schedules', 'autopay_schedule.page']);
});
