import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { GetLedgerBoardingQuery, GetLedgerBoardingQueryVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

/** The progress of a submitted portfolio. */
export const getLedgerBoarding = operation({
  operationId: 'getLedgerBoarding',
  method: 'GET',
  path: '/v1/ledger/boardings/{id}',
  summary: 'Read a boarding',
  description: 'The state of a boarding: poll it until `finished_at` is set. `tie_out` has the figures of each side.',
  tag: 'Ledger',
  refusals: ['ledger_boarding_not_found'],
  area: 'v1',
  scope: 'ledger:read',
  request: z.object({ path: z.object({ id: z.string() }), query: organizationQuery }),
  variables: ({ path }): GetLedgerBoardingQueryVariables => path,
  success: ({ ledgerBoarding }: GetLedgerBoardingQuery) => ({ status: 200, body: ledgerBoarding }),
});
