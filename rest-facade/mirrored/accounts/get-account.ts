import { z } from 'zod';
import type { GetAccountQuery, GetAccountQueryVariables } from '../../generated/operations.js';
import { commonQuery } from '../../request/list-query.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

/** One account, the detailed record. */
export const getAccount = mirrored({
  operationId: 'getAccount',
  method: 'GET',
  path: '/accounts/{id}',
  summary: 'Read an account',
  description:
    'The detailed record: borrowers, contract, amounts due, whether it takes payments, and the payoff. A borrower’s `display_name` is null if the caller may not read persons (`persons:read`).',
  tag: 'Accounts',
  refusals: ['account_not_found'],
  scope: 'accounts:read',
  request: z.object({ path: z.object({ id: z.string() }), query: commonQuery }),
  variables: ({ path }): GetAccountQueryVariables => path,
  success: ({ account }: GetAccountQuery) => ({ status: 200, body: account }),
});
