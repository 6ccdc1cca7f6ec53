import { z } from 'zod';
import type { ListTransactionsQuery, ListTransactionsQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';
import { mirrored } from '../mirrored.js';

/** All transactions across the accounts in scope; rows without a date come last, and only without bounds. */
export const listTransactions = mirrored({
  operationId: 'listTransactions',
  method: 'GET',
  path: '/transactions',
  summary: 'List transactions',
  description: 'Of all accounts in scope, latest first, rows without a date last; `from` or `to` leaves those out.',
  tag: 'Transactions',
  scope: 'transactions:read',
  request: z.object({ query: listQuery }),
  variables: ({ query }): ListTransactionsQueryVariables => query,
  success: ({ transactions }: ListTransactionsQuery) => ({ status: 200, body: transactions }),
});
