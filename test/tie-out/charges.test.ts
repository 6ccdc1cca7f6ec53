import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CardProcessors } from '../../connectors/card-processors/registry.js';
import { createPool } from '../../core/db/pool.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { systemClock } from '../../core/time/clock.js';
import { addDays } from '../../core/time/dates.js';
import { businessDayOf } from '../../ledger/rules/business-day.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { TieOutHarness } from '../support/tie-out-harness.js';

let instance: TestInstance;
let sql: pg.Pool;
let lender: Lender;
let bench: TieOutHarness;
let accountId: string;
let method: string;
let schedule: string;
let dueIn = 0;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  sql = createPool(instance.databaseUrl, 8, instance.resources.logger);
  lender = await instance.lender();
  [accountId, method, schedule] = [await lender.ledgerAccount(), await lender.paymentMethod(), newId()];
  bench = new TieOutHarness(instance, sql, lender.organizationId, businessDayOf(systemClock.now()));
  await sql.query(
    `insert into autopay_schedule (id, organization_id, account_id, payment_method_id, amount_cents, frequency_unit, frequency_interval, start_date, next_run_date, created_by)
     values ($1, $2, $3, $4, 900, 'month', 1, $5, $5, 'test')`,
    [schedule, lender.organizationId, accountId, method, addDays(bench.day, 30)],
  );
});
afterAll(async () => {
  await sql.end();
  await instance.close();
});

interface Attempt {
  readonly status: 'charged' | 'not_charged' | 'declined';
  readonly failureCode?: string;
  readonly charge?: string;
}

/**
 * Creates a run of today with its attempts; returns their ids. The loan system does not matter here: nothing is posted.
 */
async function run(status: string, amount: number, ...attempts: readonly Attempt[]): Promise<readonly string[]> {
  const id = newId();
  dueIn += 1;
  await sql.query(
    `insert into autopay_run (id, organization_id, schedule_id, account_id, due_on, status, amount_cents, refunded_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      lender.organizationId,
      schedule,
      accountId,
      addDays(businessDayOf(systemClock.now()), -dueIn),
      status,
      amount,
      status === 'refunded' ? at() : null,
    ],
  );
  const ids: string[] = [];
  for (const [number, attempt] of attempts.entries()) {
    const attemptId = newId();
    await sql.query(
      `insert into autopay_attempt (id, organization_id, run_id, number, payment_method_id, amount_cents, status, failure_code, charge_external_id, settled_at)
       values ($1, $2, $3, $4, $5, 900, $6, $7, $8, $9)`,
      [
        attemptId,
        lender.organizationId,
        id,
        number + 1,
        method,
        attempt.status,
        attempt.failureCode,
        attempt.charge,
        at(),
      ],
    );
    ids.push(attemptId);
  }
  return ids;
}

function at(): string {
  return `${bench.day}T17:00:00Z`;
}

async function charged(charge: string, reference: string | undefined, amount = 900, isRefunded = false): Promise<void> {
  await sql.query(
    `insert into sandbox_charge (id, organization_id, reference, token, amount_cents, created_at, refunded_at)
     values ($1, $2, $3, 'pm_card_visa', $4, $5, case when $6 then $5::timestamptz end)`,
    [charge, lender.organizationId, reference, amount, at(), isRefunded],
  );
}

const UNCONFIRMED = { status: 'not_charged', failureCode: 'charge_unconfirmed' } as const;

/** The open differences of the processor: the `kind` and the item of each. */
async function open(): Promise<readonly string[]> {
  const { rows } = await sql.query(
    `select d.kind || ' ' || coalesce(d.theirs->>'external_id', d.ours->>'charge', '') as found from tie_out_difference d
       join operator_exception x on x.id = d.id where x.resolved_at is null and d.subject = 'processor:sandbox' order by 1`,
  );
  return rows.map(({ found }) => found);
}

it('a charge that was retried with the reference of the first attempt is not a difference, whichever amount was accepted', async () => {
  const [first] = await run('posted', 900, UNCONFIRMED, { status: 'charged', charge: 'ch_again' });
  await charged('ch_again', first);
  // Accepted with another amount: the run takes it over.
  const [other] = await run('posted', 850, { status: 'charged', charge: 'ch_other_amount' });
  await charged('ch_other_amount', other, 850);
  const [declined] = await run('posted', 900, { status: 'declined' }, UNCONFIRMED, {
    status: 'charged',
    charge: 'ch_third',
  });
  expect(declined).toBeDefined();
  const { rows } = await sql.query(
    `select t.id from autopay_attempt t where t.number = 2 and t.run_id = (select run_id from autopay_attempt where id = $1)`,
    [declined],
  );
  // Made long before the day's pages: found by a lookup with the reference of the second attempt.
  await charged('ch_third', rows[0].id);
  await sql.query("update sandbox_charge set created_at = created_at - interval '9 days' where id = 'ch_third'");
  await bench.compare();
  expect(await open()).toEqual([]);
  expect(await bench.completeness('processor:sandbox')).toEqual([`${bench.day} complete`]);
});

it('a second charge of one run, another amount, and a refund of another amount are reported; days later they still are', async () => {
  bench.nextDay();
  const [first] = await run('posted', 900, UNCONFIRMED, { status: 'charged', charge: 'ch_one' });
  await charged('ch_one', first);
  const [second] = await run('posted', 900, { status: 'declined' }, { status: 'charged', charge: 'ch_two' });
  await charged('ch_twice', second);
  await charged('ch_two', (await attemptsOf(second))[1]);
  const [other] = await run('posted', 900, { status: 'charged', charge: 'ch_more' });
  await charged('ch_more', other, 901);
  const [refunded] = await run('refunded', 900, { status: 'charged', charge: 'ch_back' });
  await charged('ch_back', refunded, 900, true);
  const [less] = await run('refunded', 900, { status: 'charged', charge: 'ch_less' });
  await charged('ch_less', less, 800, true);
  await run('refunded', 900, { status: 'charged', charge: 'ch_kept' });
  await charged('ch_kept', (await attemptOf('ch_kept')) ?? '');
  await charged('ch_foreign', newId());
  // Two charges with the same unknown reference: the sandbox would refuse the second, other processors do not.
  await sql.query('drop index sandbox_charge_organization_id_reference_key');
  const nowhere = newId();
  for (const id of ['ch_foreign_1', 'ch_foreign_2']) await charged(id, nowhere);
  const found = [
    'charge_amount_differs ch_less',
    'charge_amount_differs ch_more',
    'charge_doubled ch_twice',
    'charge_unknown_here ch_foreign',
    'charge_unknown_here ch_foreign_1',
    'charge_unknown_here ch_foreign_2',
    'refund_amount_differs ch_less',
    'refund_missing ch_kept',
  ];
  await bench.compare();
  expect(await open()).toEqual(found);
  for (let days = 0; days < 12; days += 1) {
    bench.nextDay();
    await bench.compare();
  }
  expect(await open()).toEqual(found);
  expect((await sql.query('select from operator_exception')).rowCount).toBe(found.length);
});

it('differences fixed at the processor long after the day closed are gone', async () => {
  await sql.query("delete from sandbox_charge where id in ('ch_twice', 'ch_foreign', 'ch_foreign_1', 'ch_foreign_2')");
  await sql.query("update sandbox_charge set amount_cents = 900 where id in ('ch_less', 'ch_more')");
  await sql.query("update sandbox_charge set refunded_at = $1 where id = 'ch_kept'", [at()]);
  bench.nextDay();
  await bench.compare();
  expect(await open()).toEqual([]);
});

it('a processor that is not configured is not compared: a waiting comparison ends, and is never reported as equal', async () => {
  bench.nextDay();
  const principal = systemPrincipal('test');
  await bench.comparison().plan(principal, lender.organizationId);
  const before = await bench.completeness('processor:sandbox');
  const without = bench.comparison(undefined, { processors: new CardProcessors([]) });
  await without.plan(principal, lender.organizationId);
  await without.plan(principal, lender.organizationId);
  expect(await bench.completeness('processor:sandbox')).toEqual([...before, `${bench.day} not_compared`]);
  const looks = await sql.query("select from tie_out_look where subject = 'processor:sandbox'");
  expect(looks.rowCount).toBe(0);
  // Configured again: the comparison starts from the beginning.
  await bench.compare();
  expect((await bench.completeness('processor:sandbox')).at(-1)).toBe(`${bench.day} complete`);
});

async function attemptsOf(one: string | undefined): Promise<readonly string[]> {
  const { rows } = await sql.query(
    'select id from autopay_attempt where run_id = (select run_id from autopay_attempt where id = $1) order by number',
    [one],
  );
  return rows.map(({ id }) => id);
}

async function attemptOf(charge: string): Promise<string | undefined> {
  const { rows } = await sql.query('select id from autopay_attempt where charge_external_id = $1', [charge]);
  return rows[0]?.id;
}

it('a difference that reappears begins a new period: the days in between were equal', async () => {
  await charged('ch_foreign', newId());
  bench.nextDay();
  await bench.compare();
  expect(await open()).toEqual(['charge_unknown_here ch_foreign']);
  const { rows } = await sql.query(
    "select first_day::text, last_day::text from tie_out_difference where reference = 'ch_foreign'",
  );
  expect(rows).toEqual([{ first_day: bench.day, last_day: bench.day }]);
});
