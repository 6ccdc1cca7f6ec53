import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { GetWorkspaceMergeFieldQuery, GetWorkspaceMergeFieldQueryVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

/** One merge field. */
export const getWorkspaceMergeField = operation({
  operationId: 'getWorkspaceMergeField',
  method: 'GET',
  path: '/workspace-merge-fields/{id}',
  summary: 'Read a merge field',
  tag: 'Workspace content',
  refusals: ['merge_field_not_found'],
  area: 'admin',
  scope: 'workspace:read',
  request: z.object({ path: z.object({ id: z.string() }), query: organizationQuery }),
  variables: ({ path }): GetWorkspaceMergeFieldQueryVariables => path,
  success: ({ workspaceMergeField }: GetWorkspaceMergeFieldQuery) => ({ status: 200, body: workspaceMergeField }),
});
