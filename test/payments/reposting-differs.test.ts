import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LoanSystems } from '../../connectors/loan-systems/registry.js';
import { cents } from '../../core/money.js';
import { type Charged, DisputeHarness } from '../support/dispute-harness.js';
import { answered, posting, ScriptedLoanSystem } from '../support/scripted-loan-system.js';

/* A dispute is won, and the charge is posted again, under a reference that has a posting already. */

let harness: DisputeHarness;
beforeAll(async () => {
  harness = await DisputeHarness.open();
});
afterAll(() => harness.close());

/** Disputed, reversed, and won: the correction that posts it again is not sent yet. */
async function won(): Promise<{ run: Charged; correction: string }> {
  const run = await harness.charged();
  const dispute = harness.returns.dispute(run.charge);
  await harness.deliverEvent('charge.dispute.created', dispute);
  harness.returns.win(dispute);
  await harness.post(harness.returns.event('charge.dispute.closed', dispute));
  const { pool } = harness.autopay;
  const [event] = (await pool.query("select id from processor_event where status = 'received'")).rows;
  await harness.workers().events.work({ id: event.id });
  const [open] = (await pool.query("select id from autopay_correction where status = 'pending'")).rows;
  return { run, correction: open.id };
}

const correctionOf = async (id: string) =>
  (await harness.autopay.pool.query('select status, failure_code from autopay_correction where id = $1', [id])).rows[0];

/** Posts in the sandbox under a reference, as another client would. */
async function postThere({ runId }: Charged, reference: string, amountCents: number): Promise<void> {
  await harness.autopay.pool.query(
    `insert into sandbox_posting (organization_id, loan_id, external_reference, kind, amount_cents, effective_on, posted_at)
     select organization_id, loan_id, $2, 'payment', $3, effective_on, posted_at from sandbox_posting where external_reference = $1`,
    [runId, reference, amountCents],
  );
}

describe('a posting of another amount under the reference of a correction', () => {
  it('is not taken for it: the run stays reversed, and an operator has one exception', async () => {
    const { run, correction } = await won();
    await postThere(run, correction, 9_000);
    await harness.workOff();
    expect(await correctionOf(correction)).toEqual({ status: 'refused', failure_code: 'posting_differs' });
    expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000', '+9000'] });
    expect((await harness.exceptions(run)).filter((kind) => kind !== 'dispute_evidence_due')).toEqual([
      'posting_differs',
    ]);
  });

  it('and one of the same amount is the correction’s own', async () => {
    const { run, correction } = await won();
    await postThere(run, correction, 10_000);
    await harness.workOff();
    expect(await correctionOf(correction)).toEqual({ status: 'done', failure_code: null });
    expect(await harness.runAndPostings(run)).toEqual({ status: 'posted', books: ['+10000', '-10000', '+10000'] });
  });
});

/** Posted at a loan system that the test scripts. */
async function atScripted({ run, correction }: { run: Charged; correction: string }, system: ScriptedLoanSystem) {
  const { pool, parts } = harness.autopay;
  await pool.query("insert into loan_system (code, kind) values ('scripted', 'sandbox') on conflict do nothing");
  await pool.query("update account set loan_system_code = 'scripted' where id = $1", [run.accountId]);
  return {
    workOff: () => harness.workOff({ ...parts, systems: new LoanSystems([system]) }),
    exceptions: async () =>
      (
        await pool.query(
          'select kind, resolved_at is null as open from operator_exception where subject_id = $1 order by kind',
          [correction],
        )
      ).rows,
  };
}

describe('a correction of a lender that recovers from a restore', () => {
  const recovery = (since: string) => harness.autopay.pool.query(`update organization set recovering_since = ${since}`);
  const HOUR_MS = 3_600_000;

  it('waits at a loan system that cannot be searched, an operator hears of it after a day, and then it is posted once', async () => {
    const open = await won();
    const system = Object.assign(new ScriptedLoanSystem(), { findsByReference: false });
    const { workOff, exceptions } = await atScripted(open, system);
    await recovery("now() - interval '1 hour'");
    await workOff();
    expect([await exceptions(), system.sent]).toEqual([[], []]);
    await harness.autopay.time.pass(26 * HOUR_MS);
    await workOff();
    expect(await exceptions()).toEqual([{ kind: 'posting_waits_for_recovery', open: true }]);
    await recovery('null');
    await workOff();
    expect([await correctionOf(open.correction), await exceptions(), system.sent.length]).toEqual([
      { status: 'done', failure_code: null },
      [{ kind: 'posting_waits_for_recovery', open: false }],
      1,
    ]);
  });

  it('and whose posting is refused because it stands there already is done', async () => {
    const open = await won();
    const system = new ScriptedLoanSystem();
    system.script.postPayment = async () => ({ kind: 'refused', reason: 'account_closed' });
    system.script.findPosting = async () => answered({ ...posting(), amountCents: cents(10_000) });
    await (await atScripted(open, system)).workOff();
    expect(await correctionOf(open.correction)).toEqual({ status: 'done', failure_code: null });
  });
});

it('a correction that is sent again asks again about the approval of its second command', async () => {
  const open = await won();
  const system = new ScriptedLoanSystem();
  const { workOff, exceptions } = await atScripted(open, system);
  const commandsSay = (kind: 'waits' | 'none') => {
    system.script.findApproval = async () => answered({ kind });
  };
  const awaits = { kind: 'posting_awaits_approval', open: true };
  commandsSay('waits');
  system.script.postPayment = async () => ({ kind: 'awaiting_approval' });
  await workOff();
  commandsSay('none');
  await workOff();
  expect([await exceptions(), system.sent.length]).toEqual([[awaits], 1]);

  const { pool } = harness.autopay;
  await pool.query(
    "update operator_exception set resolved_at = now(), resolved_by = 'o ola', resolution = 'gone' where subject_id = $1",
    [open.correction],
  );
  system.script.postPayment = async () => {
    commandsSay('waits');
    return { kind: 'unknown' };
  };
  await workOff();
  commandsSay('none');
  await workOff();
  expect([await exceptions(), system.sent.length]).toEqual([[awaits], 2]);
});

describe('a correction that overpays the loan', () => {
  let system: ScriptedLoanSystem;
  beforeEach(() => {
    system = new ScriptedLoanSystem();
    const found = { ...posting(), amountCents: cents(10_000), overpaidCents: cents(30) };
    system.script.postPayment = async () => ({ kind: 'confirmed', posting: found });
  });

  it('is reported: an exception, and the code in the event', async () => {
    const { run, correction } = await won();
    const { pool } = harness.autopay;
    await (await atScripted({ run, correction }, system)).workOff();
    expect(await correctionOf(correction)).toMatchObject({ status: 'done' });
    const { rows } = await pool.query('select kind, detail from operator_exception where subject_id = $1', [
      correction,
    ]);
    expect(rows).toEqual([{ kind: 'loan_overpaid', detail: { overpaidCents: 30, referenceNumber: 4711 } }]);
    const events = await pool.query(
      "select code from event where object_id = $1 and type = 'autopay_run.posted' order by sequence",
      [run.runId],
    );
    expect(events.rows).toEqual([{ code: null }, { code: 'overpaid' }]);
  });
});
