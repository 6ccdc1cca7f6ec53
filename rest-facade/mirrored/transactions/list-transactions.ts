import { z } from 'zod';
import type { ListTransactionsQuery, ListTransactionsQueryVariables } from '../../generated/operations.js';
import { mirrored } from '../mirrored.js';
import { transactionQuery } from './transaction-query.js';

/** All transactions across the accounts in scope; rows without a date come last, and only without bounds. */
export const listTransactions = mirrored({
  operationId: 'listTransactions',
  method: 'GET',
  path: '/transactions',
  summary: 'List transactions',
  description:
    'Of all accounts in scope, latest first, rows without a date last; `from` and `to` are dates of `effective_at`, and either leaves those out.',
  tag: 'Transactions',
  scope: 'transactions:read',
  request: z.object({ query: transactionQuery }),
  variables: ({ query: { type, ...query } }): ListTransactionsQueryVariables => ({ ...query, types: type }),
  success: ({ transactions }: ListTransactionsQuery) => ({ status: 200, body: transactions }),
});
