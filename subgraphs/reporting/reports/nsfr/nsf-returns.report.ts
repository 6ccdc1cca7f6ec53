import { transactionReport } from '../../report/transaction-report.js';
import type { NsfReturn } from './nsf-returns.type.js';

/** Payments that a bank returned. The amount is what was returned, positive. */
export const NSF_RETURNS = transactionReport<NsfReturn>({
  code: 'nsfr',
  types: ['nsf'],
  columns: {
    transaction_id: 'value',
    original_transaction_id: 'value',
    original_effective_at: 'value',
    amount_cents: 'cents',
    reason: 'free_text',
    effective_at: 'value',
    status: 'value',
  },
  select: `t.id as transaction_id, t.original_transaction_id, o.effective_at as original_effective_at,
    abs(t.amount_cents) as amount_cents, t.reason, t.effective_at, t.status`,
  joins: `left join transaction o on o.organization_id = t.organization_id and o.id = t.original_transaction_id`,
});
