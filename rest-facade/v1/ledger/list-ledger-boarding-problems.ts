import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type {
  ListLedgerBoardingProblemsQuery,
  ListLedgerBoardingProblemsQueryVariables,
} from '../../generated/operations.js';
import { pageQuery } from '../page-query.js';

const problemQuery = pageQuery.extend({
  severity: z
    .enum(['error', 'difference', 'warning', 'notice'])
    .describe('Only problems of this severity. Default: all.')
    .optional(),
});

/** Problems of a file, by row and column. */
export const listLedgerBoardingProblems = operation({
  operationId: 'listLedgerBoardingProblems',
  method: 'GET',
  path: '/v1/ledger/boardings/{id}/problems',
  summary: "List a boarding's problems",
  description: 'The problems of a file, in the order of its lines; 10,000 of each kind are stored.',
  tag: 'Ledger',
  refusals: ['ledger_boarding_not_found'],
  area: 'v1',
  scope: 'ledger:read',
  request: z.object({ path: z.object({ id: z.string() }), query: problemQuery }),
  variables: ({ path, query: { severity, limit, cursor } }): ListLedgerBoardingProblemsQueryVariables => ({
    ...path,
    limit,
    ...(severity !== undefined && { severity }),
    ...(cursor !== undefined && { cursor }),
  }),
  success: ({ ledgerBoardingProblems }: ListLedgerBoardingProblemsQuery) => ({
    status: 200,
    body: ledgerBoardingProblems,
  }),
});
