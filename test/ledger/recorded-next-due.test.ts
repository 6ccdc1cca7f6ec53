import { afterAll, beforeAll, expect, it } from 'vitest';
import { SimulatedClock } from '../../core/time/clock.js';
import { runDayEnd } from '../../ledger/day-end.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* The next due amount that versions up to 0.2 recorded for a day off lacks the interest of the days after it. */

const clock = new SimulatedClock('2026-03-02T15:00:00Z');
let instance: TestInstance;
let lender: Lender;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false, clock });
  lender = await instance.lender();
});
afterAll(() => instance.close());

it('day-end records it again, once: nothing is written for the account on the days after that', async () => {
  const account = await lender.ledgerAccount(100_000);
  const { pool } = instance.resources;
  // Then the installment that is next due after the payment is the last one.
  await pool.query('update ledger_loan set term_months = 20 where id = $1', [account]);
  clock.moveTo('2026-03-03T15:00:00Z');
  expect((await (await lender.api()).record(account, { amount_cents: 95_000 })).status).toBe(201);
  const snapshots = async () =>
    (
      await pool.query(
        `select as_of::text as day, next_due_on::text as due, next_due_cents::int as cents
           from past_due_snapshot where account_id = $1 order by as_of`,
        [account],
      )
    ).rows;
  const right = (await snapshots()).at(-1);
  expect(new Date(right.due).getUTCDay() % 6, `${right.due} is a day off`).toBe(0);
  await pool.query(
    'update past_due_snapshot set next_due_cents = next_due_cents - 2 where account_id = $1 and as_of = $2',
    [account, right.day],
  );
  const recordedAfter = async (now: string) => {
    clock.moveTo(now);
    expect(await runDayEnd(instance.resources)).toMatchObject({ failed: 0 });
    const { rows } = await pool.query('select xmin::text as written from account where id = $1', [account]);
    return { last: (await snapshots()).at(-1), written: rows[0]?.written };
  };
  const replaced = await recordedAfter('2026-03-04T15:00:00Z');
  expect(replaced.last).toEqual({ ...right, day: '2026-03-04' });
  expect(await recordedAfter('2026-03-05T15:00:00Z')).toEqual(replaced);
  expect(await recordedAfter('2026-03-11T15:00:00Z')).toEqual(replaced);
});
