import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { ListEmailTemplatesQuery, ListEmailTemplatesQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';

/** Templates, newest first; filter `workspace_id`. */
export const listEmailTemplates = operation({
  operationId: 'listEmailTemplates',
  method: 'GET',
  path: '/email-templates/',
  summary: 'List email templates',
  description: 'Newest first.',
  tag: 'Email templates',
  area: 'admin',
  scope: 'email_templates:read',
  request: z.object({
    query: listQuery.safeExtend({ workspace_id: z.string().describe('Only templates of this workspace.').optional() }),
  }),
  variables: ({ query }): ListEmailTemplatesQueryVariables => query,
  success: ({ emailTemplates }: ListEmailTemplatesQuery) => ({ status: 200, body: emailTemplates }),
});
