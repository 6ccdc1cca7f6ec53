import { z } from 'zod';
import type { ListTransactionsQuery, ListTransactionsQueryVariables } from '../../generated/operations.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';
import { transactionQuery } from './transaction-query.js';

/**
 * All transactions of the accounts in scope. Rows without a date come last, and only if neither `from` nor `to` is
 * given.
 */
export const listTransactions = mirrored({
  operationId: 'listTransactions',
  method: 'GET',
  path: '/transactions',
  summary: 'List transactions',
  description:
    'All transactions of the accounts in scope, latest first, rows without a date last; `from` and `to` are dates of `effective_at`, and either one excludes rows without a date.',
  tag: 'Transactions',
  scope: 'transactions:read',
  request: z.object({ query: transactionQuery }),
  variables: ({ query: { type, ...query } }): ListTransactionsQueryVariables => ({ ...query, types: type }),
  success: ({ transactions }: ListTransactionsQuery) => ({ status: 200, body: transactions }),
});
