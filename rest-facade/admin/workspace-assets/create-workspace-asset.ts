import { z } from 'zod';
import { createAssetBody } from '../../../core/contract/messaging-request-bodies.js';
import { operation } from '../../declare-operation-route.js';
import type {
  CreateWorkspaceAssetMutation,
  CreateWorkspaceAssetMutationVariables,
} from '../../generated/operations.js';
import { KEY_REFUSALS, optionalIdempotencyHeader } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';

/** 201 with the record. */
export const createWorkspaceAsset = operation({
  operationId: 'createWorkspaceAsset',
  method: 'POST',
  path: '/workspace-assets/',
  summary: 'Create an asset',
  tag: 'Workspace content',
  area: 'admin',
  scope: 'workspace:write',
  refusals: [...KEY_REFUSALS],
  request: z.object({ query: organizationQuery, header: optionalIdempotencyHeader, body: createAssetBody }),
  variables: ({ header, body }): CreateWorkspaceAssetMutationVariables => ({
    idempotency_key: header['Idempotency-Key'],
    input: {
      workspaceId: body.workspace_id,
      placeholder: body.placeholder,
      name: body.name,
      description: body.description,
      url: body.url,
      isActive: body.is_active,
    },
  }),
  success: ({ createWorkspaceAsset: created }: CreateWorkspaceAssetMutation) => ({ status: 201, body: created }),
});
