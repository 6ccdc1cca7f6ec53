import { transactionReport } from '../../report/transaction-report.js';
import type { CashReceipt } from './cash-receipts.type.js';

/** Every payment received, those that were taken back later too: their return is in `nsfr` or `car`. */
export const CASH_RECEIPTS = transactionReport<CashReceipt>({
  code: 'crr',
  types: ['payment'],
  columns: {
    transaction_id: 'value',
    organization_id: 'value',
    account_id: 'value',
    type: 'value',
    amount_cents: 'cents',
    effective_at: 'value',
    status: 'value',
  },
  select: 't.id as transaction_id, t.type, t.amount_cents, t.effective_at, t.status',
});
