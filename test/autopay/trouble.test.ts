import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CardProcessor } from '../../connectors/card-processors/port.js';
import { CardProcessors } from '../../connectors/card-processors/registry.js';
import { LoanSystems } from '../../connectors/loan-systems/registry.js';
import { cents } from '../../core/money.js';
import type { LoanSystem } from '../../loan-model/port.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay/run/autopay-runner.js';
import { AutopayHarness, type RunSeen } from '../support/autopay-harness.js';
import { Gate } from '../support/scripted-loan-system.js';

const DAY_MS = 86_400_000;

let harness: AutopayHarness;
beforeAll(async () => {
  harness = await AutopayHarness.open('2026-01-05');
});
afterAll(() => harness.close());

async function onlyRun(schedule: string): Promise<RunSeen> {
  const [run, ...others] = await harness.runsOf(schedule);
  if (run === undefined || others.length > 0) throw new Error('the schedule has one run');
  return run;
}

async function exceptionsOf(subjectId: string): Promise<readonly string[]> {
  const { rows } = await harness.pool.query('select kind from operator_exception where subject_id = $1', [subjectId]);
  return rows.map(({ kind }) => kind);
}

function runnerWith(charge: (sandbox: CardProcessor) => Partial<CardProcessor>): AutopayRunner {
  const sandbox = harness.parts.processors.byCode('sandbox');
  if (sandbox === undefined) throw new Error('the sandbox is there');
  return new AutopayRunner({ ...harness.parts, processors: new CardProcessors([{ ...sandbox, ...charge(sandbox) }]) });
}

describe('cases for an operator', () => {
  it('a refused refund: the run stays refunding, and the refund is requested again a day later', async () => {
    const schedule = await harness.schedule(await harness.lender.sandboxAccount('SBX-REFUSES'));
    const id = await harness.runDue();
    while ((await onlyRun(schedule)).status !== 'refunding') await harness.runner.step(harness.run(id));
    const setRefund = (reference: string | null) =>
      harness.pool.query(
        `update sandbox_charge set refund_reference = $1
          where reference in (select t.id from autopay_attempt t where t.run_id = $2)`,
        [reference, id],
      );
    await setRefund('another refund');
    await harness.runner.work(harness.run(id));
    expect([(await onlyRun(schedule)).status, await exceptionsOf(id)]).toEqual([
      'refunding',
      ['autopay_refund_refused'],
    ]);
    await setRefund(null);
    await harness.runner.work(harness.run(id));
    expect((await onlyRun(schedule)).status).toBe('refunding');
    await harness.time.pass(DAY_MS);
    await harness.runner.work(harness.run(id));
    expect((await onlyRun(schedule)).status).toBe('refunded');
  });

  it('a posting that appears after its charge was refunded', async () => {
    const account = await harness.lender.sandboxAccount('SBX-UNCONFIRMED-LOST');
    const schedule = await harness.schedule(account);
    await harness.workOff();
    const { id, status } = await onlyRun(schedule);
    await harness.time.pass(60_000);
    await harness.runner.work(harness.run(id));
    expect([status, await exceptionsOf(id)]).toEqual(['refunded', []]);

    await harness.pool.query("update sandbox_loan set scenario = 'SBX-POSTS' where id = $1", [account]);
    await harness.parts.systems.byCode('sandbox').postPayment({
      loan: { organizationId: harness.lender.organizationId, accountId: account, externalId: account },
      externalReference: id,
      amountCents: cents(10_000),
      paymentMethod: 'card',
      checkNumber: null,
      memo: null,
    });
    await harness.time.pass(600_000);
    await harness.runner.work(harness.run(id));
    expect([(await onlyRun(schedule)).status, await exceptionsOf(id)]).toEqual([
      'refunded',
      ['autopay_posted_after_refund'],
    ]);
  });

  it('no exception for a charge carried out after its attempt was given up: the next attempt used the same reference, and there is one charge', async () => {
    const send = new Gate();
    const slow = runnerWith((sandbox) => ({
      charge: async (order) => {
        await send.pass();
        return sandbox.charge(order);
      },
    }));
    const schedule = await harness.schedule(await harness.lender.ledgerAccount());
    const id = await harness.runDue();
    const late = slow.work(harness.run(id));
    await send.reached;
    await harness.time.pass(60_000);
    await harness.runner.work(harness.run(id));
    expect((await onlyRun(schedule)).attempts).toEqual(['not_charged', 'charged']);
    const { rows } = await harness.pool.query('select id from autopay_attempt where run_id = $1 and number = 1', [id]);
    send.open();
    await late;
    expect((await onlyRun(schedule)).status).toBe('posted');
    expect(await exceptionsOf(rows[0].id)).toEqual([]);
    expect((await harness.broken()).filter((row) => row.includes(id))).toEqual([]);
  });
});

describe('lease holders', () => {
  it('a charge under a lease belongs to its sender: no other process looks it up or sends it', async () => {
    const send = new Gate();
    const slow = runnerWith((sandbox) => ({
      charge: async (order) => {
        await send.pass();
        return sandbox.charge(order);
      },
    }));
    const calls: string[] = [];
    const watched = runnerWith((sandbox) => ({
      charge: (order) => {
        calls.push('charge');
        return sandbox.charge(order);
      },
      findCharge: (reference) => {
        calls.push('look');
        return sandbox.findCharge(reference);
      },
    }));
    const schedule = await harness.schedule(await harness.lender.ledgerAccount());
    const id = await harness.runDue();
    const sending = slow.work(harness.run(id));
    await send.reached;
    await watched.work(harness.run(id));
    expect([calls, (await onlyRun(schedule)).status]).toEqual([[], 'charging']);
    send.open();
    await sending;
    expect((await onlyRun(schedule)).status).toBe('posted');
  });

  it('a process suspended past its time to send does not send', async () => {
    const sent: string[] = [];
    const sleepy = runnerWith((sandbox) => ({
      charge: (order) => {
        sent.push(order.reference);
        return sandbox.charge(order);
      },
    }));
    const transaction = harness.parts.db.transaction.bind(harness.parts.db);
    const schedule = await harness.schedule(await harness.lender.ledgerAccount());
    const id = await harness.runDue();
    let sleeps = 1;
    harness.parts.db.transaction = async (work) => {
      const result = await transaction(work);
      if (sleeps > 0) await harness.time.pass(5_000);
      sleeps -= 1;
      return result;
    };
    await sleepy.work(harness.run(id));
    harness.parts.db.transaction = transaction;
    expect([sent, (await onlyRun(schedule)).attempts]).toEqual([[], ['charging']]);
    await harness.runner.work(harness.run(id));
    expect([(await onlyRun(schedule)).status, (await onlyRun(schedule)).attempts]).toEqual(['posted', ['charged']]);
  });
});

describe('a charge of unknown outcome', () => {
  const lost = async () => {
    const fields = { payment_method_id: await harness.card('pm_sandbox_unconfirmed_lost') };
    const schedule = await harness.schedule(await harness.lender.ledgerAccount(), fields);
    const id = await harness.runDue();
    await harness.runner.work(harness.run(id));
    return { schedule, id };
  };

  it('that is not found is not made again while the first may still be carried out', async () => {
    const { schedule, id } = await lost();
    await harness.runner.work(harness.run(id));
    expect([(await onlyRun(schedule)).status, (await onlyRun(schedule)).attempts]).toEqual(['charging', ['charging']]);
    await harness.change(schedule, { status: 'cancelled' });
    await harness.time.pass(60_000);
    await harness.runner.work(harness.run(id));
    expect([(await onlyRun(schedule)).failure_code, (await onlyRun(schedule)).attempts]).toEqual([
      'schedule_cancelled',
      ['not_charged'],
    ]);
  });

  it('that two workers look up at once leads to one further attempt', async () => {
    const { schedule, id } = await lost();
    const look = new Gate();
    const slow = runnerWith((sandbox) => ({
      findCharge: async (reference) => {
        await look.pass();
        return sandbox.findCharge(reference);
      },
    }));
    await harness.time.pass(60_000);
    const looking = slow.step(harness.run(id));
    await look.reached;
    await harness.runner.step(harness.run(id));
    look.open();
    await looking;
    expect((await onlyRun(schedule)).attempts).toEqual(['not_charged', 'charging']);
  });
});

it('a schedule paused while its payoff is requested is not run', async () => {
  const schedule = await harness.schedule(await harness.lender.sandboxAccount('SBX-POSTS'));
  const sandbox = harness.parts.systems.byCode('sandbox');
  const interrupted: LoanSystem = {
    ...sandbox,
    quotePayoff: async (loan) => {
      await harness.change(schedule, { status: 'paused' });
      return sandbox.quotePayoff(loan);
    },
  };
  await new AutopayRunner({ ...harness.parts, systems: new LoanSystems([interrupted]) }).createDueRuns(
    harness.lender.organizationId,
  );
  expect(await harness.runsOf(schedule)).toEqual([]);
});

describe('unavailable parts', () => {
  it('a method of a processor that this process does not have is tried again, as after a decline', async () => {
    const method = await harness.lender.paymentMethod({ processor: 'elsewhere' });
    const schedule = await harness.schedule(await harness.lender.ledgerAccount(), { payment_method_id: method });
    await harness.workOff();
    const { status, failure_code, next_try_on, attempts } = await onlyRun(schedule);
    expect([status, failure_code, next_try_on, attempts]).toEqual([
      'retrying',
      'processor_unavailable',
      '2026-01-06',
      ['declined'],
    ]);
  });

  it('a loan system that cannot return the payoff: nothing is charged until it answers', async () => {
    const sandbox = harness.parts.systems.byCode('sandbox');
    const away: LoanSystem = { ...sandbox, quotePayoff: async () => ({ kind: 'unavailable' }) };
    const cutOff = new AutopayRunner({ ...harness.parts, systems: new LoanSystems([away]) });
    const schedule = await harness.schedule(await harness.lender.sandboxAccount('SBX-POSTS'));
    await cutOff.createDueRuns(harness.lender.organizationId);
    const { id, status, failure_code, attempts } = await onlyRun(schedule);
    expect([status, failure_code, attempts]).toEqual(['retrying', 'loan_system_unavailable', []]);
    await cutOff.work(harness.run(id));
    expect((await onlyRun(schedule)).status).toBe('retrying');
    expect(await harness.runner.watchOverdue()).toContainEqual(harness.run(id));
    await harness.runner.work(harness.run(id));
    expect((await onlyRun(schedule)).status).toBe('posted');
  });
});
