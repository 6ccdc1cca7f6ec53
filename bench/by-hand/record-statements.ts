import { LOAN_COLUMNS, OF_ACCOUNT } from './loan-columns.js';

/** The steps of recording a payment in one transaction, in their order. Each is prepared under its name. */
export const STEPS = {
  claim_key: `
    insert into idempotency_record (organization_id, operation, key, fingerprint, state, subject_id, expires_at)
    select a.organization_id, 'record_payment', $3, $4, 'in_progress', $5, now() + interval '30 days'
      from account a where a.id = $1 and a.organization_id = any($2)
    on conflict (organization_id, operation, key) do nothing
    returning organization_id`,
  read_key: `
    select fingerprint, state, answer_status, answer_body from idempotency_record
     where organization_id = any($1) and operation = 'record_payment' and key = $2`,
  lock_loan: `
    select a.external_id, o.is_active, ${LOAN_COLUMNS}
      from account a
      join organization o on o.id = a.organization_id
      ${OF_ACCOUNT}
     where a.organization_id = $1 and a.id = $2 and a.loan_system_code = 'ledger'
       for update of loan for share of o`,
  read_others: `
    select (select coalesce(sum(u.amount_cents), 0)::bigint from (
              select c.amount_cents from collected_payment c
               where c.organization_id = $1 and c.account_id = $2 and c.status in ('pending', 'pending_confirmation')
              union all
              select r.amount_cents from autopay_run r
               where r.organization_id = $1 and r.account_id = $2
                 and r.status in ('charging', 'charged', 'posting')) u) as open_cents,
           (select e.id from collected_payment e
             where e.organization_id = $1 and e.account_id = $2 and e.amount_cents = $3 and e.payment_method = $4
               and e.check_number is not distinct from $5 and e.status not in ('failed', 'reversed')
               and e.recorded_on >= $6
             order by e.created_at desc, e.id desc limit 1) as duplicate_of`,
  insert_entry: `
    with entry as (
      insert into ledger_entry (organization_id, loan_id, type, effective_on, accrued_to, external_reference, memo, posted_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8) returning reference_number
    ), lines as (
      insert into ledger_line (reference_number, line_number, organization_id, ledger_account, amount_cents)
      select entry.reference_number, line.number, $1, line.account, line.cents
        from entry, unnest($9::text[], $10::bigint[]) with ordinality line (account, cents, number)
    )
    select reference_number from entry`,
  update_loan: `
    update ledger_loan set status = $3, principal_cents = $4, interest_cents = $5, accrual_remainder = $6,
           accrued_through = $7, fees_cents = $8, late_fees_counted_cents = $8, late_fees_cents = $9,
           taken_by_late_fees_cents = $10, scheduled_paid_cents = $11, paid_off_on = $12, day_end_through = $13,
           late_fee_installments = $14
     where organization_id = $1 and id = $2`,
  insert_payment: `
    with payment as (
      insert into collected_payment (organization_id, id, account_id, amount_cents, payment_method, check_number,
        external_reference, memo, status, effective_date, recorded_on, reference_number, posting_external_id, posted_at,
        created_at, recorded_by, settled_at, event_sequence, possible_duplicate_of)
      values ($1, $2, $3, $4, $5, $6, $7, $8, 'posted', $9, $9, $10::bigint, ($10::bigint)::text, $11, $11, $12,
        clock_timestamp(), 1, $13)
    )
    insert into event (organization_id, type, object_type, object_id, account_id, sequence, status, actor,
      possible_duplicate_of)
    values ($1, 'payment.posted', 'payment', $2, $3, 1, 'posted', $12, $13)`,
  update_account: `
    update account set current_balance_cents = $3, status_code = $4, paid_off_on = $5,
           next_due_sort_on = coalesce($6::date, 'infinity')
     where organization_id = $1 and id = $2`,
  insert_transaction: `
    insert into transaction (organization_id, id, account_id, type, amount_cents, effective_at, sort_on, received_on,
      status, external_id, payment_method, principal_cents, interest_cents, fees_cents, ending_balance_cents)
    values ($1, $2, $3, 'payment', $4, $5, $5, $12, 'posted', $6, $7, $8, $9, $10, $11)`,
  upsert_snapshot: `
    insert into past_due_snapshot (organization_id, account_id, as_of, status_code, balance_cents, past_due_cents,
      oldest_unpaid_on, oldest_unpaid_cents, next_due_on, next_due_cents)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (organization_id, account_id, as_of) do update
       set status_code = excluded.status_code, balance_cents = excluded.balance_cents,
           past_due_cents = excluded.past_due_cents, oldest_unpaid_on = excluded.oldest_unpaid_on,
           oldest_unpaid_cents = excluded.oldest_unpaid_cents, next_due_on = excluded.next_due_on,
           next_due_cents = excluded.next_due_cents`,
  finish_key: `
    update idempotency_record set state = 'finished', answer = $4, answer_status = 201, answer_body = $5
     where organization_id = $1 and operation = 'record_payment' and key = $2 and subject_id = $3`,
} as const;

export type Step = keyof typeof STEPS;
