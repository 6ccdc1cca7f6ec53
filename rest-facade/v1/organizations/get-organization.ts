import { z } from 'zod';
import { ID_PATTERN } from '../../../core/ids.js';
import type { GetOrganizationQuery, GetOrganizationQueryVariables } from '../../generated/operations.js';
import { operation } from '../../route.js';

/** Spec 4.1: the one read that answers 422 to an id that cannot be one (DESIGN 7). */
export const getOrganization = operation({
  operationId: 'getOrganization',
  method: 'GET',
  path: '/v1/organizations/{party_id}',
  area: 'v1',
  scope: 'organizations:read',
  request: z.object({ path: z.object({ party_id: z.string().regex(ID_PATTERN) }) }),
  variables: ({ path }): GetOrganizationQueryVariables => path,
  success: ({ organization }: GetOrganizationQuery) => ({ status: 200, body: organization }),
});
