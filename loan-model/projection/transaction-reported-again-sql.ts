import { overwritten } from '../../core/db/insert-sql.js';

/**
 * Columns that are overwritten when a transaction is reported again. For all other columns the existing row may be more
 * complete.
 */
const OVERWRITTEN = [
  'type',
  'amountCents',
  'effectiveAt',
  'sortOn',
  'principalCents',
  'interestCents',
  'feesCents',
  'endingBalanceCents',
] as const;

/** SQL: what an insert does for a transaction that is already stored. A row is written only if it differs. */
export const ON_REPORTED_AGAIN = `
      on conflict (organization_id, account_id, external_id) do update set
        ${overwritten('Transaction', OVERWRITTEN)},
        status = case when transaction.status = 'reversed' then 'reversed' else excluded.status end,
        payment_method = coalesce(excluded.payment_method, transaction.payment_method),
        reason = coalesce(excluded.reason, transaction.reason),
        source_deleted_at = null
        where transaction.source_deleted_at is not null
          or (transaction.type, transaction.amount_cents, transaction.effective_at, transaction.principal_cents,
            transaction.interest_cents, transaction.fees_cents, transaction.ending_balance_cents)
            is distinct from (excluded.type, excluded.amount_cents, excluded.effective_at, excluded.principal_cents,
            excluded.interest_cents, excluded.fees_cents, excluded.ending_balance_cents)
          or (transaction.status is distinct from excluded.status and transaction.status is distinct from 'reversed')
          or transaction.payment_method is distinct from coalesce(excluded.payment_method, transaction.payment_method)
          or transaction.reason is distinct from coalesce(excluded.reason, transaction.reason)`;
