import { z } from 'zod';
import type {
  ListAccountTransactionsQuery,
  ListAccountTransactionsQueryVariables,
} from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';
import { mirrored } from '../mirrored.js';

/** All transactions of an account, in the order of `GET /transactions`. */
export const listAccountTransactions = mirrored({
  operationId: 'listAccountTransactions',
  method: 'GET',
  path: '/accounts/{id}/transactions',
  summary: "List an account's transactions",
  description: 'Latest first, rows without a date last; `from` or `to` leaves those out.',
  tag: 'Transactions',
  refusals: ['account_not_found'],
  scope: 'transactions:read',
  request: z.object({ path: z.object({ id: z.string() }), query: listQuery }),
  variables: ({ path, query }): ListAccountTransactionsQueryVariables => ({ account_id: path.id, ...query }),
  success: ({ transactions }: ListAccountTransactionsQuery) => ({ status: 200, body: transactions }),
});
