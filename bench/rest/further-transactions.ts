import { withClient } from '../../core/db/with-client.js';
import { say } from '../support/bench.js';

/** Payments of each further loan, one a week. */
export const PAYMENTS_OF_LOAN = 100;

/** Copies of one loan's account, and their payments, oldest first as they are in a table that has grown. */
const COPY_LOAN = `
  with number as materialized (
    select n, '01A' || lpad(n::text, 23, '0') as id from generate_series(1, $2::int) as n
  ), copied as (
    insert into account select copy.* from account loan cross join number
     cross join lateral jsonb_populate_record(loan, jsonb_build_object('id', number.id, 'external_id', number.id,
       'external_contract_number', null, 'external_account_number', null)) as copy
     where loan.id = $1
  )
  insert into transaction (id, organization_id, account_id, type, amount_cents, effective_at, sort_on, status,
      external_id, received_on, payment_method, principal_cents, interest_cents, fees_cents, ending_balance_cents)
  select '01B' || lpad((week * $2::bigint + number.n)::text, 23, '0'), loan.organization_id, number.id, 'payment', 100,
      day, day, 'posted', week::text, day, 'cash', 100, 0, 0, 100 * week
    from generate_series($3::int, 1, -1) as week
   cross join lateral (select current_date - week * 7 as day) as paid
   cross join account loan cross join number
   where loan.id = $1`;

/**
 * Adds loans with payments beside those that are measured, in the same organization: lists are read from a large table.
 *
 * @param accountId - the loan whose account is copied
 * @param transactions - a multiple of 100
 */
export async function addFurtherTransactions(ownerUrl: string, accountId: string, transactions: number): Promise<void> {
  const began = performance.now();
  await withClient(ownerUrl, async (owner) => {
    await owner.query(COPY_LOAN, [accountId, transactions / PAYMENTS_OF_LOAN, PAYMENTS_OF_LOAN]);
    // Autovacuum would do it within minutes: beside the load, and until then plans depend on the moment.
    await owner.query('vacuum (analyze)');
  });
  say(`added ${transactions} transactions of other loans in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
}
