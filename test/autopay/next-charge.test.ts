import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { AutopayHarness } from '../support/autopay-harness.js';
import { bothSurfaces, problemsOf, type Surface } from '../support/both-surfaces.js';
import { graphClient } from '../support/graph.js';
import { refusalOf } from '../support/refusal-of.js';

let harness: AutopayHarness;
let doors: readonly [Surface, Surface];
let unversioned: Surface;
let declined: string;
let paid: string;

beforeAll(async () => {
  harness = await AutopayHarness.open('2026-01-05');
  doors = await bothSurfaces(harness.instance, harness.lender, ['autopay:read', 'autopay:write', 'transactions:read']);
  [unversioned] = doors;
  const declining = { payment_method_id: await harness.card('pm_card_chargeDeclinedInsufficientFunds') };
  declined = await harness.schedule(await harness.lender.ledgerAccount(), declining);
  paid = await harness.schedule(await harness.lender.ledgerAccount());
  await harness.workOff();
});
afterAll(() => harness.close());

const problem = refusalOf;
const read = async (door: Surface, id: string) => (await door.call('GET', `/autopay/${id}`)).json;
const runsOf = async (door: Surface, id: string, query = '') =>
  (await door.call('GET', `/autopay/${id}/runs${query}`)).json;
const graph = async () => graphClient(harness.instance.graphqlUrl, (await harness.lender.key()).plaintext);

describe('next_run_date', () => {
  it('is the next try of a declined run, in reads, lists and over GraphQL; the planner uses the cadence’s date', async () => {
    for (const door of doors) {
      expect((await read(door, declined)).next_run_date).toBe('2026-01-06');
      const { items } = (await door.call('GET', '/autopay')).json;
      const listed = items.map(({ id, next_run_date }: Record<string, string>) => [id, next_run_date]);
      expect(listed).toContainEqual([declined, '2026-01-06']);
      expect(listed).toContainEqual([paid, '2026-02-05']);
    }
    const ask = await graph();
    const one = await ask(
      'query ($id: ID!) { autopaySchedule(id: $id) { nextRunDate account { id autopaySchedules { nextRunDate } } } }',
      { id: declined },
    );
    expect(one.json.data.autopaySchedule).toMatchObject({
      nextRunDate: '2026-01-06',
      account: { autopaySchedules: [{ nextRunDate: '2026-01-06' }] },
    });
    const { rows } = await harness.pool.query('select next_run_date from autopay_schedule where id = $1', [declined]);
    expect(rows).toEqual([{ next_run_date: '2026-02-05' }]);
  });

  it('is the cadence’s date again after the retries are given up, here by a pause', async () => {
    const declining = { payment_method_id: await harness.card('pm_card_chargeDeclined') };
    const schedule = await harness.schedule(await harness.lender.ledgerAccount(), declining);
    await harness.workOff();
    expect((await read(unversioned, schedule)).next_run_date).toBe('2026-01-06');
    const paused = await unversioned.call('PATCH', `/autopay/${schedule}`, { status: 'paused' });
    expect(paused.json).toMatchObject({
      next_run_date: '2026-02-05',
      last_run: { status: 'failed', failure_code: 'schedule_paused', next_try_on: null },
    });
  });

  it('a preview continues with the cadence: a retry belongs to a date in the past', async () => {
    const ask = await graph();
    const preview = await ask('query ($id: ID!) { previewRuns(scheduleId: $id, count: 1) { runs { dueOn } } }', {
      id: declined,
    });
    expect(preview.json.data.previewRuns.runs).toEqual([{ dueOn: '2026-02-05' }]);
  });
});

describe('last_run', () => {
  it('last_run shows the run of the latest date: declined and retried, or posted; null before the first', async () => {
    const [declinedRun] = await harness.runsOf(declined);
    const [paidRun] = await harness.runsOf(paid);
    const fresh = await harness.schedule(await harness.lender.ledgerAccount(), { next_run_date: '2026-02-01' });
    for (const door of doors) {
      expect((await read(door, declined)).last_run).toEqual({
        id: declinedRun?.id,
        run_date: '2026-01-05',
        status: 'retrying',
        amount_cents: 10_000,
        failure_code: 'insufficient_funds',
        next_try_on: '2026-01-06',
      });
      expect((await read(door, paid)).last_run).toEqual({
        id: paidRun?.id,
        run_date: '2026-01-05',
        status: 'posted',
        amount_cents: 10_000,
        failure_code: null,
        next_try_on: null,
      });
      expect((await read(door, fresh)).last_run).toBeNull();
    }
    await harness.change(fresh, { status: 'cancelled' });
  });
});

describe('GET /autopay/{id}/runs', () => {
  it('each date with its run, the same in both APIs; the transaction is the account’s', async () => {
    const account = (await read(unversioned, paid)).account_id;
    const { items } = (await unversioned.call('GET', `/accounts/${account}/transactions`)).json;
    const payment = items.find(({ type }: Record<string, string>) => type === 'payment');
    for (const door of doors) {
      const [run] = (await runsOf(door, paid)).items;
      expect(run).toEqual({
        id: expect.any(String),
        organization_id: harness.lender.organizationId,
        account_id: account,
        autopay_schedule_id: paid,
        run_date: '2026-01-05',
        status: 'posted',
        amount_cents: 10_000,
        attempts: 1,
        failure_code: null,
        next_try_on: null,
        effective_date: '2026-01-05',
        reference_number: expect.any(Number),
        transaction_id: payment.transaction_id,
        posted_at: expect.any(String),
        refunded_at: null,
        possible_duplicate_of: null,
        is_one_time: false,
      });
      expect((await runsOf(door, declined)).items).toMatchObject([
        {
          status: 'retrying',
          attempts: 1,
          failure_code: 'insufficient_funds',
          next_try_on: '2026-01-06',
          transaction_id: null,
        },
      ]);
    }
  });

  it('pages latest date first, and filters by due date', async () => {
    const weekly = await harness.schedule(await harness.lender.ledgerAccount(), {
      frequency_unit: 'week',
      start_date: '2025-12-15',
      next_run_date: '2025-12-15',
    });
    await harness.workOff();
    const dates = async (query: string) =>
      (await runsOf(unversioned, weekly, query)).items.map(({ run_date }: Record<string, string>) => run_date);
    expect(await dates('')).toEqual(['2026-01-05', '2025-12-29', '2025-12-22', '2025-12-15']);
    const first = await runsOf(unversioned, weekly, '?limit=3');
    expect(first.page).toMatchObject({ has_more: true, limit: 3 });
    expect(await dates(`?limit=3&cursor=${first.page.next_cursor}`)).toEqual(['2025-12-15']);
    expect(await dates('?from=2025-12-22&to=2025-12-29')).toEqual(['2025-12-29', '2025-12-22']);
    await harness.change(weekly, { status: 'cancelled' });
  });

  it('404 for a foreign schedule, the same as for an unknown one; 403 without autopay:read; 422 for a bad limit', async () => {
    const stranger = await bothSurfaces(harness.instance, await harness.instance.lender('Birch Credit'));
    for (const door of stranger) {
      for (const id of [paid, newId(), 'x']) {
        const answer = await door.call('GET', `/autopay/${id}/runs`);
        expect([answer.status, answer.json]).toEqual([404, problem('autopay_schedule_not_found')]);
      }
    }
    const [, lacking] = await bothSurfaces(harness.instance, harness.lender, ['accounts:read']);
    const refused = await lacking.call('GET', `/autopay/${paid}/runs`);
    expect([refused.status, refused.json]).toEqual([403, problem('insufficient_scope', { scope: 'autopay:read' })]);
    const bad = await unversioned.call('GET', `/autopay/${paid}/runs?limit=0`);
    expect([bad.status, problemsOf(bad)]).toEqual([422, ['query.limit greater_than_equal']]);
  });
});
