import { Temporal } from 'temporal-polyfill';
import type { Transaction } from '../../../../core/db/database.js';
import { isoInstant } from '../../../../core/time/dates.js';
import type { Posting } from '../../../../loan-model/port.js';
import type { BorrowerBook } from '../borrowers.js';
import { DEMO_KEY } from '../demo-actor.js';
import { insertRows, type Row } from '../insert-rows.js';
import type { StagedSchedule } from './assign-schedules.js';
import { autopayRows } from './autopay-rows.js';
import { instrumentOf } from './instruments.js';
import { MethodBook } from './stored-payment-methods.js';

/**
 * Writes the schedules, the outcomes of their dates, the instruments that they charge, and some instruments that no
 * schedule charges.
 */
export async function seedAutopay(
  tx: Transaction,
  schedules: readonly StagedSchedule[],
  postings: ReadonlyMap<string, Posting>,
  borrowers: BorrowerBook,
  now: Temporal.Instant,
): Promise<void> {
  const methods = new MethodBook(now);
  const scheduleRows: Row[] = [];
  const runs: Row[] = [];
  const attempts: Row[] = [];
  const charges: Row[] = [];
  for (const schedule of schedules) {
    const { history, plan } = schedule;
    const owner = borrowers.personOf(history.borrowerId);
    const agreedAt = Temporal.Instant.from(`${schedule.cadence.startDate}T15:00:00Z`).subtract({ hours: 24 });
    const method = methods.store(owner, plan.instrument, agreedAt, plan.nickname ?? null);
    scheduleRows.push(scheduleRow(schedule, method.id, agreedAt));
    const made = autopayRows(schedule, method.id, postings, now);
    runs.push(...made.runs);
    attempts.push(...made.attempts);
    charges.push(...made.charges);
    // The declined card is deactivated if no schedule uses it any more.
    if (schedule.status === 'cancelled' && instrumentOf(plan.instrument).type === 'card') {
      methods.deactivate(method, now.subtract({ hours: 24 * (plan.ended?.daysAgo ?? 1) }));
    }
  }
  methods.storeUncharged(borrowers.persons);
  await insertRows(tx, 'payment_method', methods.rows);
  await insertRows(tx, 'autopay_schedule', scheduleRows);
  await insertRows(tx, 'autopay_run', runs);
  await insertRows(tx, 'autopay_attempt', attempts);
  await insertRows(tx, 'sandbox_charge', charges);
}

function scheduleRow(schedule: StagedSchedule, methodId: string, agreedAt: Temporal.Instant): Row {
  const { history, cadence } = schedule;
  return {
    id: schedule.id,
    organization_id: history.loan.organizationId,
    account_id: history.loan.accountId,
    payment_method_id: methodId,
    amount_cents: schedule.amountCents,
    frequency_unit: cadence.frequencyUnit,
    frequency_interval: cadence.frequencyInterval,
    start_date: cadence.startDate,
    anchor_day: cadence.anchorDay,
    end_date: schedule.endDate,
    next_run_date: schedule.nextRunDate,
    status: schedule.status,
    created_by: DEMO_KEY,
    created_at: isoInstant(agreedAt),
  };
}
