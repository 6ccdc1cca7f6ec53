import { z } from 'zod';
import type { ListOrganizationsQuery, ListOrganizationsQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

/** The organizations of the key's allowlist, by id; `from` and `to` are dates of creation. */
export const listOrganizations = mirrored({
  operationId: 'listOrganizations',
  method: 'GET',
  path: '/organizations',
  summary: 'List organizations',
  description: 'The organizations of the allowlist, by id; `from` and `to` are dates of creation.',
  tag: 'Organizations',
  scope: 'organizations:read',
  request: z.object({ query: listQuery }),
  variables: ({ query }): ListOrganizationsQueryVariables => query,
  success: ({ organizations }: ListOrganizationsQuery) => ({ status: 200, body: organizations }),
});
