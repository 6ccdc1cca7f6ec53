import { z } from 'zod';
import type { ListAccountsQuery, ListAccountsQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';
import { mirrored } from '../mirrored.js';

/** The accounts in scope, newest first; `from` and `to` are dates of creation. */
export const listAccounts = mirrored({
  operationId: 'listAccounts',
  method: 'GET',
  path: '/accounts',
  summary: 'List accounts',
  description: 'Newest first; `from` and `to` are dates of creation.',
  tag: 'Accounts',
  scope: 'accounts:read',
  request: z.object({ query: listQuery }),
  variables: ({ query }): ListAccountsQueryVariables => query,
  success: ({ accounts }: ListAccountsQuery) => ({ status: 200, body: accounts }),
});
