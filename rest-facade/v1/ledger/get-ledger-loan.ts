import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { GetLedgerLoanQuery, GetLedgerLoanQueryVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

/** The detailed account, and the ledger's own data on the loan. */
export const getLedgerLoan = operation({
  operationId: 'getLedgerLoan',
  method: 'GET',
  path: '/v1/ledger/loans/{account_id}',
  summary: 'Read a loan of the ledger',
  description:
    'The account as in `/v1/accounts/{id}`, with `ledger`: the lender’s own loan number, the product version of its booking, its NSF fee. `ledger` is null for an account of another loan system.',
  tag: 'Ledger',
  refusals: ['account_not_found'],
  area: 'v1',
  scope: 'accounts:read',
  request: z.object({ path: z.object({ account_id: z.string() }), query: organizationQuery }),
  variables: ({ path }): GetLedgerLoanQueryVariables => path,
  success: ({ account }: GetLedgerLoanQuery) => ({ status: 200, body: account }),
});
