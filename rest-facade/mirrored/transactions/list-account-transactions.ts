import { z } from 'zod';
import type {
  ListAccountTransactionsQuery,
  ListAccountTransactionsQueryVariables,
} from '../../generated/operations.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';
import { transactionQuery } from './transaction-query.js';

/** All transactions of an account, in the order of `GET /transactions`. */
export const listAccountTransactions = mirrored({
  operationId: 'listAccountTransactions',
  method: 'GET',
  path: '/accounts/{id}/transactions',
  summary: "List an account's transactions",
  description:
    'Latest first, rows without a date last; `from` and `to` are dates of `effective_at`, and either one excludes rows without a date.',
  tag: 'Transactions',
  refusals: ['account_not_found'],
  scope: 'transactions:read',
  request: z.object({ path: z.object({ id: z.string() }), query: transactionQuery }),
  variables: ({ path, query: { type, ...query } }): ListAccountTransactionsQueryVariables => ({
    account_id: path.id,
    ...query,
    types: type,
  }),
  success: ({ transactions }: ListAccountTransactionsQuery) => ({ status: 200, body: transactions }),
});
