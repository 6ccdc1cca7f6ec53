import type pg from 'pg';
import type { Cursors } from '../../core/db/list-cursors-and-limits.js';
import { type Caller, Refused } from './caller.js';
import { pageOf } from './page.js';

const PAYMENT = `
  select c.id, c.organization_id, c.account_id, c.amount_cents, c.payment_method, c.check_number, c.status,
         c.effective_date, c.external_reference, c.memo, c.reference_number, c.posted_at, c.created_at,
         c.possible_duplicate_of, r.id as reversal_id, r.reversed_at, r.reason, r.is_nsf,
         r.reference_number as reversal_reference_number, r.reversed_by
    from collected_payment c
    left join payment_reversal r
      on r.organization_id = c.organization_id and r.payment_id = c.id and r.status <> 'refused'`;

const BY_ID = `${PAYMENT} where c.id = $1 and c.organization_id = any($2)`;

const OF_ACCOUNT = `${PAYMENT}
   where c.organization_id = (select a.organization_id from account a where a.id = $1 and a.organization_id = any($2))
     and c.account_id = $1
   order by c.id desc limit $3`;

type PaymentRow = Readonly<Record<string, unknown>> & { readonly id: string; readonly reversal_id: string | null };

const PAYMENTS_LIMIT = 100;

export async function payment(pool: pg.Pool, { organizationIds }: Caller, id: string) {
  const { rows } = await pool.query<PaymentRow>({ name: 'payment', text: BY_ID, values: [id, organizationIds] });
  if (rows[0] === undefined) throw new Refused(404, 'payment_not_found');
  return inContractNames(rows[0]);
}

export async function paymentsOfAccount(pool: pg.Pool, cursors: Cursors, caller: Caller, accountId: string) {
  const values = [accountId, caller.organizationIds, PAYMENTS_LIMIT + 1];
  const { rows } = await pool.query<PaymentRow>({ name: 'payments', text: OF_ACCOUNT, values });
  const list = { name: 'collected_payments', filters: { account_id: accountId } };
  const { items, page } = pageOf(cursors, caller, list, rows, PAYMENTS_LIMIT, ({ id }) => [id]);
  return { items: items.map(inContractNames), page };
}

function inContractNames(row: PaymentRow) {
  return {
    payment_id: row.id,
    organization_id: row['organization_id'],
    account_id: row['account_id'],
    amount_cents: row['amount_cents'],
    payment_method: row['payment_method'],
    check_number: row['check_number'],
    status: row['status'],
    effective_date: row['effective_date'],
    external_reference: row['external_reference'],
    memo: row['memo'],
    reference_number: row['reference_number'],
    posted_at: row['posted_at'],
    created_at: row['created_at'],
    possible_duplicate_of: row['possible_duplicate_of'],
    reversal:
      row.reversal_id === null
        ? null
        : {
            reversed_at: row['reversed_at'],
            reason: row['reason'],
            is_nsf: row['is_nsf'],
            reference_number: row['reversal_reference_number'],
            reversed_by: row['reversed_by'],
          },
  };
}
