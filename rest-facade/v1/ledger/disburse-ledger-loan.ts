import { emptyBody } from '../../../core/contract/ledger-request-bodies.js';
import { loanOperation } from './ledger-loan-operation.js';

/** 201 with the operation. */
export const disburseLedgerLoan = loanOperation({
  operationId: 'disburseLedgerLoan',
  path: '/v1/ledger/loans/{account_id}/disbursement',
  summary: 'Pay a loan out',
  description:
    'The loan becomes active and interest accrues; the account’s `originated_on` is this day. The money itself is paid outside Tributary. A loan whose first due date has arrived is refused (`first_due_date_passed`): close it, and book it again with later dates.',
  refusals: ['organization_inactive'],
  body: emptyBody.default({}),
  answers: { 201: { type: 'disbursement', amount_cents: 1_500_000, reason: null } },
});
