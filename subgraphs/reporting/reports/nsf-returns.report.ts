import { ABOUT_TRANSACTION_STATUS } from '../../../core/contract/transaction-types-and-statuses.js';
import { OF_TRANSACTION, TRANSACTION_ID } from '../report/organization-and-account-columns.js';
import { cents, freeText, id, value } from '../report/report-column.js';
import { transactionReport } from '../report/transaction-report.js';

/** Payments returned by a bank. The amount is the returned amount, positive. */
export const NSF_RETURNS = transactionReport({
  code: 'nsfr',
  name: 'NSF returns',
  title: 'NSF returns report',
  meaning: 'Payments returned by the bank for non-sufficient funds.',
  field: 'nsfReturns',
  description: 'Payments returned by banks; latest first.',
  row: { name: 'NsfReturn', description: 'A payment that a bank returned.' },
  types: ['nsf'],
  columns: {
    ...OF_TRANSACTION,
    ...TRANSACTION_ID,
    original_transaction_id: id(
      't.original_transaction_id',
      'Transaction.originalTransactionId',
      'The transaction that it reverses.',
    ),
    original_effective_at: value(
      'o.effective_at',
      'Transaction.effectiveAt',
      'The business day of the returned payment.',
    ),
    amount_cents: cents('abs(t.amount_cents)', 'int8?', 'The returned amount, positive. Null: unknown.'),
    reason: freeText('t.reason', 'Transaction.reason', 'The recorded reason.'),
    effective_at: value('t.effective_at', 'Transaction.effectiveAt', 'The effective business day.'),
    status: value('t.status', 'Transaction.status', ABOUT_TRANSACTION_STATUS),
  },
  joins: `left join transaction o on o.organization_id = t.organization_id and o.id = t.original_transaction_id`,
});
