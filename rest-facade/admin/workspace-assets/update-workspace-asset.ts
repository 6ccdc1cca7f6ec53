import { z } from 'zod';
import { withoutUndefined } from '../../../core/contract/checked-write.js';
import { updateAssetBody } from '../../../core/contract/messaging-request-bodies.js';
import { operation } from '../../declare-operation-route.js';
import type {
  UpdateWorkspaceAssetMutation,
  UpdateWorkspaceAssetMutationVariables,
} from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

/** Every field is optional; null does not change a field that cannot be null. */
export const updateWorkspaceAsset = operation({
  operationId: 'updateWorkspaceAsset',
  method: 'PUT',
  path: '/workspace-assets/{id}',
  summary: 'Update an asset',
  description:
    'Omitted and null fields do not change. `url` can be set once, for an asset that has none; after that it never changes.',
  tag: 'Workspace content',
  refusals: ['asset_not_found'],
  area: 'admin',
  scope: 'workspace:write',
  request: z.object({ path: z.object({ id: z.string() }), query: organizationQuery, body: updateAssetBody }),
  variables: ({ path, body }): UpdateWorkspaceAssetMutationVariables => ({
    ...path,
    input: withoutUndefined({
      placeholder: body.placeholder,
      name: body.name,
      description: body.description,
      url: body.url,
      isActive: body.is_active,
    }),
  }),
  success: ({ updateWorkspaceAsset: updated }: UpdateWorkspaceAssetMutation) => ({ status: 200, body: updated }),
});
