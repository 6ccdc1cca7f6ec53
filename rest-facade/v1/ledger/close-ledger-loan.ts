import { emptyBody } from '../../../core/contract/ledger-request-bodies.js';
import { loanOperation } from './ledger-loan-operation.js';

/** 201 with the operation. */
export const closeLedgerLoan = loanOperation({
  operationId: 'closeLedgerLoan',
  path: '/v1/ledger/loans/{account_id}/closing',
  summary: 'Close a loan',
  description:
    'Closes for good a loan that is paid in full or was never paid out (`balance_outstanding` otherwise). Only a returned payment opens it again.',
  body: emptyBody.default({}),
  answers: { 201: { type: 'closing', amount_cents: 0, transaction_ids: [], reason: null } },
});
