import { ABOUT_TRANSACTION_STATUS } from '../../../core/contract/transaction-types-and-statuses.js';
import { OF_TRANSACTION, TRANSACTION_ID } from '../report/organization-and-account-columns.js';
import { cents, value } from '../report/report-column.js';
import { transactionReport } from '../report/transaction-report.js';

/** Every payment received, including payments reversed later: their reversals are in `nsfr` or `car`. */
export const CASH_RECEIPTS = transactionReport({
  code: 'crr',
  name: 'Cash receipts',
  title: 'cash receipts report',
  meaning: 'Cash receipts: every transaction that brought cash.',
  field: 'cashReceipts',
  description: 'Payments received; latest first.',
  row: { name: 'CashReceipt', description: 'A payment received.' },
  types: ['payment'],
  columns: {
    ...TRANSACTION_ID,
    ...OF_TRANSACTION,
    type: value('t.type', 'Transaction.type', 'Always `payment`.'),
    amount_cents: cents('t.amount_cents', 'Transaction.amountCents', 'Positive. Null: unknown, never zero.'),
    effective_at: value('t.effective_at', 'Transaction.effectiveAt', 'The effective business day.'),
    status: value('t.status', 'Transaction.status', ABOUT_TRANSACTION_STATUS),
  },
});
