import { chargeOffBody } from '../../../core/contract/ledger-request-bodies.js';
import { loanOperation } from './ledger-loan-operation.js';

/** 201 with the operation. */
export const undoLedgerChargeOff = loanOperation({
  operationId: 'undoLedgerChargeOff',
  path: '/v1/ledger/loans/{account_id}/charge-off/reversal',
  summary: 'Undo a charge-off',
  description:
    'Restores the loan as if it had never been charged off: the interest that would have accrued is owed, and recoveries become payments. A loan that was recovered in full is closed, and stays closed (`account_not_charged_off`). A loan that was boarded as charged off owes interest from its cut-over. The next day-end charges a loan off again if it is still late enough for its charge-off policy.',
  body: chargeOffBody,
  answers: { 201: { type: 'charge_off_reversal', amount_cents: 98_150, reason: 'Charged off by mistake' } },
});
