import { z } from 'zod';
import { waiverBody } from '../../../core/contract/ledger-request-bodies.js';
import { operation } from '../../declare-operation-route.js';
import type { WaiveOnLedgerLoanMutation, WaiveOnLedgerLoanMutationVariables } from '../../generated/operations.js';
import { idempotencyHeader, storedAnswer } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';
import { OPERATION_REFUSALS } from './common-operation-errors.js';

/** 201 with the operation. */
export const waiveOnLedgerLoan = operation({
  operationId: 'waiveOnLedgerLoan',
  method: 'POST',
  path: '/v1/ledger/loans/{account_id}/waivers',
  summary: 'Waive interest or fees',
  description:
    'At most what is owed of the component on the business day (`amount_exceeds_balance`). Principal is never waived; it is charged off.',
  tag: 'Ledger',
  refusals: [...OPERATION_REFUSALS],
  area: 'v1',
  scope: 'ledger:write',
  request: z.object({
    path: z.object({ account_id: z.string() }),
    query: organizationQuery,
    header: idempotencyHeader,
    body: waiverBody,
  }),
  answers: { 201: { type: 'waiver', amount_cents: -2_500, reason: 'A late fee, waived as agreed' } },
  variables: ({ path, header, body }): WaiveOnLedgerLoanMutationVariables => ({
    ...path,
    ...body,
    idempotency_key: header['Idempotency-Key'],
  }),
  answered: { operationId: 'waiveOnLedgerLoan', member: 'waiveOnLedgerLoan', within: 'operation' },
  success: (answer: WaiveOnLedgerLoanMutation) => storedAnswer(answer.waiveOnLedgerLoan),
});
