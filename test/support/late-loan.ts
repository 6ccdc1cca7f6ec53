import type pg from 'pg';
import type { Lender } from './lender.js';

/** A new loan of the ledger that is past due by some days of New York. @returns its account's id */
export async function lateLoan(sql: pg.Client | pg.Pool, lender: Lender, days = 40): Promise<string> {
  const id = await lender.ledgerAccount();
  await sql.query(
    // After the snapshot of the booking, which is of a business day and so may be some days ahead.
    `insert into past_due_snapshot (organization_id, account_id, as_of, status_code, balance_cents, past_due_cents, oldest_unpaid_on)
     select organization_id, id, day + 7, 'delinquent', current_balance_cents, 60000, day - $2::int
       from account, cast(now() at time zone 'America/New_York' as date) day where id = $1`,
    [id, days],
  );
  await sql.query(
    `update account set past_due_cents = 60000, oldest_unpaid_on = cast(now() at time zone 'America/New_York' as date) - $2::int
      where id = $1`,
    [id, days],
  );
  return id;
}
