import { z } from 'zod';
import { chargeOffBody } from '../../../core/contract/ledger-request-bodies.js';
import { operation } from '../../declare-operation-route.js';
import type { ChargeOffLedgerLoanMutation, ChargeOffLedgerLoanMutationVariables } from '../../generated/operations.js';
import { idempotencyHeader, storedAnswer } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';
import { OPERATION_REFUSALS } from './common-operation-errors.js';

/** 201 with the operation. */
export const chargeOffLedgerLoan = operation({
  operationId: 'chargeOffLedgerLoan',
  method: 'POST',
  path: '/v1/ledger/loans/{account_id}/charge-off',
  summary: 'Charge a loan off',
  description: 'Charges off the whole balance. The borrower still owes it; later payments are recoveries.',
  tag: 'Ledger',
  refusals: [...OPERATION_REFUSALS],
  area: 'v1',
  scope: 'ledger:write',
  request: z.object({
    path: z.object({ account_id: z.string() }),
    query: organizationQuery,
    header: idempotencyHeader,
    body: chargeOffBody,
  }),
  answers: { 201: { type: 'charge_off', amount_cents: 98_150, reason: 'Bankruptcy' } },
  variables: ({ path, header, body }): ChargeOffLedgerLoanMutationVariables => ({
    ...path,
    ...body,
    idempotency_key: header['Idempotency-Key'],
  }),
  answered: { operationId: 'chargeOffLedgerLoan', member: 'chargeOffLedgerLoan', within: 'operation' },
  success: (answer: ChargeOffLedgerLoanMutation) => storedAnswer(answer.chargeOffLedgerLoan),
});
