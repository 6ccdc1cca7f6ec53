import { adjustmentBody } from '../../../core/contract/ledger-request-bodies.js';
import { loanOperation } from './ledger-loan-operation.js';

/** 201 with the operation. */
export const adjustLedgerLoan = loanOperation({
  operationId: 'adjustLedgerLoan',
  path: '/v1/ledger/loans/{account_id}/adjustments',
  summary: 'Adjust a balance',
  description:
    'Raises or lowers each component by the given amount; none falls below 0 (`amount_exceeds_balance`). No cash moves, and nothing counts as paid.',
  body: adjustmentBody,
  answers: { 201: { type: 'adjustment', amount_cents: -1_250, reason: 'Interest of a day too many' } },
});
