import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CardProcessor } from '../../connectors/card-processors/port.js';
import { CardProcessors } from '../../connectors/card-processors/registry.js';
import { Database } from '../../core/db/database.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay/run/autopay-runner.js';
import { ChargesInFlight } from '../../subgraphs/payments/autopay/run/charges-in-flight.js';
import type { AutopayParts } from '../../subgraphs/payments/autopay/run/run-under-schedule-lock.js';
import { DueSets } from '../../subgraphs/payments/autopay/sets/charge-due-sets.js';
import { nextDueSchedules } from '../../subgraphs/payments/autopay/sets/due-sets.store.js';
import { AutopayHarness } from '../support/autopay-harness.js';
import { until } from '../support/until.js';

/* What happens while the charges of a set are on their way, and while no charge may begin. */

const SANDBOX = 'sandbox';
const OTHER = 'other';
const PAST_LEASES_MS = 60_000;
/** More than a job reads before the first charge is made. */
const MORE_THAN_ONE_JOB = 152;
const MORE_THAN_ONE_PAGE = 51;

let harness: AutopayHarness;
beforeAll(async () => {
  harness = await AutopayHarness.open('2026-01-05');
});
afterAll(() => harness.close());
beforeEach(() => harness.pool.query('delete from graphile_worker._private_jobs'));

const due = () => ({ organizationId: harness.lender.organizationId });

function sandbox(): CardProcessor {
  const found = harness.parts.processors.byCode(SANDBOX);
  if (found === undefined) throw new Error('the sandbox has a processor');
  return found;
}

/** The worker's dependencies with a processor that charges differently. */
function partsWith(charge: CardProcessor['charge'], given: Partial<AutopayParts> = {}): AutopayParts {
  return { ...harness.parts, processors: new CardProcessors([{ ...sandbox(), charge }]), ...given };
}

const setsOf = (parts: AutopayParts) => new DueSets(parts, new AutopayRunner(parts));

async function statusOf(schedule: string): Promise<string | undefined> {
  return (await harness.runsOf(schedule))[0]?.status;
}

describe('while a charge of a set is on its way', () => {
  const CHANGES = {
    'the schedule is paused': (schedule: string) => harness.change(schedule, { status: 'paused' }),
    'the schedule is cancelled': (schedule: string) => harness.change(schedule, { status: 'cancelled' }),
    'the schedule gets another method and amount': async (schedule: string) =>
      harness.change(schedule, { payment_method_id: await harness.lender.paymentMethod(), amount_cents: 100 }),
  };

  it.each(Object.entries(CHANGES))('%s: the charge is posted once', async (_, change) => {
    const schedule = await harness.schedule(await harness.lender.ledgerAccount());
    const changing = partsWith(async (order) => {
      const outcome = await sandbox().charge(order);
      await change(schedule);
      return outcome;
    });
    await setsOf(changing).work(due());
    await harness.workOff();
    expect(await harness.story(schedule)).toEqual(['2026-01-05 posted 10000']);
    expect(await harness.broken()).toEqual([]);
  });

  it('its lease ends and another worker charges under the same reference: the first worker changes nothing', async () => {
    const schedule = await harness.schedule(await harness.lender.ledgerAccount());
    let [isSent, goOn] = [false, () => {}];
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const slow = setsOf(
      partsWith(async (order) => {
        isSent = true;
        await held;
        return sandbox().charge(order);
      }),
    );
    const working = slow.work(due());
    await until(() => isSent, 'the first worker sends');
    await harness.time.pass(PAST_LEASES_MS);
    const other = new AutopayRunner(
      partsWith(async (order) => {
        goOn();
        await working;
        expect(await statusOf(schedule), 'the run is the other worker’s').toBe('charging');
        return sandbox().charge(order);
      }),
    );
    for (const run of await other.watchOverdue()) await other.work(run);
    await harness.workOff();
    const runs = await harness.runsOf(schedule);
    expect(runs.map(({ status, attempts }) => [status, attempts])).toEqual([['posted', ['not_charged', 'charged']]]);
    expect(await harness.broken()).toEqual([]);
    expect(await harness.exceptions()).toEqual([]);
  });

  it('and throws, its place is given back', async () => {
    const schedule = await harness.schedule(await harness.lender.ledgerAccount());
    const charges = new ChargesInFlight({ inFlight: 1, perSecond: undefined });
    const failing = partsWith(() => Promise.reject(new Error('out of order')), { charges });
    await setsOf(failing).work(due());
    expect(await statusOf(schedule)).toBe('charging');
    expect(charges.take(SANDBOX)).toBe(1);
    await harness.time.pass(PAST_LEASES_MS);
    await harness.workOff();
    expect(await statusOf(schedule)).toBe('posted');
  });
});

it('a job whose database fails ends after the charges that it has begun', async () => {
  const [schedule] = await schedulesOf(SANDBOX, MORE_THAN_ONE_PAGE);
  let [isSent, reads] = [false, 0];
  class FailingDatabase extends Database {
    override many: Database['many'] = async (principal, statement, parameters) => {
      if (statement === nextDueSchedules) {
        reads += 1;
        if (reads === 2) {
          await until(() => isSent, 'the first page is charged');
          throw new Error('no connection');
        }
      }
      return super.many(principal, statement, parameters);
    };
  }
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const parts = partsWith(
    async (order) => {
      isSent = true;
      await held;
      return sandbox().charge(order);
    },
    { db: new FailingDatabase(harness.pool) },
  );
  let hasEnded = false;
  const working = setsOf(parts)
    .work(due())
    .finally(() => (hasEnded = true));
  const failure = expect(working).rejects.toThrow('no connection');
  await until(() => reads === 3, 'the database has failed and answers again');
  expect(hasEnded).toBe(false);
  goOn();
  await failure;
  expect(await statusOf(schedule ?? '')).toBe('posted');
  await harness.workOff();
  expect(await harness.broken()).toEqual([]);
}, 120_000);

describe('a processor’s limit', () => {
  it('holds for a run whose lease another worker has given up since it was read', async () => {
    const schedule = await harness.schedule(await harness.lender.ledgerAccount());
    const run = harness.run(await harness.runDue());
    await harness.pool.query(`update autopay_run set lease_until = now() where id = $1`, [run.id]);
    const charges = new ChargesInFlight({ inFlight: 1, perSecond: undefined });
    charges.take(SANDBOX);
    let sent = 0;
    const limited = new AutopayRunner(
      partsWith(
        (order) => {
          sent += 1;
          return sandbox().charge(order);
        },
        { charges },
      ),
    );
    const client = await harness.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from autopay_schedule where id = $1 for update', [schedule]);
      const working = limited.work(run);
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await until(async () => (await harness.pool.query(waiting)).rowCount === 1, 'the run waits for its schedule');
      await client.query('update autopay_run set lease_until = null where id = $1', [run.id]);
      await client.query('commit');
      await working;
    } finally {
      client.release();
    }
    expect(sent).toBe(0);
    charges.give(SANDBOX);
    await limited.work(run);
    expect([sent, await statusOf(schedule)]).toEqual([1, 'posted']);
    expect(await harness.broken()).toEqual([]);
  });

  it('delays no schedule that another processor charges', async () => {
    const limited = await harness.schedule(await harness.lender.ledgerAccount());
    const schedules = await schedulesOf(OTHER, MORE_THAN_ONE_JOB);
    let charges = 0;
    const other: CardProcessor = {
      ...otherProcessor(),
      charge: async (order) => {
        charges += 1;
        if (charges === 1) await harness.time.pass(3_000); // this job's time is over
        return sandbox().charge(order);
      },
    };
    const limits = new ChargesInFlight({ inFlight: 1_000, perSecond: undefined });
    limits.pause(SANDBOX, 600_000);
    const parts = { ...harness.parts, charges: limits, processors: new CardProcessors([sandbox(), other]) };
    await setsOf(parts).work(due());
    expect(charges).toBeLessThan(schedules.length);
    const { payload, inSeconds } = await nextJob();
    expect(inSeconds).toBeLessThan(5);
    await setsOf(parts).work(payload);
    expect(charges).toBe(schedules.length);
    expect((await nextJob()).inSeconds, 'a schedule that becomes due now waits a minute at most').toBeLessThanOrEqual(
      60,
    );
    expect(await harness.runsOf(limited)).toEqual([]);
    await harness.workOff();
    expect(await statusOf(limited)).toBe('posted');
    expect(await harness.broken()).toEqual([]);
  }, 120_000);

  it('that is reached by unanswered charges delays no schedule of another processor', async () => {
    await schedulesOf(SANDBOX, MORE_THAN_ONE_JOB);
    const [last] = await schedulesOf(OTHER, 1);
    const charges = new ChargesInFlight({ inFlight: 2, perSecond: undefined });
    charges.take(SANDBOX, 2);
    const parts = { ...harness.parts, charges, processors: new CardProcessors([sandbox(), otherProcessor()]) };
    await setsOf(parts).work(due());
    await setsOf(parts).work((await nextJob()).payload);
    expect(await statusOf(last ?? '')).toBe('posted');
  }, 120_000);
});

const otherProcessor = (): CardProcessor => ({ ...sandbox(), code: OTHER });

async function schedulesOf(processor: string, count: number): Promise<readonly string[]> {
  const method = await harness.lender.paymentMethod({ processor });
  const made: string[] = [];
  for (let n = 0; n < count; n += 1) {
    made.push(await harness.schedule(await harness.lender.ledgerAccount(), { payment_method_id: method }));
  }
  return made;
}

/** The lender's next job. */
async function nextJob() {
  const { rows } = await harness.pool.query(
    `select j.payload, extract(epoch from j.run_at - clock_timestamp())::float8 as "inSeconds"
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'autopay_due_of_organization'`,
  );
  return rows[0];
}
