import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { runDayEnd } from '../../ledger/day-end.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { board, csv, LOAN } from '../support/board-file.js';
import { silent } from '../support/identity.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Loans that version 0.2.0 wrote: it recorded neither which of their fees are late fees nor the paid part of these. */

const clock = new SimulatedClock('2026-05-01T15:00:00Z');
let instance: TestInstance;
beforeAll(async () => {
  instance = await openTestInstance({ clock, worker: false });
});
afterAll(() => instance.close());

const rows = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;
const dayEnd = (day: string) => {
  clock.moveTo(`${day}T15:00:00Z`);
  return runDayEnd({ db: instance.resources.db, clock, logger: silent, endSchedules });
};

/** A loan under a product with a late fee of 25.00, boarded in May without fees; three installments were due. */
async function loanOf() {
  clock.moveTo('2026-05-01T15:00:00Z');
  const lender = await instance.lender();
  const { organizationId } = lender;
  const product = newId();
  await rows(
    `insert into ledger_product (organization_id, id, code, name, current_version, is_active, created_at)
     values ($1, $2, 'late', 'With a late fee', 1, true, now())`,
    [organizationId, product],
  );
  await rows(
    `insert into ledger_product_version (organization_id, product_id, version, day_count, application_order, nsf_fee_cents,
       late_fee_cents, late_fee_grace_days, charge_off_at_days, tolerance_cents, payoff_rule, accrue_to, created_at, created_by)
     values ($1, $2, 1, 'actual_365', 'fees_interest_principal', 0, 2500, 10, 120, 0, 'to_payoff_day', 'business_day', now(), 't')`,
    [organizationId, product],
  );
  await board(instance.resources, organizationId, csv({ ...LOAN, product_code: 'late', fees_cents: 0 }));
  const [{ id }] = await rows('select id from ledger_loan where organization_id = $1', [organizationId]);
  return {
    lateFees: async () =>
      (
        await rows(
          `select fees_cents::int as fees, late_fees_cents::int as late, taken_by_late_fees_cents::int as taken, late_fee_installments as charged
             from ledger_loan where id = $1`,
          [id],
        )
      )[0],
    pay: async (day: string, amount_cents: number) => {
      clock.moveTo(`${day}T15:00:00Z`);
      expect((await (await lender.api()).record(id, { amount_cents })).status).toBe(201);
    },
    keep: (taken: number) => rows('update ledger_loan set taken_by_late_fees_cents = $2 where id = $1', [id, taken]),
    /** The state after a migration to this version, or after a 0.2.0 process that still writes beside this one. */
    asOf020: (counted: number | null) =>
      rows(
        'update ledger_loan set late_fees_cents = 0, taken_by_late_fees_cents = 0, late_fees_counted_cents = $2 where id = $1',
        [id, counted],
      ),
  };
}

it('a fee that 0.2.0 charged and a payment paid causes no further fee: day-end counts before it charges', async () => {
  const { lateFees, pay, asOf020, keep } = await loanOf();
  await dayEnd('2026-05-27');
  expect(await lateFees()).toEqual({ fees: 2_500, late: 2_500, taken: 0, charged: [1, 2, 3, 4] });
  await pay('2026-05-27', 88_849);
  await pay('2026-06-12', 88_849);
  await asOf020(null);
  await dayEnd('2026-06-29');
  expect(await lateFees()).toEqual({ fees: 0, late: 0, taken: 2_500, charged: [1, 2, 3, 4] });
  // It is done once: the count is stored.
  await keep(1);
  await dayEnd('2026-06-30');
  expect(await lateFees()).toMatchObject({ taken: 1 });
});

it('an unpaid late fee of 0.2.0 is recognized by the payment that comes first', async () => {
  const { lateFees, pay, asOf020 } = await loanOf();
  await dayEnd('2026-05-27');
  await asOf020(null);
  await pay('2026-05-27', 88_849);
  expect(await lateFees()).toMatchObject({ fees: 0, late: 0, taken: 2_500 });
});

it('what 0.2.0 writes after this version counted is counted again', async () => {
  const { lateFees, pay, asOf020 } = await loanOf();
  await dayEnd('2026-05-27');
  await pay('2026-05-27', 88_849);
  // Its fees were 25.00 when they were counted, and a 0.2.0 process took the payment.
  await asOf020(2_500);
  await dayEnd('2026-05-28');
  expect(await lateFees()).toMatchObject({ fees: 0, late: 0, taken: 2_500 });
});
