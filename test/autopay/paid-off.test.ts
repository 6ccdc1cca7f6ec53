import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLedger } from '../../connectors/loan-systems/embedded-ledger-as-loan-system.js';
import { cents } from '../../core/money.js';
import { applyChange } from '../../loan-model/projection/apply-change.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import type { Api } from '../support/api.js';
import { AutopayHarness } from '../support/autopay-harness.js';
import { refusalOf } from '../support/refusal-of.js';

/* The schedules of a paid-off loan end in the transaction that pays it off: no sweep runs here. */

let harness: AutopayHarness;
let api: Api;
beforeAll(async () => {
  harness = await AutopayHarness.open('2026-01-05');
  api = await harness.lender.api();
});
afterAll(() => harness.close());

const FUTURE = { next_run_date: '2026-03-05', start_date: '2026-01-05' };
const statusOf = async (account: string) =>
  (await harness.pool.query('select status_code from account where id = $1', [account])).rows[0].status_code;

describe('a payment that pays the loan off', () => {
  it('ends its schedules, active and paused, and gives up their retries; other loans’ schedules continue', async () => {
    const account = await harness.lender.ledgerAccount(50_000);
    const declining = { payment_method_id: await harness.card('pm_card_chargeDeclined') };
    const retrying = await harness.schedule(account, declining);
    await harness.workOff();
    const [active, paused, cancelled] = [
      await harness.schedule(account, FUTURE),
      await harness.schedule(account, { ...FUTURE, status: 'paused' }),
      await harness.schedule(account, { ...FUTURE, status: 'cancelled' }),
    ];
    const ofAnother = await harness.schedule(await harness.lender.ledgerAccount(), FUTURE);
    const paid = await api.record(account, { amount_cents: 50_000 });
    expect([paid.status, await statusOf(account)]).toEqual([201, 'paid_in_full']);
    const statuses = await Promise.all(
      [retrying, active, paused, cancelled, ofAnother].map((id) => harness.statusOf(id)),
    );
    expect(statuses).toEqual(['expired', 'expired', 'expired', 'cancelled', 'active']);
    expect(await harness.story(retrying)).toEqual(['2026-01-05 failed 10000 loan_paid_off']);

    const reversed = await api.reverse(paid.json.payment_id);
    expect([reversed.status, await statusOf(account)]).toEqual([201, 'active']);
    expect(await harness.statusOf(active)).toBe('expired');
  });

  it('an autopay run ends the account’s other schedules too', async () => {
    const account = await harness.lender.ledgerAccount(8_000);
    const [paying, other] = [await harness.schedule(account), await harness.schedule(account, FUTURE)];
    for (const id of await harness.runner.createDueRuns(harness.lender.organizationId)) await harness.runner.work(id);
    expect(await harness.story(paying)).toEqual(['2026-01-05 posted 8000']);
    expect([await harness.statusOf(paying), await harness.statusOf(other)]).toEqual(['expired', 'expired']);
  });

  it('as does a recovery of everything that a charged-off loan owes', async () => {
    const account = await harness.lender.ledgerAccount(8_000);
    const loan = { organizationId: harness.lender.organizationId, accountId: account, externalId: account };
    const { db, clock } = harness.parts;
    await db.transaction(async (tx) => {
      const lost = await createLedger({ db, clock, endSchedules }).operations.chargeOff(tx, loan, 'bankruptcy');
      if (lost.kind === 'done') await applyChange(tx, { clock, endSchedules }, lost.change);
    });
    const schedule = await harness.schedule(account, FUTURE);
    expect((await api.record(account, { amount_cents: 8_000 })).status).toBe(201);
    expect([await statusOf(account), await harness.statusOf(schedule)]).toEqual(['closed', 'expired']);
  });

  it('as does a loan system that reports it: closed, as a sync writes it', async () => {
    const account = await harness.lender.sandboxAccount('SBX-POSTS');
    const schedule = await harness.schedule(account, FUTURE);
    const { db, clock } = harness.parts;
    const closed = {
      organizationId: harness.lender.organizationId,
      accountId: account,
      currentBalanceCents: cents(0),
      statusCode: 'closed',
      version: 1,
      transactions: [],
      lifecycleEvents: [],
    } as const;
    await db.transaction((tx) => applyChange(tx, { clock, endSchedules }, closed));
    expect([await statusOf(account), await harness.statusOf(schedule)]).toEqual(['closed', 'expired']);
  });

  it('a schedule locked by another transaction is skipped, so that no deadlock arises; a job ends it', async () => {
    const account = await harness.lender.ledgerAccount(8_000);
    const [held, free] = [await harness.schedule(account, FUTURE), await harness.schedule(account, FUTURE)];
    const client = await harness.pool.connect();
    await client.query('begin');
    await client.query('select from autopay_schedule where id = $1 for update', [held]);
    expect((await api.record(account, { amount_cents: 8_000 })).status).toBe(201);
    expect([await harness.statusOf(held), await harness.statusOf(free)]).toEqual(['active', 'expired']);
    await client.query('commit');
    client.release();
    const { organizationId } = harness.lender;
    const { rows } = await harness.pool.query(
      "delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'autopay_loan_ended' and j.payload ->> 'accountId' = $1 returning j.payload",
      [account],
    );
    expect(rows).toEqual([{ payload: { organizationId, accountId: account } }]);
    await harness.runner.endWithLoan(rows[0].payload);
    expect(await harness.statusOf(held)).toBe('expired');
  });

  it('no schedule can be created on it afterwards: 422 account_not_payable', async () => {
    const account = await harness.lender.ledgerAccount(8_000);
    await api.record(account, { amount_cents: 8_000 });
    const answer = await api.post('/v1/autopay', {
      account_id: account,
      payment_method_id: await harness.lender.paymentMethod(),
      amount_cents: 5_000,
      frequency_unit: 'month',
      frequency_interval: 1,
      start_date: '2026-02-05',
    });
    expect([answer.status, answer.json]).toEqual([422, refusalOf('account_not_payable')]);
  });
});
