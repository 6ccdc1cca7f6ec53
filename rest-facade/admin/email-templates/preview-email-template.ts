import { z } from 'zod';
import { previewBody } from '../../../core/contract/messaging-request-bodies.js';
import { operation } from '../../declare-operation-route.js';
import type { PreviewEmailTemplateQuery, PreviewEmailTemplateQueryVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

/** Renders a template. It changes nothing, so read access is enough. */
export const previewEmailTemplate = operation({
  operationId: 'previewEmailTemplate',
  method: 'POST',
  path: '/email-templates/{id}/preview',
  summary: 'Preview an email template',
  description:
    'Renders the template; changes nothing. Sample data takes precedence over the workspace’s merge fields and assets.',
  tag: 'Email templates',
  refusals: ['email_template_not_found'],
  area: 'admin',
  scope: 'email_templates:read',
  request: z.object({
    path: z.object({ id: z.string() }),
    query: organizationQuery,
    body: previewBody.optional(),
  }),
  variables: ({ path, body }): PreviewEmailTemplateQueryVariables => ({ ...path, sample_data: body?.sample_data }),
  success: ({ previewEmailTemplate: preview }: PreviewEmailTemplateQuery) => ({ status: 200, body: preview }),
});
