import { z } from 'zod';
import type { GetPayoffQuery, GetPayoffQueryVariables } from '../../generated/operations.js';
import { mirrored } from '../mirrored.js';
import { payoffQuery } from './payoff-query.js';

/** What would pay an account off on a day. */
export const getPayoff = mirrored({
  operationId: 'getPayoff',
  method: 'GET',
  path: '/accounts/{id}/payoff',
  summary: 'Quote a payoff',
  description:
    'What would pay the loan off with money that comes in on a day, live from its loan system: amount, split, what one more day adds, and until when it is right. Money of a day off is applied on the next business day, so that it owes until then. `unsettled_cents` is on its way already and not taken off. A loan on which nothing is to be paid is 422 `account_not_payable`; its record says why (`not_payable_reason`). 503 while its loan system does not tell.',
  tag: 'Accounts',
  refusals: ['account_not_found', 'account_not_payable'],
  scope: 'accounts:read',
  request: z.object({ path: z.object({ id: z.string() }), query: payoffQuery }),
  variables: ({ path, query }): GetPayoffQueryVariables => ({ account_id: path.id, on: query.on }),
  success: ({ payoffQuote }: GetPayoffQuery) => ({ status: 200, body: payoffQuote }),
});
