import { transactionReport } from '../../report/transaction-report.js';
import type { CashAdjustment } from './cash-adjustments.type.js';

/** Corrections that moved cash: payment reversals other than NSF, and refunds; signed as the transaction. */
export const CASH_ADJUSTMENTS = transactionReport<CashAdjustment>({
  code: 'car',
  types: ['reversal', 'refund'],
  columns: {
    transaction_id: 'value',
    type: 'value',
    original_transaction_id: 'value',
    amount_cents: 'cents',
    reason: 'free_text',
    effective_at: 'value',
    status: 'value',
  },
  select: `t.id as transaction_id, t.type, t.original_transaction_id, t.amount_cents, t.reason, t.effective_at, t.status`,
});
