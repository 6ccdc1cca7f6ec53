import type pg from 'pg';
import { newId } from '../../core/ids/ids.js';
import type { Lender } from './lender.js';

/**
 * One organization's comparisons for every day, at the ledger and at the sandbox's card processor, with the differences
 * found.
 */
export interface PopulatedTieOut {
  readonly lookId: string;
  readonly processorLookId: string;
  /** The comparison that found `reference`, before these. */
  readonly earlierLookId: string;
  /** Ids of an open difference, and of one that a comparison has closed. */
  readonly differenceId: string;
  readonly reference: string;
  readonly closedReference: string;
  /** Ids of an open act on it without a worker. */
  readonly actId: string;
  /** At the processor, for a charge that Tributary knows. */
  readonly charge: string;
}

interface About {
  readonly accountId: string;
  readonly scheduleId: string;
  readonly paymentMethodId: string;
}

export async function populateTieOut(
  sql: pg.Client,
  { organizationId }: Lender,
  { accountId, scheduleId, paymentMethodId }: About,
): Promise<PopulatedTieOut> {
  const [lookId, processorLookId, earlierLookId] = [newId(), newId(), newId()];
  const [reference, closedReference, charge] = [newId(), newId(), `ch_${newId()}`];
  const look = `insert into tie_out_look (id, organization_id, subject, business_day, first_day, settled_since, step, began_at, due_at)
    values ($1, $2, $3, '2999-12-31', '1999-01-01', 'infinity', 'compare', clock_timestamp() + interval '1 hour', now())`;
  await sql.query(look, [lookId, organizationId, 'ledger']);
  await sql.query(look, [processorLookId, organizationId, 'processor:sandbox']);
  await sql.query("update tie_out_look set due_at = now() + interval '1 hour' where id = $1", [processorLookId]);
  await sql.query(
    `insert into tie_out_look (id, organization_id, subject, business_day, first_day, settled_since, step)
     values ($1, $2, 'ledger', '1998-01-05', '1998-01-03', 'infinity', 'done')`,
    [newId(), organizationId],
  );
  const entry = `insert into tie_out_entry (organization_id, look_id, about, external_id, reference, amount_cents, is_reversed, effective_on, loan_external_id)
    values ($1, $2, $3, $4, $4, 7, false, '2026-01-15', $5)`;
  await sql.query(entry, [organizationId, lookId, 'payment', newId(), newId()]);
  await sql.query(entry, [organizationId, processorLookId, 'charge', newId(), null]);
  await sql.query(entry, [organizationId, processorLookId, 'refund', charge, null]);
  await sql.query(
    `insert into tie_out_loan (organization_id, loan_system_code, external_id, revision, look_id, is_read) values ($1, 'ledger', $2, '1', $3, false)`,
    [organizationId, newId(), lookId],
  );
  const difference = async (kind: string, of: string, closedBy: string | null) => {
    const id = newId();
    await sql.query(
      `insert into operator_exception (id, organization_id, kind, subject_id, detail, resolved_at, resolved_by)
       values ($1, $2, 'tie_out_' || $3::text, 'ledger:' || $4::text, '{}', case when $5::text is not null then now() end, $5)`,
      [id, organizationId, kind, of, closedBy],
    );
    await sql.query(
      `insert into tie_out_difference (id, organization_id, subject, kind, reference, account_id, ours, theirs, first_day, last_day, look_id)
       values ($1, $2, 'ledger', $3, $4, $5, '{}', '{"loan": "of a difference"}', '2026-01-15', '2026-01-15', $6)`,
      [id, organizationId, kind, of, accountId, earlierLookId],
    );
    return id;
  };
  const differenceId = await difference('amount_differs', reference, null);
  await difference('posting_missing', closedReference, 'tie-out');
  await sql.query(
    `insert into tie_out_result (organization_id, sequence, subject, business_day, first_day, completeness, ours_count, ours_cents,
       theirs_count, theirs_cents, open_count, loans_read, loans_unread, difference_count, differences, looked_at, previous_hash, hash, mac)
     values ($1, 1, 'ledger', '2026-01-15', '2026-01-15', 'complete', 1, 1, 1, 1, 0, 0, 0, 0, '[]', now(), 'none', $1, 'none')`,
    [organizationId],
  );
  await sql.query(
    `insert into audit_log (id, actor, action, subject, after, organization_id)
     values ($1, 'tie-out', 'tie_out.result', 'ledger:2026-01-15', jsonb_build_object('sequence', 1, 'hash', $2::text), $2)`,
    [newId(), organizationId],
  );
  const runId = newId();
  await sql.query(
    `insert into autopay_run (id, organization_id, schedule_id, account_id, due_on, status, amount_cents, posted_at, settled_at)
     values ($1, $2, $3, $4, '1999-01-05', 'posted', 100, '1999-01-05', '1999-01-05')`,
    [runId, organizationId, scheduleId, accountId],
  );
  await sql.query(
    `insert into autopay_attempt (id, organization_id, run_id, number, payment_method_id, amount_cents, status, charge_external_id, settled_at)
     values ($1, $2, $3, 1, $4, 100, 'charged', $5, now())`,
    [newId(), organizationId, runId, paymentMethodId, charge],
  );
  await sql.query(
    `insert into sandbox_charge (id, organization_id, reference, token, amount_cents, created_at, refund_reference, refunded_at)
     values ($1, $2, $3, 'pm_card_visa', 100, '1999-01-05', $3, '1999-01-06')`,
    [charge, organizationId, newId()],
  );
  const actId = newId();
  await sql.query(
    `insert into tie_out_act (id, organization_id, difference_id, kind, status, facts_version, reason, created_by, account_id, amount_cents,
       payment_reference, created_at, lease_until)
     values ($1, $2, $3, 'post', 'pending', 'v', 'r', 'ola', $4, 7, $5, now() - interval '1 hour', now() - interval '1 hour')`,
    [actId, organizationId, differenceId, accountId, reference],
  );
  await breakBooks(sql, organizationId, accountId);
  return { lookId, processorLookId, earlierLookId, differenceId, reference, closedReference, actId, charge };
}

/**
 * An entry that the database itself would refuse: out of balance, without a transaction, not matching the loan's
 * balance.
 */
async function breakBooks(sql: pg.Client, organizationId: string, loanId: string): Promise<void> {
  await sql.query('alter table ledger_line disable trigger "ledger_line_balances"');
  const { rows } = await sql.query(
    `insert into ledger_entry (organization_id, loan_id, type, effective_on, posted_at)
     values ($1, $2, 'payment', '1999-01-05', '1999-01-05') returning reference_number`,
    [organizationId, loanId],
  );
  await sql.query(
    `insert into ledger_line (organization_id, reference_number, line_number, ledger_account, amount_cents)
     values ($1, $2, 1, 'cash', 7), ($1, $2, 2, 'principal_receivable', 5)`,
    [organizationId, rows[0].reference_number],
  );
  await sql.query('alter table ledger_line enable trigger "ledger_line_balances"');
}
