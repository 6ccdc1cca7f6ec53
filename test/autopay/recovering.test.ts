import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LoanSystems } from '../../connectors/loan-systems/registry.js';
import { Database } from '../../core/db/database.js';
import { cents } from '../../core/money.js';
import type { PostingOutcome } from '../../loan-model/port.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay/run/autopay-runner.js';
import { AutopayHarness } from '../support/autopay-harness.js';
import { answered, posting, ScriptedLoanSystem } from '../support/scripted-loan-system.js';

/* While a lender recovers from a restore, a charge may have been posted already: it is not refunded on a guess. */

let harness: AutopayHarness;
let system: ScriptedLoanSystem;
let worker: Pick<AutopayHarness, 'runner' | 'parts'>;

beforeAll(async () => {
  harness = await AutopayHarness.open('2026-11-20');
  await query("insert into loan_system (code, kind) values ('scripted', 'sandbox')");
});
afterAll(() => harness.close());
beforeEach(async () => {
  await recovery('null');
  await query("update autopay_schedule set status = 'cancelled'");
  await query('delete from operator_exception');
  // A run that an earlier test has left open is not worked off again.
  await query(
    "update autopay_run set status = 'failed' where status in ('charging', 'charged', 'posting', 'refunding')",
  );
  open(new ScriptedLoanSystem());
});

const query = async (text: string, values: readonly unknown[] = []) =>
  (await harness.pool.query(text, [...values])).rows;
const recovery = (since: string) => query(`update organization set recovering_since = ${since}`);
const listIsRead = () => query("update loan_system set postings_read_at = now() where code = 'scripted'");
const HOUR_MS = 3_600_000;
const ORDERED = { ...posting(), amountCents: cents(10_000) };

function open(scripted: ScriptedLoanSystem, db: Database = harness.parts.db) {
  system = scripted;
  const parts = { ...harness.parts, db, systems: new LoanSystems([system]) };
  worker = { parts, runner: new AutopayRunner(parts) };
}

/** One whose postings cannot be searched by our references, and whose list was not read since the restore. */
class Unsearchable extends ScriptedLoanSystem {
  readonly findsByReference = false;
}

async function due(): Promise<string> {
  const account = await harness.lender.sandboxAccount('SBX-POSTS');
  await query("update account set loan_system_code = 'scripted' where id = $1", [account]);
  return harness.schedule(account);
}

async function charged(): Promise<string> {
  const schedule = await due();
  await harness.workOff(worker);
  return schedule;
}

const result = async (schedule: string) => {
  const [run] = await harness.runsOf(schedule);
  return [run?.status, run?.failure_code];
};
const exceptions = () =>
  query('select kind, resolved_at is null as open from operator_exception order by kind') as Promise<
    readonly { kind: string; open: boolean }[]
  >;

describe('a charge at a loan system that cannot be searched', () => {
  beforeEach(async () => {
    open(new Unsearchable());
    await query("update loan_system set postings_read_at = null where code = 'scripted'");
    await recovery("now() - interval '1 hour'");
  });

  it('waits, is not refunded after a day, and an operator hears of it; then it is posted once', async () => {
    const schedule = await charged();
    expect([await result(schedule), (await exceptions()).map(({ kind }) => kind)]).toEqual([
      ['charged', null],
      ['recovery_postings_unread'],
    ]);
    await harness.time.pass(26 * HOUR_MS);
    for (const _ of [1, 2]) await harness.workOff(worker);
    const waits = { kind: 'posting_waits_for_recovery', open: true };
    expect([await result(schedule), (await exceptions())[0], system.sent]).toEqual([['charged', null], waits, []]);

    await listIsRead();
    await harness.workOff(worker);
    expect([await result(schedule), (await exceptions())[0], system.sent.length]).toEqual([
      ['posted', null],
      { ...waits, open: false },
      1,
    ]);
  });

  it('whose outcome is unknown is not refunded because nothing is found', async () => {
    await listIsRead();
    system.script.postPayment = async () => ({ kind: 'unknown' });
    const schedule = await due();
    system.script.findPosting = async () => {
      await query("update loan_system set postings_read_at = null where code = 'scripted'");
      return answered('absent');
    };
    await harness.workOff(worker);
    expect([await result(schedule), system.sent.length]).toEqual([['posting', null], 1]);
    system.script.findPosting = async () => answered('absent');
    await listIsRead();
    await harness.workOff(worker);
    expect([await result(schedule), system.sent.length]).toEqual([['refunded', 'posting_unconfirmed'], 1]);
  });

  it('is not sent when the recovery begins between its check and its sending', async () => {
    await recovery('null');
    let begins = true;
    const db = new (class extends Database {
      override first: Database['first'] = async (principal, statement, parameters) => {
        const row = await super.many(principal, statement, parameters);
        if (begins && statement.name === 'recovery.loan') {
          begins = false;
          await recovery("now() - interval '1 hour'");
        }
        return row[0];
      };
    })(harness.pool);
    open(new Unsearchable(), db);
    const schedule = await charged();
    expect([await result(schedule), system.sent, begins]).toEqual([['charged', null], [], false]);
  });
});

describe('a charge whose posting the loan system refuses', () => {
  const refuse = () => {
    system.script.postPayment = async () => ({ kind: 'refused', reason: 'account_closed' });
  };

  it('is posted, not refunded, if that posting stands there already', async () => {
    refuse();
    system.script.findPosting = async () => answered(ORDERED);
    expect(await result(await charged())).toEqual(['posted', null]);
  });

  it('is not refunded while it cannot be looked up; then it is', async () => {
    refuse();
    system.script.findPosting = async () => ({ kind: 'unavailable' });
    const schedule = await charged();
    expect(await result(schedule)).toEqual(['posting', null]);
    system.script.findPosting = async () => answered('absent');
    await harness.workOff(worker);
    expect(await result(schedule)).toEqual(['refunded', 'posting_unconfirmed']);
  });

  it('is refunded if it is absent', async () => {
    refuse();
    expect(await result(await charged())).toEqual(['refunded', 'account_closed']);
  });
});

describe('a charge whose loan system cannot be reached for a day', () => {
  const UNREACHABLE: PostingOutcome = { kind: 'unreachable' };

  it('is not refunded while the lender recovers; afterwards it is, and a posting that appears is reported', async () => {
    await recovery("now() - interval '1 hour'");
    system.script.postPayment = async () => UNREACHABLE;
    const schedule = await charged();
    await harness.time.pass(26 * HOUR_MS);
    await harness.workOff(worker);
    expect(await result(schedule)).toEqual(['charged', null]);

    await recovery('null');
    await harness.workOff(worker);
    expect(await result(schedule)).toEqual(['refunded', 'loan_system_unavailable']);
    expect(await exceptions()).toEqual([]);
    system.script.findPosting = async () => answered(ORDERED);
    const [run] = await harness.runsOf(schedule);
    await worker.runner.work(harness.run(run?.id ?? ''));
    expect(await exceptions()).toEqual([{ kind: 'autopay_posted_after_refund', open: true }]);
  });
});

it('a posting that differs and then disappears: its exception closes with the refund', async () => {
  system.script.postPayment = async () => ({ kind: 'unknown' });
  system.script.findPosting = async () => answered({ ...ORDERED, amountCents: cents(9_000) });
  const schedule = await charged();
  expect(await exceptions()).toEqual([{ kind: 'posting_differs', open: true }]);
  system.script.findPosting = async () => answered('absent');
  await harness.workOff(worker);
  expect([await result(schedule), await exceptions()]).toEqual([
    ['refunded', 'posting_unconfirmed'],
    [{ kind: 'posting_differs', open: false }],
  ]);
});
