import type pg from 'pg';
import { Refused } from './caller.js';
import { answerOf, keptAnswer, type NewPayment } from './new-payment.js';

/**
 * The rows of a ledger payment in one statement, without interest, fees or checks: what the database costs at least.
 * The answer's text is cut where the entry's number goes.
 */
const RECORD = `
  with loan as (
    update ledger_loan set principal_cents = principal_cents - $4::bigint,
           scheduled_paid_cents = scheduled_paid_cents + $4::bigint
     where organization_id = $1 and id = $2 and status = 'active' and principal_cents > $4::bigint
    returning id, principal_cents
  ), entry as (
    insert into ledger_entry (organization_id, loan_id, type, effective_on, external_reference, posted_at)
    select $1, loan.id, 'payment', $6, $3, $7 from loan
    returning reference_number
  ), lines as (
    insert into ledger_line (reference_number, line_number, organization_id, ledger_account, amount_cents)
    select entry.reference_number, line.number, $1, line.account, line.cents
      from entry, (values (1, 'cash', $4::bigint), (2, 'principal_receivable', -$4::bigint)) line (number, account, cents)
  ), account_change as (
    update account set current_balance_cents = loan.principal_cents from loan
     where account.organization_id = $1 and account.id = $2
  ), payment as (
    insert into collected_payment (id, organization_id, account_id, amount_cents, payment_method, status, effective_date,
      reference_number, posted_at, posting_external_id, recorded_by, created_at, settled_at, event_sequence, recorded_on)
    select $3, $1, $2, $4::bigint, $5::collected_payment_method, 'posted', $6, reference_number, $7,
           reference_number::text, 'bench', $7, $7, 1, $6 from entry
  ), recorded_event as (
    insert into event (organization_id, type, object_type, object_id, account_id, sequence, status, actor)
    select $1, 'payment.posted', 'payment', $3, $2, 1, 'posted', 'bench' from entry
  ), booked as (
    insert into transaction (id, organization_id, account_id, type, amount_cents, effective_at, sort_on, status,
      external_id, payment_method, principal_cents, interest_cents, fees_cents, ending_balance_cents, received_on, created_at)
    select $8, $1, $2, 'payment', $4::bigint, $6, $6, 'posted', reference_number::text, $5::text, $4::bigint, 0, 0,
           principal_cents, $14, $7 from entry, loan
  ), snapshot as (
    insert into past_due_snapshot (organization_id, account_id, as_of, status_code, balance_cents, past_due_cents,
      next_due_on, next_due_cents)
    select $1, $2, $6, s.status_code, loan.principal_cents, s.past_due_cents, s.next_due_on, s.next_due_cents - $4::bigint
      from loan cross join lateral (
        select * from past_due_snapshot s where s.organization_id = $1 and s.account_id = $2
         order by s.as_of desc limit 1) s
    on conflict (organization_id, account_id, as_of) do update
       set balance_cents = excluded.balance_cents, next_due_cents = excluded.next_due_cents
  )
  insert into idempotency_record (organization_id, operation, key, fingerprint, state, subject_id, answer, answer_status,
    answer_body, created_at, expires_at)
  select $1, 'record_payment', $9, $10, 'finished', $3,
         jsonb_set($11::jsonb, '{resource,reference_number}', to_jsonb(reference_number)), 201,
         $12 || reference_number || $13, $7, $7::timestamptz + interval '30 days' from entry
  returning answer_body`;

/** Stands for the entry's number in the answer's text. */
const NUMBER = Number.MAX_SAFE_INTEGER;

/** @returns the answer's text. */
export async function recordInOneStatement(
  pool: pg.Pool,
  organizationId: string,
  payment: NewPayment,
): Promise<string> {
  const answer = answerOf(payment, { organizationId, referenceNumber: NUMBER, possibleDuplicateOf: null });
  const [head, tail] = JSON.stringify(answer).split(String(NUMBER));
  const { id, accountId, amount_cents, payment_method, businessDay, receivedOn, at, transactionId, key, fingerprint } =
    payment;
  const values = [organizationId, accountId, id, amount_cents, payment_method, businessDay, at, transactionId];
  values.push(key);
  const { rows } = await pool.query<{ readonly answer_body: string }>({
    name: 'record',
    text: RECORD,
    values: [...values, fingerprint, keptAnswer(answer), head, tail, receivedOn],
  });
  if (rows[0] === undefined) throw new Refused(422, 'account_not_payable');
  return rows[0].answer_body;
}
