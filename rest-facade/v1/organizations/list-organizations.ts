import { z } from 'zod';
import type { ListOrganizationsQuery, ListOrganizationsQueryVariables } from '../../generated/operations.js';
import { operation } from '../../route.js';
import { pageQuery } from '../page.js';

/** The organizations of the key's allowlist. */
export const listOrganizations = operation({
  operationId: 'listOrganizations',
  method: 'GET',
  path: '/v1/organizations',
  area: 'v1',
  scope: 'organizations:read',
  request: z.object({ query: pageQuery }),
  variables: ({ query }): ListOrganizationsQueryVariables => query,
  success: ({ organizations }: ListOrganizationsQuery) => ({ status: 200, body: organizations }),
});
