import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { GetWorkspaceAssetQuery, GetWorkspaceAssetQueryVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

/** One asset. */
export const getWorkspaceAsset = operation({
  operationId: 'getWorkspaceAsset',
  method: 'GET',
  path: '/workspace-assets/{id}',
  summary: 'Read an asset',
  tag: 'Workspace content',
  refusals: ['asset_not_found'],
  area: 'admin',
  scope: 'workspace:read',
  request: z.object({ path: z.object({ id: z.string() }), query: organizationQuery }),
  variables: ({ path }): GetWorkspaceAssetQueryVariables => path,
  success: ({ workspaceAsset }: GetWorkspaceAssetQuery) => ({ status: 200, body: workspaceAsset }),
});
