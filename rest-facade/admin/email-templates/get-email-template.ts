import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { GetEmailTemplateQuery, GetEmailTemplateQueryVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

/** One template. */
export const getEmailTemplate = operation({
  operationId: 'getEmailTemplate',
  method: 'GET',
  path: '/email-templates/{id}',
  summary: 'Read an email template',
  tag: 'Email templates',
  refusals: ['email_template_not_found'],
  area: 'admin',
  scope: 'email_templates:read',
  request: z.object({ path: z.object({ id: z.string() }), query: organizationQuery }),
  variables: ({ path }): GetEmailTemplateQueryVariables => path,
  success: ({ emailTemplate }: GetEmailTemplateQuery) => ({ status: 200, body: emailTemplate }),
});
