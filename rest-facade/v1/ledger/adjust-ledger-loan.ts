import { z } from 'zod';
import { adjustmentBody } from '../../../core/contract/ledger-request-bodies.js';
import { operation } from '../../declare-operation-route.js';
import type { AdjustLedgerLoanMutation, AdjustLedgerLoanMutationVariables } from '../../generated/operations.js';
import { idempotencyHeader, storedAnswer } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';
import { OPERATION_REFUSALS } from './common-operation-errors.js';

/** 201 with the operation. */
export const adjustLedgerLoan = operation({
  operationId: 'adjustLedgerLoan',
  method: 'POST',
  path: '/v1/ledger/loans/{account_id}/adjustments',
  summary: 'Adjust a balance',
  description:
    'Raises or lowers each component by the given amount; none falls below 0 (`amount_exceeds_balance`). No cash moves, and nothing counts as paid.',
  tag: 'Ledger',
  refusals: [...OPERATION_REFUSALS],
  area: 'v1',
  scope: 'ledger:write',
  request: z.object({
    path: z.object({ account_id: z.string() }),
    query: organizationQuery,
    header: idempotencyHeader,
    body: adjustmentBody,
  }),
  answers: { 201: { type: 'adjustment', amount_cents: -1_250, reason: 'Interest of a day too many' } },
  variables: ({ path, header, body }): AdjustLedgerLoanMutationVariables => ({
    ...path,
    ...body,
    idempotency_key: header['Idempotency-Key'],
  }),
  answered: { operationId: 'adjustLedgerLoan', member: 'adjustLedgerLoan', within: 'operation' },
  success: (answer: AdjustLedgerLoanMutation) => storedAnswer(answer.adjustLedgerLoan),
});
