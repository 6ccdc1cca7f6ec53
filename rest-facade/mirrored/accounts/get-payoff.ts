import { z } from 'zod';
import type { GetPayoffQuery, GetPayoffQueryVariables } from '../../generated/operations.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';
import { payoffQuery } from './payoff-query-schema.js';

/** The amount that would pay an account off on a day. */
export const getPayoff = mirrored({
  operationId: 'getPayoff',
  method: 'GET',
  path: '/accounts/{id}/payoff',
  summary: 'Quote a payoff',
  description:
    'The amount that would pay the loan off with money received on a day, live from its loan system: amount, split, the increase per further day, and how long the quote is good. Money received on a day off is applied on the next business day, so interest runs until then. `unsettled_cents` is already on its way and not deducted. A loan that takes no payments is 422 `account_not_payable`; its record gives the reason (`not_payable_reason`). 503 while its loan system does not answer.',
  tag: 'Accounts',
  refusals: ['account_not_found', 'account_not_payable'],
  scope: 'accounts:read',
  request: z.object({ path: z.object({ id: z.string() }), query: payoffQuery }),
  variables: ({ path, query }): GetPayoffQueryVariables => ({ account_id: path.id, on: query.on }),
  success: ({ payoffQuote }: GetPayoffQuery) => ({ status: 200, body: payoffQuote }),
});
