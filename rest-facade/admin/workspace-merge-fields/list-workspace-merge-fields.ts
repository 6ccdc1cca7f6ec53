import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type {
  ListWorkspaceMergeFieldsQuery,
  ListWorkspaceMergeFieldsQueryVariables,
} from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';

/** Merge fields, newest first; filter `workspace_id`. */
export const listWorkspaceMergeFields = operation({
  operationId: 'listWorkspaceMergeFields',
  method: 'GET',
  path: '/workspace-merge-fields/',
  summary: 'List merge fields',
  description: 'Newest first.',
  tag: 'Workspace content',
  area: 'admin',
  scope: 'workspace:read',
  request: z.object({
    query: listQuery.safeExtend({
      workspace_id: z.string().describe('Only merge fields of this workspace.').optional(),
    }),
  }),
  variables: ({ query }): ListWorkspaceMergeFieldsQueryVariables => query,
  success: ({ workspaceMergeFields }: ListWorkspaceMergeFieldsQuery) => ({ status: 200, body: workspaceMergeFields }),
});
