import pg from 'pg';
import { newId } from '../../core/ids/ids.js';

export interface PaymentBody {
  readonly amount_cents: number;
  readonly payment_method: string;
}

/** Each is prepared under its name. */
const STATEMENTS = {
  insert_key: `insert into idempotency_record (organization_id, operation, key, fingerprint, state, subject_id, expires_at)
    values ($1, 'record_payment', $2, $3, 'in_progress', $4, now() + interval '30 days')`,
  insert_entry: `insert into ledger_entry (organization_id, loan_id, type, effective_on, external_reference, posted_at)
    values ($1, $2, 'payment', current_date, $3, now()) returning reference_number`,
  insert_lines: `insert into ledger_line (reference_number, line_number, organization_id, ledger_account, amount_cents)
    values ($1, 1, $2, 'cash', $3::bigint), ($1, 2, $2, 'principal_receivable', -$3::bigint)`,
  insert_transaction: `insert into transaction (id, organization_id, account_id, type, amount_cents, effective_at, sort_on,
      status, external_id, payment_method, principal_cents, interest_cents, fees_cents, ending_balance_cents)
    values ($1, $2, $3, 'payment', $4, current_date, current_date, 'posted', $5, $6, $4, 0, 0, $7)`,
  insert_payment: `insert into collected_payment (id, organization_id, account_id, amount_cents, payment_method, status,
      effective_date, reference_number, posted_at, posting_external_id, recorded_by, settled_at)
    values ($1, $2, $3, $4, $5, 'posted', current_date, $6::bigint, now(), ($6::bigint)::text, 'bench', now())`,
  upsert_position: `insert into past_due_snapshot (organization_id, account_id, as_of, status_code, balance_cents, past_due_cents)
    values ($1, $2, current_date, 'active', $3, 0)
    on conflict (organization_id, account_id, as_of) do update set balance_cents = excluded.balance_cents`,
  lock_loan: 'select principal_cents from ledger_loan where organization_id = $2 and id = $1 for update',
  update_loan: `update ledger_loan set principal_cents = $2, scheduled_paid_cents = scheduled_paid_cents + $3
    where organization_id = $4 and id = $1`,
  update_account: 'update account set current_balance_cents = $2 where organization_id = $3 and id = $1',
  finish_key: `update idempotency_record set state = 'finished', answer = $3
    where organization_id = $1 and operation = 'record_payment' and key = $2`,
} as const;

/** The rows of a ledger payment, written by plain statements in one transaction, without rules or checks. */
export async function recordPlainly(
  pool: pg.Pool,
  organization: string,
  account: string,
  key: string,
  body: PaymentBody,
): Promise<string> {
  const { amount_cents: amount, payment_method: method } = body;
  const id = newId();
  const client = await pool.connect();
  const run = (name: keyof typeof STATEMENTS, ...values: unknown[]) =>
    client.query({ name, text: STATEMENTS[name], values });
  try {
    await client.query('begin');
    await run('insert_key', organization, key, Buffer.alloc(32), id);
    const loan = await run('lock_loan', account, organization);
    const left = loan.rows[0].principal_cents - amount;
    const entry = await run('insert_entry', organization, account, id);
    const reference = entry.rows[0].reference_number;
    await run('insert_lines', reference, organization, amount);
    await run('update_loan', account, left, amount, organization);
    await run('update_account', account, left, organization);
    await run('insert_transaction', newId(), organization, account, amount, String(reference), method, left);
    await run('insert_payment', id, organization, account, amount, method, reference);
    await run('upsert_position', organization, account, left);
    const answer = JSON.stringify({ kind: 'resource', resource: { id, ...body } });
    await run('finish_key', organization, key, answer);
    await client.query('commit');
    return id;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
