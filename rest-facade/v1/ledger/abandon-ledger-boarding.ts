import { z } from 'zod';
import { emptyBody } from '../../../core/contract/ledger-request-bodies.js';
import { operation } from '../../declare-operation-route.js';
import type {
  AbandonLedgerBoardingMutation,
  AbandonLedgerBoardingMutationVariables,
} from '../../generated/operations.js';
import { idempotencyHeader, storedPendingAnswer } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';

/** 202 with the boarding; its staged rows are deleted. */
export const abandonLedgerBoarding = operation({
  operationId: 'abandonLedgerBoarding',
  method: 'POST',
  path: '/v1/ledger/boardings/{id}/abandonment',
  summary: 'Abandon a boarding',
  description:
    'Stops a boarding for good. Loans already written stay, and `tie_out` covers them once `finished_at` is set; boarding the same file again writes the rest.',
  tag: 'Ledger',
  refusals: ['ledger_boarding_not_found', 'ledger_boarding_over', 'idempotency_conflict', 'idempotency_in_progress'],
  area: 'v1',
  scope: 'ledger:write',
  request: z.object({
    path: z.object({ id: z.string() }),
    query: organizationQuery,
    header: idempotencyHeader,
    body: emptyBody.default({}),
  }),
  answers: { 202: { status: 'abandoned', finished_at: null } },
  variables: ({ path, header }): AbandonLedgerBoardingMutationVariables => ({
    ...path,
    idempotency_key: header['Idempotency-Key'],
  }),
  answered: { operationId: 'getLedgerBoarding', member: 'ledgerBoarding' },
  success: (answer: AbandonLedgerBoardingMutation) =>
    storedPendingAnswer(answer.abandonLedgerBoarding, '/v1/ledger/boardings', 'id'),
});
