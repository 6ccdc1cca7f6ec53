import { z } from 'zod';
import { ID_PATTERN } from '../../../core/ids/ids.js';
import { operation } from '../../declare-operation-route.js';
import type { GetOrganizationQuery, GetOrganizationQueryVariables } from '../../generated/operations.js';
import { commonQuery } from '../../request/list-query.js';
import type { Mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

const shared = {
  operationId: 'getOrganization',
  method: 'GET',
  scope: 'organizations:read',
  summary: 'Read an organization',
  tag: 'Organizations',
  refusals: ['organization_not_found'],
} as const;
const success = ({ organization }: GetOrganizationQuery) => ({ status: 200, body: organization });

/** The two areas differ here: for a malformed id `/v1` answers 422, unlike every other read, and Area B 404. */
export const getOrganization: Mirrored = [
  operation({
    ...shared,
    area: 'unversioned',
    path: '/organizations/{id}',
    request: z.object({ path: z.object({ id: z.string() }), query: commonQuery }),
    variables: ({ path }): GetOrganizationQueryVariables => ({ party_id: path.id }),
    success,
  }),
  operation({
    ...shared,
    area: 'v1',
    path: '/v1/organizations/{party_id}',
    request: z.object({ path: z.object({ party_id: z.string().regex(ID_PATTERN) }), query: commonQuery }),
    variables: ({ path }): GetOrganizationQueryVariables => path,
    success,
  }),
];
