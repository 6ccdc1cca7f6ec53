import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CardProcessor } from '../../connectors/card-processors/port.js';
import { CardProcessors } from '../../connectors/card-processors/registry.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay/run/autopay-runner.js';
import { ChargesInFlight } from '../../subgraphs/payments/autopay/run/charges-in-flight.js';
import type { AutopayParts } from '../../subgraphs/payments/autopay/run/run-under-schedule-lock.js';
import { DueSets } from '../../subgraphs/payments/autopay/sets/charge-due-sets.js';
import { AutopayHarness } from '../support/autopay-harness.js';

const SANDBOX = 'sandbox';
const PAST_LEASES_MS = 60_000;

let harness: AutopayHarness;
beforeAll(async () => {
  harness = await AutopayHarness.open('2026-01-05');
});
afterAll(() => harness.close());
beforeEach(() => harness.pool.query('delete from graphile_worker._private_jobs'));

const due = () => ({ organizationId: harness.lender.organizationId });

async function schedulesOnLedger(count: number, token = 'pm_card_visa'): Promise<readonly string[]> {
  const method = await harness.card(token);
  const made: string[] = [];
  for (let n = 0; n < count; n += 1) {
    made.push(await harness.schedule(await harness.lender.ledgerAccount(), { payment_method_id: method }));
  }
  return made;
}

/** Sets with a processor that behaves differently, beside the sandbox's other answers. */
function setsWith(charge: CardProcessor['charge'], given: Partial<AutopayParts> = {}): DueSets {
  const processors = new CardProcessors([{ ...processor(), charge }]);
  const parts = { ...harness.parts, processors, ...given };
  return new DueSets(parts, new AutopayRunner(parts));
}

function processor(): CardProcessor {
  const found = harness.parts.processors.byCode(SANDBOX);
  if (found === undefined) throw new Error('the sandbox has a processor');
  return found;
}

async function statusesOf(schedules: readonly string[]): Promise<readonly string[]> {
  return (await Promise.all(schedules.map((schedule) => harness.runsOf(schedule)))).flat().map(({ status }) => status);
}

async function principalOf(account: string): Promise<number> {
  const text = `select l.principal_cents::int as cents from ledger_loan l join account a on a.external_id = l.id where a.id = $1`;
  return (await harness.pool.query(text, [account])).rows[0].cents;
}

const waitingJobs = async (task: string): Promise<readonly { readonly priority: number; readonly payload: object }[]> =>
  (
    await harness.pool.query(
      `select j.priority, j.payload from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1 order by j.priority`,
      [task],
    )
  ).rows;

describe('a set of due schedules', () => {
  it('is charged and posted by one job: no run has a job of its own', async () => {
    const schedules = await schedulesOnLedger(5);
    await new DueSets(harness.parts, harness.runner).work(due());
    expect(await statusesOf(schedules)).toEqual(schedules.map(() => 'posted'));
    expect(await waitingJobs('autopay_run')).toEqual([]);
    expect(await harness.broken()).toEqual([]);
  });

  it('is charged once by two workers at the same time', async () => {
    const schedules = await schedulesOnLedger(20);
    let charges = 0;
    const counting = setsWith((order) => {
      charges += 1;
      return processor().charge(order);
    });
    await Promise.all([counting.work(due()), counting.work(due())]);
    await harness.workOff();
    expect(await statusesOf(schedules)).toEqual(schedules.map(() => 'posted'));
    expect(charges).toBe(schedules.length);
    expect(await harness.broken()).toEqual([]);
  });

  it('whose worker dies while its charges are made is looked up after its leases, and charged once', async () => {
    const schedules = await schedulesOnLedger(5);
    let charged = () => {};
    const allCharged = new Promise<void>((resolve) => (charged = resolve));
    let charges = 0;
    const dying = setsWith(async (order) => {
      await processor().charge(order);
      charges += 1;
      if (charges === schedules.length) charged();
      return new Promise(() => undefined);
    });
    void dying.work(due());
    await allCharged;
    expect(await statusesOf(schedules)).toEqual(schedules.map(() => 'charging'));
    for (const run of await harness.runner.watchOverdue()) await harness.runner.work(run);
    expect(await statusesOf(schedules), 'the lease is held').toEqual(schedules.map(() => 'charging'));
    await harness.time.pass(PAST_LEASES_MS);
    await harness.workOff();
    expect(await statusesOf(schedules)).toEqual(schedules.map(() => 'posted'));
    expect(charges).toBe(schedules.length);
    expect(await harness.broken()).toEqual([]);
  });

  it('goes on when one of its charges throws, and one is declined', async () => {
    const schedules = await schedulesOnLedger(4);
    const [declined] = await schedulesOnLedger(1, 'pm_card_chargeDeclined');
    let sent = 0;
    const failing = setsWith(async (order) => {
      sent += 1;
      if (sent === 2) throw new Error('out of order');
      return processor().charge(order);
    });
    await failing.work(due());
    expect((await statusesOf(schedules)).toSorted()).toEqual(['charging', 'posted', 'posted', 'posted']);
    expect(await statusesOf([declined ?? ''])).toEqual(['retrying']);
    await harness.time.pass(PAST_LEASES_MS);
    await harness.workOff();
    expect(await statusesOf(schedules)).toEqual(schedules.map(() => 'posted'));
    expect(await harness.broken()).toEqual([]);
  });

  it('posts singly on a loan that a payment has changed since the run was created', async () => {
    const account = await harness.lender.ledgerAccount();
    const schedule = await harness.schedule(account);
    const api = await harness.lender.api();
    const beside = setsWith(async (order) => {
      expect((await api.record(account, { amount_cents: 700 })).status).toBe(201);
      return processor().charge(order);
    });
    const before = await principalOf(account);
    await beside.work(due());
    expect(await statusesOf([schedule])).toEqual(['posted']);
    expect(before - (await principalOf(account))).toBe(10_000 + 700);
    expect(await harness.broken()).toEqual([]);
  });

  it('does not wait for a loan that another transaction has locked: a later job charges it', async () => {
    const [busy, free] = await schedulesOnLedger(2);
    const client = await harness.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `select from ledger_loan l join account a on a.external_id = l.id join autopay_schedule s on s.account_id = a.id
          where s.id = $1 for update of l`,
        [busy],
      );
      await new DueSets(harness.parts, harness.runner).work(due());
      expect(await statusesOf([busy ?? '', free ?? ''])).toEqual(['posted']);
      expect(await waitingJobs('autopay_due_of_organization')).toHaveLength(1);
      await client.query('rollback');
    } finally {
      client.release();
    }
    await harness.workOff();
    expect(await statusesOf([busy ?? '', free ?? ''])).toEqual(['posted', 'posted']);
    expect(await harness.broken()).toEqual([]);
  });
});

describe('a processor', () => {
  it('has no more charges on their way than the setting allows', async () => {
    const schedules = await schedulesOnLedger(12);
    let [open, most] = [0, 0];
    const counting = setsWith(
      async (order) => {
        open += 1;
        most = Math.max(most, open);
        const outcome = await processor().charge(order);
        open -= 1;
        return outcome;
      },
      { charges: new ChargesInFlight({ inFlight: 3, perSecond: undefined }) },
    );
    await counting.work(due());
    expect(await statusesOf(schedules)).toEqual(schedules.map(() => 'posted'));
    expect(most).toBe(3);
  });

  it('that limits requests gets no further charge before the time that it says; each is charged once', async () => {
    const schedules = await schedulesOnLedger(8);
    const charges = new ChargesInFlight({ inFlight: 2, perSecond: undefined });
    let sent = 0;
    const limited = setsWith(
      async (order) => {
        sent += 1;
        if (sent <= 2) return processor().charge(order);
        return { kind: 'unreachable', rateLimit: { retryAfterMs: 600_000 }, isWell: true };
      },
      { charges },
    );
    await limited.work(due());
    expect(sent).toBe(4);
    expect(charges.msUntilAllowed(SANDBOX)).toBeGreaterThan(500_000);
    // Two were refused, and four were never sent: they are still due, for a job after this one.
    expect(await waitingJobs('autopay_due_of_organization')).toHaveLength(1);
    expect((await statusesOf(schedules)).toSorted()).toEqual(['charging', 'charging', 'posted', 'posted']);
    await harness.workOff();
    expect(await statusesOf(schedules)).toEqual(schedules.map(() => 'posted'));
    expect(await harness.broken()).toEqual([]);
  });
});

it('runs that are charged singly take turns with those of other organizations', async () => {
  for (let n = 0; n < 45; n += 1) await harness.schedule(await harness.lender.sandboxAccount('SBX-POSTS'));
  await new DueSets(harness.parts, harness.runner).work(due());
  const turns = (await waitingJobs('autopay_run')).map(({ priority }) => priority);
  expect(turns.filter((turn) => turn === 0)).toHaveLength(20);
  expect(turns.filter((turn) => turn === 2)).toHaveLength(5);
});
