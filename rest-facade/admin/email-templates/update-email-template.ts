import { z } from 'zod';
import { withoutUndefined } from '../../../core/contract/checked-write.js';
import { updateEmailTemplateBody } from '../../../core/contract/messaging-request-bodies.js';
import { operation } from '../../declare-operation-route.js';
import type { UpdateEmailTemplateMutation, UpdateEmailTemplateMutationVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

/** Every field is optional; null does not change a field that cannot be null. */
export const updateEmailTemplate = operation({
  operationId: 'updateEmailTemplate',
  method: 'PUT',
  path: '/email-templates/{id}',
  summary: 'Update an email template',
  description: 'Omitted fields do not change. Null does not change a field that cannot be null.',
  tag: 'Email templates',
  refusals: ['email_template_not_found'],
  area: 'admin',
  scope: 'email_templates:write',
  request: z.object({ path: z.object({ id: z.string() }), query: organizationQuery, body: updateEmailTemplateBody }),
  variables: ({ path, body }): UpdateEmailTemplateMutationVariables => ({
    ...path,
    input: withoutUndefined({
      workspaceId: body.workspace_id,
      name: body.name,
      subjectTemplate: body.subject_template,
      description: body.description,
      htmlTemplate: body.html_template,
      textTemplate: body.text_template,
    }),
  }),
  success: ({ updateEmailTemplate: updated }: UpdateEmailTemplateMutation) => ({ status: 200, body: updated }),
});
