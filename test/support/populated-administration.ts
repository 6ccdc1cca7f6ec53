import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { newId } from '../../core/ids/ids.js';
import type { Lender } from './lender.js';

/** An open exception of an organization. */
export async function populateException(
  sql: pg.Client | pg.Pool,
  { organizationId }: Pick<Lender, 'organizationId'>,
): Promise<string> {
  const id = newId();
  await sql.query(
    `insert into operator_exception (id, organization_id, kind, subject_id, detail)
     values ($1, $2, 'posted_after_failed', $1, '{"reference": 7}')`,
    [id, organizationId],
  );
  return id;
}

/** A promise to pay. @returns the note's id */
export async function populateNote(
  sql: pg.Client | pg.Pool,
  organizationId: string,
  accountId: string,
): Promise<string> {
  const id = newId();
  await sql.query(
    `insert into account_note (id, organization_id, account_id, kind, text, written_by, noted_on, promised_cents,
       promised_on, promise_ends_on, created_at)
     values ($1, $2, $3, 'promise_to_pay', 'will pay', 'ola', '2026-01-14', 100, '2026-01-20', '2026-01-20', now())`,
    [id, organizationId, accountId],
  );
  return id;
}

/** Gives a loan that is past due to an agent. @returns the loan's id */
export async function populateCollection(sql: pg.Client | pg.Pool, organizationId: string): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    `insert into collection_assignment (organization_id, account_id, taken_by, taken_until)
     select s.organization_id, s.account_id, 'intruder', now() + interval '1 day' from past_due_snapshot s
      where s.organization_id = $1 and s.as_of = '2026-01-10' and s.past_due_cents > 0 limit 1 returning account_id as id`,
    [organizationId],
  );
  return rows[0]?.id ?? '';
}

/** A flag in force that stops charges, and a changed rule. @returns the flag's id */
export async function populateFlag(
  sql: pg.Client | pg.Pool,
  organizationId: string,
  accountId: string,
): Promise<string> {
  const id = newId();
  await sql.query(
    `insert into account_flag (id, organization_id, account_id, kind, reason, effective_from, set_by, set_at)
     values ($1, $2, $3, 'fraud', 'called', '2026-01-01', 'ola', now())`,
    [id, organizationId, accountId],
  );
  await sql.query(
    `insert into account_flag_rule (organization_id, kind, stops_charges, stops_marketing, stops_collection_contact,
       stops_required_notices, changed_by, changed_at) values ($1, 'fraud', true, true, true, false, 'ola', now())
     on conflict do nothing`,
    [organizationId],
  );
  return id;
}

/** A request for a second person: of Ann, open. @returns the request's id */
export async function populateApproval(
  sql: pg.Client | pg.Pool,
  organizationId: string,
  accountId: string,
): Promise<string> {
  const id = newId();
  await sql.query(
    `insert into approval_request (id, organization_id, act, mutation, key, input, input_digest, account_id, amount_cents,
       details, reason, asked_by, asked_at, expires_at, least_role, status)
     values ($1, $2, 'charge_off', 'chargeOffLedgerLoan', $1, '{"reason": "r"}', '', $3, 100, '[]', 'agreed', 'ann', now(),
       now() + interval '7 days', 'supervisor', 'open')`,
    [id, organizationId, accountId],
  );
  await sql.query(
    `insert into act_limit (organization_id, role, act, amount_cents) values ($1, 'supervisor', 'waiver', 10000)
     on conflict do nothing`,
    [organizationId],
  );
  return id;
}

/** A remote loan system of an organization, deactivated: no calls are made to it. */
export async function populateLoanSystem(
  sql: pg.Client | pg.Pool,
  { organizationId }: Pick<Lender, 'organizationId'>,
): Promise<void> {
  await sql.query(
    `insert into loan_system (code, kind, base_url, organization_id, is_active)
     values ('of-' || $1::text, 'fineract', 'https://core.test', $1, false)`,
    [organizationId],
  );
}

/** A job that was given up after an attempt, with an error that quotes a value; returns its id. */
export async function populateFailedJob(sql: pg.Client | pg.Pool): Promise<string> {
  const added = await sql.query<{ id: string }>(
    "select id::text from graphile_worker.add_job('test_nothing', '{}'::json, max_attempts => 1, job_key => $1)",
    [randomUUID()],
  );
  const id = added.rows[0]?.id ?? '';
  await sql.query(
    `update graphile_worker._private_jobs set attempts = 1, last_error = 'cannot reach "Ada B" at ada@example.com'
     where id = $1`,
    [id],
  );
  return id;
}

/** An erasure in progress, with a tombstone; and a resolved exception. */
export async function populateErasure(
  sql: pg.Client | pg.Pool,
  { organizationId }: Pick<Lender, 'organizationId'>,
): Promise<string> {
  const id = newId();
  await sql.query(
    `insert into erasure (organization_id, id, kind, subject, step, requested_by, created_at)
     values ($1, $2, 'person', $2, 'texts', $1, now())`,
    [organizationId, id],
  );
  await sql.query(
    "insert into erasure_tombstone (organization_id, kind, digest, erased_at) values ($1, 'person', $1, now())",
    [organizationId],
  );
  await sql.query(
    `with erased as (insert into person (id, organization_id, display_name, erased_at) values ($1, $2, 'Erased', now()) returning id)
     insert into account_borrower (organization_id, account_id, person_id, role)
     select $2, a.id, (select id from erased), 'co_borrower' from ledger_loan l join account a on a.organization_id = l.organization_id and a.id = l.id
      where l.organization_id = $2 and l.loan_number is not null`,
    [id, organizationId],
  );
  await sql.query(
    `insert into operator_exception (id, organization_id, kind, subject_id, detail, resolved_at, resolved_by, resolution)
     values ($1, $2, 'posted_after_failed', $1, '{}', now(), 'ola', 'seen to for ' || $2)`,
    [newId(), organizationId],
  );
  return id;
}

/** A person admitted by email; returns the id. */
export async function populateOperator(sql: pg.Client | pg.Pool): Promise<string> {
  const id = newId();
  await sql.query(
    `insert into operator (id, name, email, role, organization_ids, created_at, created_by)
     values ($1, 'Pat', lower($1) || '@example.com', 'agent', '{}', now(), 'test')`,
    [id],
  );
  return id;
}
