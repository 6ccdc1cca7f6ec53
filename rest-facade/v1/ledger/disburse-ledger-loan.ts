import { z } from 'zod';
import { emptyBody } from '../../../core/contract/ledger-request-bodies.js';
import { operation } from '../../declare-operation-route.js';
import type { DisburseLedgerLoanMutation, DisburseLedgerLoanMutationVariables } from '../../generated/operations.js';
import { idempotencyHeader, storedAnswer } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';
import { OPERATION_REFUSALS } from './common-operation-errors.js';

/** 201 with the operation. */
export const disburseLedgerLoan = operation({
  operationId: 'disburseLedgerLoan',
  method: 'POST',
  path: '/v1/ledger/loans/{account_id}/disbursement',
  summary: 'Pay a loan out',
  description:
    'The loan becomes active and interest accrues; the account’s `originated_on` is this day. The money itself is paid outside Tributary. A loan whose first due date has arrived is refused (`first_due_date_passed`): close it, and book it again with later dates.',
  tag: 'Ledger',
  refusals: ['organization_inactive', ...OPERATION_REFUSALS],
  area: 'v1',
  scope: 'ledger:write',
  request: z.object({
    path: z.object({ account_id: z.string() }),
    query: organizationQuery,
    header: idempotencyHeader,
    body: emptyBody.default({}),
  }),
  answers: { 201: { type: 'disbursement', amount_cents: 1_500_000, reason: null } },
  variables: ({ path, header }): DisburseLedgerLoanMutationVariables => ({
    ...path,
    idempotency_key: header['Idempotency-Key'],
  }),
  answered: { operationId: 'disburseLedgerLoan', member: 'disburseLedgerLoan', within: 'operation' },
  success: (answer: DisburseLedgerLoanMutation) => storedAnswer(answer.disburseLedgerLoan),
});
