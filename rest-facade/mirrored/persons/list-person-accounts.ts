import { z } from 'zod';
import type { ListPersonAccountsQuery, ListPersonAccountsQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

/** Accounts where the person is primary borrower, in the order of `GET /accounts`. */
export const listPersonAccounts = mirrored({
  operationId: 'listPersonAccounts',
  method: 'GET',
  path: '/persons/{party_id}/accounts',
  summary: "List a person's accounts",
  description: 'Accounts where the person is primary borrower, newest first.',
  tag: 'Persons',
  refusals: ['person_not_found'],
  scope: 'accounts:read',
  request: z.object({ path: z.object({ party_id: z.string() }), query: listQuery }),
  variables: ({ path, query }): ListPersonAccountsQueryVariables => ({ ...path, ...query }),
  success: ({ accounts }: ListPersonAccountsQuery) => ({ status: 200, body: accounts }),
});
