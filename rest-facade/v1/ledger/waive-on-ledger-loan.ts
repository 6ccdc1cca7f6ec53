import { waiverBody } from '../../../core/contract/ledger-request-bodies.js';
import { loanOperation } from './ledger-loan-operation.js';

/** 201 with the operation. */
export const waiveOnLedgerLoan = loanOperation({
  operationId: 'waiveOnLedgerLoan',
  path: '/v1/ledger/loans/{account_id}/waivers',
  summary: 'Waive interest or fees',
  description:
    'At most what is owed of the component on the business day (`amount_exceeds_balance`). Principal is never waived; it is charged off.',
  body: waiverBody,
  answers: { 201: { type: 'waiver', amount_cents: -2_500, reason: 'A late fee, waived as agreed' } },
});
