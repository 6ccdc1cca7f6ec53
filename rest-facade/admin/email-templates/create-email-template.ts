import { z } from 'zod';
import { createEmailTemplateBody } from '../../../core/contract/messaging-request-bodies.js';
import { operation } from '../../declare-operation-route.js';
import type { CreateEmailTemplateMutation, CreateEmailTemplateMutationVariables } from '../../generated/operations.js';
import { KEY_REFUSALS, optionalIdempotencyHeader } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';

/** 201 with the record. */
export const createEmailTemplate = operation({
  operationId: 'createEmailTemplate',
  method: 'POST',
  path: '/email-templates/',
  summary: 'Create an email template',
  description: 'Templates use Liquid; a syntax error is reported at its field.',
  tag: 'Email templates',
  area: 'admin',
  scope: 'email_templates:write',
  refusals: [...KEY_REFUSALS],
  request: z.object({ query: organizationQuery, header: optionalIdempotencyHeader, body: createEmailTemplateBody }),
  variables: ({ header, body }): CreateEmailTemplateMutationVariables => ({
    idempotency_key: header['Idempotency-Key'],
    input: {
      workspaceId: body.workspace_id,
      name: body.name,
      subjectTemplate: body.subject_template,
      description: body.description,
      htmlTemplate: body.html_template,
      textTemplate: body.text_template,
    },
  }),
  success: ({ createEmailTemplate: created }: CreateEmailTemplateMutation) => ({ status: 201, body: created }),
});
