import { z } from 'zod';
import { withoutUndefined } from '../../../core/contract/checked-write.js';
import { updateMergeFieldBody } from '../../../core/contract/messaging-request-bodies.js';
import { operation } from '../../declare-operation-route.js';
import type {
  UpdateWorkspaceMergeFieldMutation,
  UpdateWorkspaceMergeFieldMutationVariables,
} from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

/** Every field is optional; null does not change a field that cannot be null. */
export const updateWorkspaceMergeField = operation({
  operationId: 'updateWorkspaceMergeField',
  method: 'PUT',
  path: '/workspace-merge-fields/{id}',
  summary: 'Update a merge field',
  description: 'Omitted and null fields do not change.',
  tag: 'Workspace content',
  refusals: ['merge_field_not_found'],
  area: 'admin',
  scope: 'workspace:write',
  request: z.object({ path: z.object({ id: z.string() }), query: organizationQuery, body: updateMergeFieldBody }),
  variables: ({ path, body }): UpdateWorkspaceMergeFieldMutationVariables => ({
    ...path,
    input: withoutUndefined({
      placeholder: body.placeholder,
      name: body.name,
      description: body.description,
      value: body.value,
      isActive: body.is_active,
    }),
  }),
  success: ({ updateWorkspaceMergeField: updated }: UpdateWorkspaceMergeFieldMutation) => ({
    status: 200,
    body: updated,
  }),
});
