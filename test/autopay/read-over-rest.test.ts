import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import type { Api } from '../support/api.js';
import { AutopayHarness } from '../support/autopay-harness.js';
import { eventsReadable } from '../support/events-readable.js';

/* The resources that events of runs and disputes refer to, over /v1: single reads, and lists with filters. */

let harness: AutopayHarness;
let api: Api;
let account: string;
let posted: string;
let retrying: string;
beforeAll(async () => {
  harness = await AutopayHarness.open('2026-01-05');
  api = await harness.lender.api();
  account = await harness.lender.ledgerAccount();
  const schedules = [
    await harness.schedule(account),
    await harness.schedule(account, { payment_method_id: await harness.card('pm_card_chargeDeclined') }),
  ];
  await harness.workOff();
  [posted = '', retrying = ''] = (await Promise.all(schedules.map((id) => harness.runsOf(id)))).map(
    ([run]) => run?.id ?? '',
  );
});
afterAll(() => harness.close());

async function disputed(runId: string): Promise<string> {
  const id = newId();
  await harness.pool.query(
    `insert into dispute (id, organization_id, processor, external_id, charge_external_id, run_id, account_id, amount_cents, reason,
       status, is_withdrawn, opened_at)
     values ($1, $2, 'sandbox', $3, $4, $5, $6, 10000, 'fraudulent', 'needs_response', true, now())`,
    [id, harness.lender.organizationId, `dp_${id}`, `ch_${id}`, runId, account],
  );
  return id;
}

it('a run is read by the id in its events, which also have its account', async () => {
  await eventsReadable(harness.pool);
  const [event] = (await api.get(`/v1/events?object_id=${posted}`)).json.items;
  expect(event).toMatchObject({ type: 'autopay_run.posted', account_id: account, previous_status: null });
  const { status, json } = await api.get(`/v1/autopay-runs/${event.object_id}`);
  expect(status).toBe(200);
  expect(json).toMatchObject({ id: posted, account_id: account, status: 'posted', amount_cents: 10_000, attempts: 1 });
  const ofSchedule = (await api.get(`/v1/autopay/${json.autopay_schedule_id}/runs`)).json.items;
  expect(ofSchedule).toEqual([json]);
});

it('runs are listed newest first, by account and status', async () => {
  const ids = async (query: string) =>
    (await api.get(`/v1/autopay-runs?${query}`)).json.items.map(({ id }: { id: string }) => id);
  expect((await ids('')).sort()).toEqual([posted, retrying].sort());
  expect(await ids(`account_id=${account}&status=retrying`)).toEqual([retrying]);
  expect(await ids(`account_id=${newId()}`)).toEqual([]);
  const page = (await api.get('/v1/autopay-runs?limit=1')).json;
  expect((await ids(`limit=1&cursor=${page.page.next_cursor}`)).concat(page.items[0].id).sort()).toEqual(
    [posted, retrying].sort(),
  );
  expect((await api.get('/v1/autopay-runs?status=unheard_of')).status).toBe(422);
});

it('a dispute is read by its id, and listed by account and status', async () => {
  const id = await disputed(posted);
  const { status, json } = await api.get(`/v1/disputes/${id}`);
  expect(status).toBe(200);
  expect(json).toEqual({
    ...{ id, organization_id: harness.lender.organizationId, account_id: account, autopay_run_id: posted },
    ...{ status: 'needs_response', reason: 'fraudulent', amount_cents: 10_000, is_withdrawn: true },
    ...{ evidence_due_by: null, opened_at: expect.stringMatching(/Z$/), closed_at: null },
    ...{ processor: 'sandbox', processor_dispute_id: `dp_${id}`, processor_charge_id: `ch_${id}` },
  });
  expect((await api.get(`/v1/disputes?account_id=${account}&status=needs_response`)).json.items).toEqual([json]);
  expect((await api.get('/v1/disputes?status=won')).json.items).toEqual([]);
});

it('unknown ids and those of another lender give the same answer; the scope is autopay:read', async () => {
  const dispute = await disputed(posted);
  const [other, narrow] = [await harness.instance.lender('Birch Credit'), await harness.lender.api(['accounts:read'])];
  const theirs = await other.api();
  for (const [path, id, code] of [
    ['autopay-runs', posted, 'autopay_run_not_found'],
    ['disputes', dispute, 'dispute_not_found'],
  ] as const) {
    const [foreign, missing] = [await theirs.get(`/v1/${path}/${id}`), await api.get(`/v1/${path}/${newId()}`)];
    expect([foreign.status, foreign.json.detail.error_code]).toEqual([404, code]);
    expect(foreign.text).toBe(missing.text);
    expect((await theirs.get(`/v1/${path}`)).json.items).toEqual([]);
    for (const address of [`/v1/${path}`, `/v1/${path}/${id}`]) expect((await narrow.get(address)).status).toBe(403);
  }
});
