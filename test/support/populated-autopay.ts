import type pg from 'pg';
import { newId } from '../../core/ids/ids.js';
import { systemClock } from '../../core/time/clock.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import type { Lender } from './lender.js';

/** When the lease of the leased run ends. */
export const LEASE = '2026-01-20T12:00:00.000Z';

/**
 * Autopay of one organization: runs in the states that statements look for, inserted by hand, as if workers had died
 * there.
 */
export interface PopulatedAutopay {
  readonly paymentMethodId: string;
  /** A method that no schedule uses. */
  readonly idleMethodId: string;
  /** Active, and due. */
  readonly scheduleId: string;
  /** Has an active schedule although the loan is paid off, if there is such a loan. */
  readonly paidAccountId: string;
  /** A run that is `charging` without a worker, and its attempt. Another run of the schedule is `retrying`. */
  readonly chargingId: string;
  readonly attemptId: string;
  /** A held run of the same schedule, due today; the run that it equals has failed. */
  readonly retryingId: string;
  readonly heldId: string;
  /** A run that a worker charges under a lease, and one that is charged. */
  readonly leasedId: string;
  readonly chargedId: string;
  /** A charge in the sandbox processor's own books. */
  readonly chargeId: string;
  readonly chargeReference: string;
  /** A dispute of the charging run’s charge, and a correction without a worker. */
  readonly disputeId: string;
  readonly correctionId: string;
}

export async function populateAutopay(
  sql: pg.Client | pg.Pool,
  lender: Lender,
  accountId: string,
): Promise<PopulatedAutopay> {
  const { organizationId } = lender;
  const [paymentMethodId, idleMethodId] = [await lender.paymentMethod(), await lender.paymentMethod()];
  const schedule = async (endDate: string | null): Promise<string> => {
    const id = newId();
    await sql.query(
      `insert into autopay_schedule (id, organization_id, account_id, payment_method_id, amount_cents, frequency_unit,
         frequency_interval, start_date, next_run_date, end_date, created_by)
       values ($1, $2, $3, $4, 100, 'month', 1, '2025-01-10', '2026-01-10', $5, 'test')`,
      [id, organizationId, accountId, paymentMethodId, endDate],
    );
    return id;
  };
  const [scheduleId] = [await schedule(null), await schedule('2026-01-01')];
  await sql.query("update autopay_schedule set status = 'cancelled' where id = $1", [await schedule(null)]);
  await sql.query('update payment_method set is_active = false where id = $1', [await lender.paymentMethod()]);
  // A schedule that continued after its loan was paid off, if there is such a loan.
  const outlived = await sql.query<{ accountId: string }>(
    `update autopay_schedule set account_id = a.id from account a
      where autopay_schedule.id = $1 and a.organization_id = $2 and a.status_code = 'paid_in_full'
      returning autopay_schedule.account_id as "accountId"`,
    [await schedule(null), organizationId],
  );
  const paidAccountId = outlived.rows[0]?.accountId ?? accountId;
  const run = async (status: string, dueOn: string, nextTryOn: string | null): Promise<string> => {
    const id = newId();
    await sql.query(
      `insert into autopay_run (id, organization_id, schedule_id, account_id, due_on, status, amount_cents, next_try_on)
       values ($1, $2, $3, $4, $5, $6::autopay_run_status, 100, $7)`,
      [id, organizationId, scheduleId, accountId, dueOn, status, nextTryOn],
    );
    return id;
  };
  const chargingId = await run('charging', '2025-11-10', null);
  const retryingId = await run('retrying', '2025-10-10', '2025-10-11');
  await sql.query("update autopay_schedule set pause_reason = 'laid off' where id = $1", [scheduleId]);
  const heldId = await run('held', servicingDate(systemClock.now()), null);
  const failedId = await run('failed', '2025-09-10', null);
  await sql.query('update autopay_run set possible_duplicate_of = $2 where id = $1', [heldId, failedId]);
  const [leasedId, chargedId] = [await run('charging', '2025-08-10', null), await run('charged', '2025-07-10', null)];
  await sql.query(`update autopay_run set lease_until = '${LEASE}' where id = $1`, [leasedId]);
  const attemptId = newId();
  await sql.query(
    `insert into autopay_attempt (id, organization_id, run_id, number, payment_method_id, amount_cents, status)
     values ($1, $2, $3, 1, $4, 100, 'charging')`,
    [attemptId, organizationId, chargingId, paymentMethodId],
  );
  const [chargeId, chargeReference] = [newId(), newId()];
  await sql.query(
    `insert into sandbox_charge (id, organization_id, reference, token, amount_cents, created_at)
     values ($1, $2, $3, 'pm_card_visa', 100, now())`,
    [chargeId, organizationId, chargeReference],
  );
  const [disputeId, correctionId] = [newId(), newId()];
  await sql.query(
    `insert into dispute (id, organization_id, processor, external_id, charge_external_id, run_id, account_id, amount_cents,
       reason, status, is_withdrawn, opened_at, event_sequence)
     values ($1, $2, 'sandbox', 'dp_1', 'ch_1', $3, $4, 100, 'fraudulent', 'needs_response', true, '2026-01-01', 1)`,
    [disputeId, organizationId, chargingId, accountId],
  );
  await sql.query(
    `insert into autopay_correction (id, organization_id, run_id, number, kind, reason, cause, status, amount_cents,
       payment_reference, posting_external_id, created_at)
     values ($1, $2, $3, 1, 'reversal', 'card_disputed', 'dp_1', 'pending', 100, $3, '1', now() - interval '1 hour')`,
    [correctionId, organizationId, chargingId],
  );
  return {
    ...{ paymentMethodId, idleMethodId, scheduleId, paidAccountId, chargingId, attemptId, chargeId, chargeReference },
    ...{ disputeId, correctionId, retryingId, heldId, leasedId, chargedId },
  };
}

/**
 * A charged-off loan with an active schedule, and an exception about a schedule that was paused and is active again.
 */
export async function populateChargeOff(
  sql: pg.Client | pg.Pool,
  lender: Lender,
  { scheduleId, paymentMethodId }: PopulatedAutopay,
): Promise<{ readonly accountId: string; readonly scheduleId: string }> {
  const { organizationId } = lender;
  const [accountId, id] = [await lender.ledgerAccount(), newId()];
  await sql.query("update account set status_code = 'charged_off' where id = $1", [accountId]);
  await sql.query('update organization set pauses_autopay_after_charge_off = true where id = $1', [organizationId]);
  await sql.query(
    `insert into autopay_schedule (id, organization_id, account_id, payment_method_id, amount_cents, frequency_unit,
       frequency_interval, start_date, next_run_date, created_by)
     values ($1, $2, $3, $4, 100, 'month', 1, '2025-01-10', '2026-01-10', 'test')`,
    [id, organizationId, accountId, paymentMethodId],
  );
  await sql.query("update autopay_schedule set charge_off_seen_on = '2026-01-05' where id = $1", [scheduleId]);
  await sql.query(
    `insert into operator_exception (id, organization_id, kind, subject_id, detail)
     values ($1, $2, 'autopay_paused_after_charge_off', $3, '{}')`,
    [newId(), organizationId, scheduleId],
  );
  return { accountId, scheduleId: id };
}
