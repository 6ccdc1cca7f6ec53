import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { ListWorkspaceAssetsQuery, ListWorkspaceAssetsQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';

/** Assets, newest first; filter `workspace_id`. */
export const listWorkspaceAssets = operation({
  operationId: 'listWorkspaceAssets',
  method: 'GET',
  path: '/workspace-assets/',
  summary: 'List assets',
  description: 'Newest first.',
  tag: 'Workspace content',
  area: 'admin',
  scope: 'workspace:read',
  request: z.object({
    query: listQuery.safeExtend({ workspace_id: z.string().describe('Only assets of this workspace.').optional() }),
  }),
  variables: ({ query }): ListWorkspaceAssetsQueryVariables => query,
  success: ({ workspaceAssets }: ListWorkspaceAssetsQuery) => ({ status: 200, body: workspaceAssets }),
});
