import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLedger } from '../../connectors/loan-systems/embedded-ledger-as-loan-system.js';
import { applyChange } from '../../loan-model/projection/apply-change.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import type { Api } from '../support/api.js';
import { AutopayHarness } from '../support/autopay-harness.js';

/* What autopay does on a charged-off loan, by its lender's setting. No job runs by itself here. */

let harness: AutopayHarness;
let api: Api;
let account: string;
beforeAll(async () => {
  harness = await AutopayHarness.open('2026-01-05');
});
afterAll(() => harness.close());
beforeEach(async () => {
  api = await harness.lender.api();
  account = await harness.lender.ledgerAccount();
  await chooses(true);
});

const query = async (text: string, values: readonly unknown[] = []) =>
  (await harness.pool.query(text, [...values])).rows;
const chooses = (pauses: boolean) =>
  query('update organization set pauses_autopay_after_charge_off = $2 where id = $1', [
    ...[harness.lender.organizationId, pauses],
  ]);

async function chargeOff(): Promise<void> {
  const { db, clock } = harness.parts;
  const loan = { organizationId: harness.lender.organizationId, accountId: account, externalId: account };
  await db.transaction(async (tx) => {
    const lost = await createLedger({ db, clock, endSchedules }).operations.chargeOff(tx, loan, 'bankruptcy');
    if (lost.kind !== 'done') throw new Error(`not charged off: ${lost.kind}`);
    await applyChange(tx, { clock, endSchedules }, lost.change);
  });
}

async function undone(): Promise<void> {
  const { db, clock } = harness.parts;
  const loan = { organizationId: harness.lender.organizationId, accountId: account, externalId: account };
  await db.transaction(async (tx) => {
    const taken = await createLedger({ db, clock, endSchedules }).operations.undoChargeOff(tx, loan, 'by mistake');
    if (taken.kind !== 'done') throw new Error(`not undone: ${taken.kind}`);
    await applyChange(tx, { clock, endSchedules }, taken.change);
  });
}

/** Runs the job that the charge-off, or its undoing, has queued. */
async function work(): Promise<void> {
  const jobs = await query(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'autopay_loan_ended' returning j.payload`,
  );
  expect(jobs).toEqual([{ payload: { organizationId: harness.lender.organizationId, accountId: account } }]);
  for (const { payload } of jobs) await harness.runner.endWithLoan(payload);
}

const exceptionOf = async (schedule: string) =>
  (await query('select kind, resolved_at, resolution from operator_exception where subject_id = $1', [schedule]))[0];
const OPEN = { kind: 'autopay_paused_after_charge_off', resolved_at: null, resolution: null };
const resume = async (schedule: string) => {
  const answer = await fetch(`${harness.instance.baseUrl}/v1/autopay/${schedule}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'active' }),
  });
  const { status } = Object(await answer.json());
  return status;
};

describe('a lender that pauses autopay after a charge-off', () => {
  it('a charge-off pauses its schedules, gives up their retries and raises an exception; an operator may resume them', async () => {
    const declining = await harness.schedule(account, {
      payment_method_id: await harness.card('pm_card_chargeDeclined'),
    });
    await harness.workOff();
    const later = await harness.schedule(account, { next_run_date: '2026-02-05', start_date: harness.today });
    await chargeOff();
    await work();
    expect([await harness.statusOf(declining), await harness.statusOf(later)]).toEqual(['paused', 'paused']);
    expect(await harness.story(declining)).toEqual(['2026-01-05 failed 10000 loan_charged_off']);
    expect([await exceptionOf(declining), await exceptionOf(later)]).toEqual([OPEN, OPEN]);
    expect(
      await query('select type, status, previous_status, code, account_id from event where object_id = $1', [later]),
    ).toEqual([
      {
        type: 'autopay_schedule.changed',
        ...{ status: 'paused', previous_status: 'active', code: 'loan_charged_off', account_id: account },
      },
    ]);
    expect(await query('select action, actor from audit_log where subject = $1', [later])).toEqual([
      { action: 'autopay_schedule.update', actor: 'autopay' },
    ]);

    expect(await resume(later)).toBe('active');
    await harness.runner.watchOverdue();
    expect(await exceptionOf(later)).toMatchObject({ resolution: 'The schedule is active.' });
    expect(await exceptionOf(declining)).toEqual(OPEN);
    harness.moveTo('2026-02-05');
    await harness.workOff();
    expect(await harness.story(later)).toEqual(['2026-02-05 posted 10000']);
    expect(await harness.statusOf(later)).toBe('active');
    harness.moveTo('2026-01-05');
  });

  it('a date that comes before the job has run is not charged; a schedule created after the charge-off is', async () => {
    const before = await harness.schedule(account);
    await chargeOff();
    const agreed = await api.post('/v1/autopay', {
      ...{ account_id: account, payment_method_id: await harness.lender.paymentMethod(), amount_cents: 2_500 },
      ...{ frequency_unit: 'month', frequency_interval: 1, start_date: harness.today },
    });
    expect(agreed.status).toBe(201);
    await harness.workOff();
    expect([await harness.statusOf(before), await harness.story(before)]).toEqual(['paused', []]);
    expect(await harness.story(agreed.json.id)).toEqual(['2026-01-05 posted 2500']);
    await work();
    expect(await harness.statusOf(agreed.json.id)).toBe('active');
    await query("update autopay_schedule set status = 'cancelled' where id = $1", [before]);
    await harness.runner.watchOverdue();
    expect(await exceptionOf(before)).toMatchObject({ resolution: 'The schedule is cancelled.' });
  });

  it('a second charge-off, after the first was undone, pauses again and raises an exception again', async () => {
    const schedule = await harness.schedule(account, { next_run_date: '2026-02-05', start_date: harness.today });
    await chargeOff();
    await work();
    expect(await resume(schedule)).toBe('active');
    await harness.runner.watchOverdue();
    expect(await exceptionOf(schedule)).toMatchObject({ resolution: 'The schedule is active.' });
    await undone();
    await work();
    // On the same day: only the undoing in between distinguishes the two.
    await chargeOff();
    await work();
    expect(await harness.statusOf(schedule)).toBe('paused');
    expect(await exceptionOf(schedule)).toEqual(OPEN);
  });

  it('a schedule paused by hand before the charge-off and resumed after it is charged', async () => {
    const schedule = await harness.schedule(account, {
      next_run_date: '2026-02-05',
      start_date: harness.today,
      status: 'paused',
    });
    await chargeOff();
    await work();
    expect(await exceptionOf(schedule)).toBeUndefined();
    expect(await resume(schedule)).toBe('active');
    harness.moveTo('2026-02-05');
    await harness.workOff();
    expect(await harness.story(schedule)).toEqual(['2026-02-05 posted 10000']);
    harness.moveTo('2026-01-05');
  });
});

it('without the setting, schedules continue; once it is set, they pause on their next date', async () => {
  await chooses(false);
  const schedule = await harness.schedule(account);
  await chargeOff();
  await work();
  await harness.workOff();
  expect(await harness.story(schedule)).toEqual(['2026-01-05 posted 10000']);
  await chooses(true);
  harness.moveTo('2026-02-05');
  await harness.workOff();
  expect([await harness.statusOf(schedule), (await harness.story(schedule)).length]).toEqual(['paused', 1]);
  expect(await exceptionOf(schedule)).toEqual(OPEN);
});
