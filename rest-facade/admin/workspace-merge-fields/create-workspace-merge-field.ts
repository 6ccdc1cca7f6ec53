import { z } from 'zod';
import { createMergeFieldBody } from '../../../core/contract/messaging-request-bodies.js';
import { operation } from '../../declare-operation-route.js';
import type {
  CreateWorkspaceMergeFieldMutation,
  CreateWorkspaceMergeFieldMutationVariables,
} from '../../generated/operations.js';
import { KEY_REFUSALS, optionalIdempotencyHeader } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';

/** 201 with the record. */
export const createWorkspaceMergeField = operation({
  operationId: 'createWorkspaceMergeField',
  method: 'POST',
  path: '/workspace-merge-fields/',
  summary: 'Create a merge field',
  tag: 'Workspace content',
  area: 'admin',
  scope: 'workspace:write',
  refusals: [...KEY_REFUSALS],
  request: z.object({ query: organizationQuery, header: optionalIdempotencyHeader, body: createMergeFieldBody }),
  variables: ({ header, body }): CreateWorkspaceMergeFieldMutationVariables => ({
    idempotency_key: header['Idempotency-Key'],
    input: {
      workspaceId: body.workspace_id,
      placeholder: body.placeholder,
      name: body.name,
      description: body.description,
      value: body.value,
      isActive: body.is_active,
    },
  }),
  success: ({ createWorkspaceMergeField: created }: CreateWorkspaceMergeFieldMutation) => ({
    status: 201,
    body: created,
  }),
});
