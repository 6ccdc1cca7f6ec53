import type pg from 'pg';
import type { Cursors } from '../../core/db/list-cursors-and-limits.js';
import { type Caller, Refused } from './caller.js';
import { pageOf } from './page.js';

/** The members of an item, in the order of the contract: a row is sent as it arrives. */
const ITEM = `t.id as transaction_id, t.organization_id, t.account_id, t.type, t.amount_cents, t.effective_at, t.status`;

interface Item {
  readonly transaction_id: string;
  readonly effective_at: string | null;
}

const OF_ACCOUNT = `
  select ${ITEM} from transaction t
   where t.organization_id = (select a.organization_id from account a where a.id = $1 and a.organization_id = any($2))
     and t.account_id = $1
   order by t.sort_on desc, t.id desc limit $3`;

const ACCOUNT_EXISTS = 'select from account where id = $1 and organization_id = any($2)';

/** The latest receipts of one organization, by its index. */
const receiptsOf = (organization: string, columns: string) => `
  select ${columns} from transaction t
   where t.organization_id = ${organization} and t.type = 'payment' and t.status is distinct from 'deleted'
   order by t.sort_on desc, t.id desc limit $2`;

const RECEIPTS_OF_ONE = receiptsOf('($1::text[])[1]', ITEM);

const RECEIPTS_OF_SEVERAL = `
  select r.transaction_id, r.organization_id, r.account_id, r.type, r.amount_cents, r.effective_at, r.status
    from unnest($1::text[]) as organization (id)
   cross join lateral (${receiptsOf('organization.id', `${ITEM}, t.sort_on`)}) r
   order by r.sort_on desc, r.transaction_id desc limit $2`;

export async function transactionsOfAccount(
  pool: pg.Pool,
  cursors: Cursors,
  caller: Caller,
  accountId: string,
  limit: number,
) {
  const values = [accountId, caller.organizationIds];
  const { rows } = await pool.query<Item>({ name: 'transactions', text: OF_ACCOUNT, values: [...values, limit + 1] });
  if (rows.length === 0) {
    const found = await pool.query({ name: 'account_exists', text: ACCOUNT_EXISTS, values });
    if (found.rowCount === 0) throw new Refused(404, 'account_not_found');
  }
  const filters = { organizationId: null, from: null, to: null, accountId };
  return pageOf(cursors, caller, { name: 'transactions_of_account', filters }, rows, limit, positionOf);
}

export async function cashReceipts(pool: pg.Pool, cursors: Cursors, caller: Caller, limit: number) {
  const values = [caller.organizationIds, limit + 1];
  const isOne = caller.organizationIds.length === 1;
  const read = isOne
    ? { name: 'receipts_of_one', text: RECEIPTS_OF_ONE }
    : { name: 'receipts_of_several', text: RECEIPTS_OF_SEVERAL };
  const { rows } = await pool.query<Item>({ ...read, values });
  const filters = { organizationId: null, from: null, to: null, bucket: null };
  return pageOf(cursors, caller, { name: 'report.crr', filters }, rows, limit, positionOf);
}

export function positionOf({ effective_at, transaction_id }: Item): readonly string[] {
  return [effective_at ?? '-infinity', transaction_id];
}
