import { z } from 'zod';
import type { ListPersonsQuery, ListPersonsQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

/** Persons reachable through accounts in scope, newest first; `from` and `to` are dates of creation. */
export const listPersons = mirrored({
  operationId: 'listPersons',
  method: 'GET',
  path: '/persons',
  summary: 'List persons',
  description: 'Borrowers reachable through accounts in scope, newest first; `from` and `to` are dates of creation.',
  tag: 'Persons',
  scope: 'persons:read',
  request: z.object({ query: listQuery }),
  variables: ({ query }): ListPersonsQueryVariables => query,
  success: ({ persons }: ListPersonsQuery) => ({ status: 200, body: persons }),
});
