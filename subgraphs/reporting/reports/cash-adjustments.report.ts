import { ABOUT_TRANSACTION_STATUS } from '../../../core/contract/transaction-types-and-statuses.js';
import { OF_TRANSACTION, TRANSACTION_ID } from '../report/organization-and-account-columns.js';
import { cents, freeText, id, value } from '../report/report-column.js';
import { transactionReport } from '../report/transaction-report.js';

/** Corrections that moved cash: payment reversals other than NSF, and refunds, with the sign of the transaction. */
export const CASH_ADJUSTMENTS = transactionReport({
  code: 'car',
  name: 'Cash adjustments',
  title: 'cash adjustments report',
  meaning: 'Corrections that moved cash: reversals other than NSF, and refunds.',
  field: 'cashAdjustments',
  description: 'Corrections that moved cash; latest first.',
  row: { name: 'CashAdjustment', description: 'A correction that moved cash.' },
  types: ['reversal', 'refund'],
  columns: {
    ...OF_TRANSACTION,
    ...TRANSACTION_ID,
    type: value('t.type', 'Transaction.type', '`reversal` or `refund`.'),
    original_transaction_id: id(
      't.original_transaction_id',
      'Transaction.originalTransactionId',
      'The transaction that it reverses.',
    ),
    amount_cents: cents(
      't.amount_cents',
      'Transaction.amountCents',
      'Signed: negative is cash given back. Null: unknown.',
    ),
    reason: freeText('t.reason', 'Transaction.reason', 'The recorded reason.'),
    effective_at: value('t.effective_at', 'Transaction.effectiveAt', 'The effective business day.'),
    status: value('t.status', 'Transaction.status', ABOUT_TRANSACTION_STATUS),
  },
});
