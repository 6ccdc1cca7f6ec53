import { chargeOffBody } from '../../../core/contract/ledger-request-bodies.js';
import { loanOperation } from './ledger-loan-operation.js';

/** 201 with the operation. */
export const chargeOffLedgerLoan = loanOperation({
  operationId: 'chargeOffLedgerLoan',
  path: '/v1/ledger/loans/{account_id}/charge-off',
  summary: 'Charge a loan off',
  description: 'Charges off the whole balance. The borrower still owes it; later payments are recoveries.',
  body: chargeOffBody,
  answers: { 201: { type: 'charge_off', amount_cents: 98_150, reason: 'Bankruptcy' } },
});
