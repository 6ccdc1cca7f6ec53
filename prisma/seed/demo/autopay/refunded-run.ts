import type { Temporal } from 'temporal-polyfill';
import { scenarioOf } from '../../../../connectors/loan-systems/sandbox/scenarios.js';
import type { Transaction } from '../../../../core/db/database.js';
import { newId } from '../../../../core/ids/ids.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import { runAfter } from '../../../../subgraphs/payments/autopay/schedule/cadence.js';
import type { Borrower } from '../borrowers.js';
import { DEMO_KEY } from '../demo-actor.js';
import { insertRows } from '../insert-rows.js';
import { INSTRUMENTS } from './instruments.js';
import { MethodBook } from './stored-payment-methods.js';

const DAYS_AGO = 20;
const AMOUNT_CENTS = 15_000;

/**
 * On the sandbox account that refuses every posting: a run that was charged, refused and refunded, after which the
 * borrower cancelled. Such an account posts nothing, so only the processor has a record of it.
 */
export async function seedRefundedRun(
  tx: Transaction,
  accountId: string,
  owner: Borrower,
  now: Temporal.Instant,
): Promise<void> {
  const agreed = now.subtract({ hours: 24 * (DAYS_AGO + 3) });
  const charged = now.subtract({ hours: 24 * DAYS_AGO });
  const settled = isoInstant(charged.add({ seconds: 8 }));
  const dueOn = servicingDate(charged);
  const cadence = { frequencyUnit: 'month', frequencyInterval: 1, startDate: dueOn, anchorDay: null } as const;
  const methods = new MethodBook(now);
  const method = methods.store(owner, 'visa', agreed, 'Sandbox card');
  methods.store(owner, 'imported', agreed, null);
  const { post } = scenarioOf('SBX-REFUSES');
  const failure_code = post.kind === 'refuses' ? post.reason : null;
  const scoped = { organization_id: owner.organizationId };
  const ids = { schedule: newId(), run: newId(), attempt: newId(), charge: `ch_${newId()}` };
  const amount = { amount_cents: AMOUNT_CENTS };
  await insertRows(tx, 'payment_method', methods.rows);
  await insertRows(tx, 'autopay_schedule', [
    {
      ...{ id: ids.schedule, ...scoped, account_id: accountId, payment_method_id: method.id, ...amount },
      ...{ frequency_unit: 'month', frequency_interval: 1, start_date: dueOn, anchor_day: null, end_date: null },
      ...{
        next_run_date: runAfter(cadence, dueOn),
        status: 'cancelled',
        created_by: DEMO_KEY,
        created_at: isoInstant(agreed),
      },
    },
  ]);
  await insertRows(tx, 'autopay_run', [
    {
      ...{ id: ids.run, ...scoped, schedule_id: ids.schedule, account_id: accountId, due_on: dueOn, ...amount },
      ...{
        status: 'refunded',
        failure_code,
        created_at: isoInstant(charged),
        refunded_at: settled,
        settled_at: settled,
      },
    },
  ]);
  await insertRows(tx, 'autopay_attempt', [
    {
      ...{ id: ids.attempt, ...scoped, run_id: ids.run, number: 1, payment_method_id: method.id, ...amount },
      ...{ status: 'charged', charge_external_id: ids.charge, created_at: isoInstant(charged), settled_at: settled },
    },
  ]);
  await insertRows(tx, 'sandbox_charge', [
    {
      ...{ id: ids.charge, ...scoped, reference: ids.attempt, token: INSTRUMENTS.visa.token, ...amount },
      ...{ created_at: isoInstant(charged), refund_reference: `${ids.run}-refund`, refunded_at: settled },
    },
  ]);
}
