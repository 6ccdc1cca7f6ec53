import { z } from 'zod';
import { emptyBody } from '../../../core/contract/ledger-request-bodies.js';
import { operation } from '../../declare-operation-route.js';
import type { CloseLedgerLoanMutation, CloseLedgerLoanMutationVariables } from '../../generated/operations.js';
import { idempotencyHeader, storedAnswer } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';
import { OPERATION_REFUSALS } from './common-operation-errors.js';

/** 201 with the operation. */
export const closeLedgerLoan = operation({
  operationId: 'closeLedgerLoan',
  method: 'POST',
  path: '/v1/ledger/loans/{account_id}/closing',
  summary: 'Close a loan',
  description:
    'Closes for good a loan that is paid in full or was never paid out (`balance_outstanding` otherwise). Only a returned payment opens it again.',
  tag: 'Ledger',
  refusals: [...OPERATION_REFUSALS],
  area: 'v1',
  scope: 'ledger:write',
  request: z.object({
    path: z.object({ account_id: z.string() }),
    query: organizationQuery,
    header: idempotencyHeader,
    body: emptyBody.default({}),
  }),
  answers: { 201: { type: 'closing', amount_cents: 0, transaction_ids: [], reason: null } },
  variables: ({ path, header }): CloseLedgerLoanMutationVariables => ({
    ...path,
    idempotency_key: header['Idempotency-Key'],
  }),
  answered: { operationId: 'closeLedgerLoan', member: 'closeLedgerLoan', within: 'operation' },
  success: (answer: CloseLedgerLoanMutation) => storedAnswer(answer.closeLedgerLoan),
});
