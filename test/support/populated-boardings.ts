import type pg from 'pg';
import { newId } from '../../core/ids/ids.js';
import type { Lender } from './lender.js';

/** An organization's boardings, in each state in which a statement may find one. */
export interface PopulatedBoardings {
  /** Being written: with staged rows of every kind of problem, and a recorded problem. */
  readonly writingId: string;
  readonly writingKey: string;
  /** Its upload stopped. */
  readonly receivingId: string;
  /** Wrote the loan `loanNumber`. */
  readonly doneId: string;
  readonly loanNumber: string;
  readonly stagedAccountId: string;
}

export async function populateBoardings(
  sql: pg.Client,
  { organizationId }: Lender,
  loanId: string,
): Promise<PopulatedBoardings> {
  const [writingId, receivingId, doneId, writingKey] = [newId(), newId(), newId(), newId()];
  const loanNumber = `N-${loanId}`;
  for (const [id, status, key] of [
    [writingId, 'writing', writingKey],
    [receivingId, 'receiving', null],
    [doneId, 'done', null],
  ]) {
    await sql.query(
      `insert into ledger_boarding (id, organization_id, loan_system_code, status, is_dry_run, key_hash, requested_by, created_at, moved_at)
       values ($1, $2, 'ledger', $3, false, $4, $1, '2026-01-01', '2026-01-01')`,
      [id, organizationId, status, key],
    );
  }
  const stagedAccountId = newId();
  for (const [line, accountId] of [stagedAccountId, newId()].entries()) {
    await sql.query(
      `insert into ledger_boarding_loan (organization_id, boarding_id, loan_number, line, account_id, person_id, product_code,
         borrower_name, originated_on, first_due_on, original_principal_cents, annual_rate_bps, term_months, scheduled_payment_cents,
         as_of, status, principal_cents, interest_cents, fees_cents, scheduled_paid_cents)
       values ($1, $2, $3, $4, $5, $6, $5, $5, '2025-01-15', '2025-02-15', 777777, 1200, 12, 70000, '2025-12-01', 'active', 777, 7, 0, 0)`,
      [organizationId, writingId, loanNumber, line + 1, accountId, newId()],
    );
  }
  for (const [line, number] of [loanNumber, loanNumber, 'orphan'].entries()) {
    await sql.query(
      `insert into ledger_boarding_transaction (organization_id, boarding_id, loan_number, line, id, type, amount_cents, effective_on, external_id, reason)
       values ($1, $2, $3, $4, $5, 'payment', 7, '2026-01-01', 'same', $1)`,
      [organizationId, writingId, number, line + 3, newId()],
    );
  }
  // One that is left out, and one in the ledger that no file named.
  for (const [line, number] of [`left-out-${loanId}`, await otherLoan(sql, organizationId, loanId)].entries()) {
    await sql.query(
      `insert into ledger_boarding_loan select (jsonb_populate_record(loan, jsonb_build_object(
         'loan_number', $3::text, 'line', $4::int, 'account_id', $5::text, 'person_id', $6::text))).*
         from ledger_boarding_loan loan where loan.organization_id = $1 and loan.boarding_id = $2 and loan.line = 1`,
      [organizationId, writingId, number, line + 10, newId(), newId()],
    );
  }
  await sql.query(
    'insert into ledger_boarding_left_out (organization_id, boarding_id, loan_number) values ($1, $2, $3)',
    [organizationId, writingId, `left-out-${loanId}`],
  );
  await sql.query(`update ledger_boarding_loan set co_borrower_name = $1 where organization_id = $1`, [organizationId]);
  await sql.query(
    `insert into ledger_boarding_problem (organization_id, boarding_id, line, id, severity, column_name, message)
     values ($1, $2, 1, 'row:00', 'error', 'status', $2)`,
    [organizationId, writingId],
  );
  await sql.query(
    `update ledger_loan set loan_number = $3, day_end_through = '2026-01-09' where organization_id = $1 and id = $2`,
    [organizationId, loanId, loanNumber],
  );
  await sql.query(
    `insert into ledger_day_end (organization_id, closed_through) values ($1, '2026-01-10')
     on conflict (organization_id) do update set closed_through = excluded.closed_through`,
    [organizationId],
  );
  await sql.query(
    `with entry as (insert into ledger_entry (organization_id, loan_id, type, effective_on, posted_at, memo)
       values ($1, $2, 'opening', '2026-01-05', '2026-01-05', 'seen by Ada Archer') returning reference_number)
     insert into ledger_opening (organization_id, loan_id, reference_number, boarding_id, principal_cents, interest_cents, fees_cents,
       scheduled_paid_cents, transactions, amount_cents, borrower_digests)
     select $1, $2, reference_number, $3, 5, 0, 0, 0, 0, 0, '{"borrower_name": "0000000000000000"}' from entry`,
    [organizationId, loanId, doneId],
  );
  return { writingId, writingKey, receivingId, doneId, loanNumber, stagedAccountId };
}

/** Another loan of the organization's ledger, like the first one. */
async function otherLoan(sql: pg.Client, organizationId: string, loanId: string): Promise<string> {
  const id = newId();
  await sql.query(
    `insert into ledger_loan select (jsonb_populate_record(loan, jsonb_build_object('id', $3::text, 'loan_number', $3::text))).*
       from ledger_loan loan where loan.organization_id = $1 and loan.id = $2`,
    [organizationId, loanId, id],
  );
  return id;
}
