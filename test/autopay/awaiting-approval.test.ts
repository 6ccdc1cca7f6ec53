import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LoanSystems } from '../../connectors/loan-systems/registry.js';
import { cents } from '../../core/money.js';
import type { Approval } from '../../loan-model/port.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay/run/autopay-runner.js';
import { AutopayHarness } from '../support/autopay-harness.js';
import { KillableDatabase, Killed } from '../support/killable-worker.js';
import { answered, posting, ScriptedLoanSystem } from '../support/scripted-loan-system.js';

let harness: AutopayHarness;
let system: ScriptedLoanSystem;
let worker: Pick<AutopayHarness, 'runner' | 'parts'>;

beforeAll(async () => {
  harness = await AutopayHarness.open('2026-11-20');
  await harness.pool.query("insert into loan_system (code, kind) values ('scripted', 'sandbox')");
});
afterAll(() => harness.close());
beforeEach(() => {
  system = new ScriptedLoanSystem();
  system.script.postPayment = async () => ({ kind: 'awaiting_approval' });
  const parts = { ...harness.parts, systems: new LoanSystems([system]) };
  worker = { parts, runner: new AutopayRunner(parts) };
});

const commandsSay = (value: Approval) => {
  system.script.findApproval = async () => answered(value);
};

/** Charges the card, and posts the payment, which then waits for approval. */
async function charged(): Promise<string> {
  const account = await harness.lender.sandboxAccount('SBX-POSTS');
  await harness.pool.query("update account set loan_system_code = 'scripted' where id = $1", [account]);
  commandsSay({ kind: 'waits' });
  const schedule = await harness.schedule(account);
  await harness.workOff(worker);
  return schedule;
}

const result = async (schedule: string) => {
  const [run] = await harness.runsOf(schedule);
  return [run?.status, run?.failure_code];
};

const openExceptions = async () => {
  const { rows } = await harness.pool.query('select kind from operator_exception where resolved_at is null');
  return rows;
};

it('a charge whose posting waits for approval is neither refunded nor posted again, and is posted when approved', async () => {
  const schedule = await charged();
  expect([await result(schedule), system.sent.length]).toEqual([['posting', null], 1]);
  await harness.time.pass(26 * 3_600_000);
  await harness.workOff(worker);
  expect(await result(schedule)).toEqual(['posting', null]);
  expect(await harness.exceptions()).toEqual(['posting_awaits_approval']);

  commandsSay({ kind: 'none' });
  system.script.findPosting = async () => answered({ ...posting(), amountCents: cents(10_000) });
  await harness.workOff(worker);
  expect([await result(schedule), system.sent.length]).toEqual([['posted', null], 1]);
  expect(await openExceptions(), 'an operator need not look any more').toEqual([]);
  await harness.change(schedule, { status: 'cancelled' });
});

it('a charge whose posting is rejected is refunded', async () => {
  const schedule = await charged();
  commandsSay({ kind: 'rejected', reason: 'approval_rejected' });
  await harness.workOff(worker);
  expect(await result(schedule)).toEqual(['refunded', 'approval_rejected']);
});

it('a charge whose command is not seen any more is neither refunded nor posted again, until an operator resolves that', async () => {
  const schedule = await charged();
  await harness.workOff(worker);
  commandsSay({ kind: 'none' });
  await harness.time.pass(26 * 3_600_000);
  await harness.workOff(worker);
  expect([await result(schedule), system.sent.length]).toEqual([['posting', null], 1]);
  const { rows } = await harness.pool.query('select detail from operator_exception where resolved_at is null');
  expect(rows).toMatchObject([{ detail: { why: 'no_longer_seen' } }]);

  await harness.pool.query(
    "update operator_exception set resolved_at = now(), resolved_by = 'o ola', resolution = 'gone'",
  );
  await harness.workOff(worker);
  expect([await result(schedule), system.sent.length]).toEqual([['refunded', 'posting_unconfirmed'], 1]);
});

it('a charge whose command waits by the answer to its posting, and which no lookup ever sees, is not refunded', async () => {
  await harness.pool.query('update loan_system set approvals_since = now(), approvals_seen_at = now()');
  const account = await harness.lender.sandboxAccount('SBX-POSTS');
  await harness.pool.query("update account set loan_system_code = 'scripted' where id = $1", [account]);
  commandsSay({ kind: 'none' });
  const schedule = await harness.schedule(account);
  await harness.workOff(worker);
  expect([await result(schedule), system.sent.length, await openExceptions()]).toEqual([
    ['posting', null],
    1,
    [{ kind: 'posting_awaits_approval' }],
  ]);
  await harness.pool.query("update autopay_run set status = 'failed' where schedule_id = $1", [schedule]);
  await harness.change(schedule, { status: 'cancelled' });
});

it('a worker killed after it has seen the command waiting: the charge is not refunded when it is not seen any more', async () => {
  for (let at = 1; ; at += 1) {
    await harness.pool.query('update loan_system set approvals_since = null, approvals_seen_at = null');
    await harness.pool.query("update autopay_schedule set status = 'cancelled'");
    system.script.postPayment = async () => ({ kind: 'unknown' });
    let left = Number.POSITIVE_INFINITY;
    const db = new KillableDatabase(
      harness.pool,
      () => {
        left -= 1;
        if (left <= 0) throw new Killed();
      },
      () => left <= 0,
    );
    const parts = { ...worker.parts, db };
    const killed = { parts, runner: new AutopayRunner(parts) };
    system.script.findApproval = async () => {
      left = Math.min(left, at);
      return answered({ kind: 'waits' });
    };
    const account = await harness.lender.sandboxAccount('SBX-POSTS');
    await harness.pool.query("update account set loan_system_code = 'scripted' where id = $1", [account]);
    const schedule = await harness.schedule(account);
    const isOver = await harness.workOff(killed).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Killed)) throw error;
        return false;
      },
    );
    commandsSay({ kind: 'none' });
    await harness.workOff(worker);
    expect(await result(schedule), `killed at statement ${at}`).toEqual(['posting', null]);
    await harness.pool.query("update autopay_run set status = 'failed' where schedule_id = $1", [schedule]);
    if (isOver || at > 40) {
      expect([isOver, at > 3]).toEqual([true, true]);
      break;
    }
  }
}, 120_000);
