import { isoInstantAt } from '../../../core/dates.js';
import { columns, type RowOf } from '../../../core/db/columns.js';
import type { ScopedModels } from '../../../core/db/prisma.js';
import { statement } from '../../../core/db/statement.js';
import { assigned, inserted, LEFT_OUT, sql } from '../../../core/db/written.js';
import { workspaceList } from '../workspace/workspace-list.js';

const TEMPLATE = columns('EmailTemplate', 't', [
  'id',
  'organizationId',
  'workspaceId',
  'name',
  'subjectTemplate',
  'description',
  'htmlTemplate',
  'textTemplate',
  'createdAt',
]);
export type EmailTemplateRow = RowOf<typeof TEMPLATE>;

/** Undefined: none with this id is within reach. */
export async function emailTemplate(models: ScopedModels, id: string): Promise<EmailTemplateRow | undefined> {
  const found = await models.emailTemplate.findFirst({ where: { id } });
  return found === null ? undefined : { ...found, createdAt: isoInstantAt(found.createdAt) };
}

/** Nobody else changes it until the transaction ends. */
export const lockEmailTemplate = statement({
  name: 'email_template.lock',
  takes: { id: 'EmailTemplate.id' },
  gives: TEMPLATE,
  text: ({ p, scope }) => `
    select ${TEMPLATE} from email_template t where t.id = ${p.id} and ${scope('t.organization_id')} for update`,
});

export const EMAIL_TEMPLATES = workspaceList('EmailTemplate', 't', TEMPLATE);

/** No row: the workspace is not within reach. */
export const insertEmailTemplate = statement({
  name: 'email_template.insert',
  takes: {
    id: 'EmailTemplate.id',
    workspaceId: 'Workspace.id',
    name: 'EmailTemplate.name',
    subjectTemplate: 'EmailTemplate.subjectTemplate',
    description: 'EmailTemplate.description',
    htmlTemplate: 'EmailTemplate.htmlTemplate',
    textTemplate: 'EmailTemplate.textTemplate',
  },
  gives: TEMPLATE,
  text: ({ p, scope }) => {
    const row = {
      id: p.id,
      organizationId: sql('w.organization_id'),
      workspaceId: sql('w.id'),
      name: p.name,
      subjectTemplate: p.subjectTemplate,
      description: p.description,
      htmlTemplate: p.htmlTemplate,
      textTemplate: p.textTemplate,
      createdAt: LEFT_OUT,
    } as const;
    const { into, values } = inserted('EmailTemplate', row, 't');
    return `
    insert into ${into}
    select ${values} from workspace w where w.id = ${p.workspaceId} and ${scope('w.organization_id')}
    returning ${TEMPLATE}`;
  },
});

/**
 * What is left out stays. No row: the template is not within reach, or the workspace that it should move to is not one of its
 * organization within reach. A row's organization is part of its key, and never changes.
 */
export const updateEmailTemplate = statement({
  name: 'email_template.update',
  takes: {
    id: 'EmailTemplate.id',
    workspaceId: 'EmailTemplate.workspaceId?',
    name: 'EmailTemplate.name?',
    subjectTemplate: 'EmailTemplate.subjectTemplate?',
    setsDescription: 'bool',
    description: 'EmailTemplate.description',
    setsHtmlTemplate: 'bool',
    htmlTemplate: 'EmailTemplate.htmlTemplate',
    setsTextTemplate: 'bool',
    textTemplate: 'EmailTemplate.textTemplate',
  },
  gives: TEMPLATE,
  text: ({ p, scope }) => {
    const changes = assigned('EmailTemplate', {
      workspaceId: sql('w.id'),
      name: sql(`coalesce(${p.name}::text, t.name)`),
      subjectTemplate: sql(`coalesce(${p.subjectTemplate}::text, t.subject_template)`),
      description: sql(`case when ${p.setsDescription}::boolean then ${p.description}::text else t.description end`),
      htmlTemplate: sql(
        `case when ${p.setsHtmlTemplate}::boolean then ${p.htmlTemplate}::text else t.html_template end`,
      ),
      textTemplate: sql(
        `case when ${p.setsTextTemplate}::boolean then ${p.textTemplate}::text else t.text_template end`,
      ),
    });
    return `
    update email_template t set ${changes}
      from workspace w
     where t.id = ${p.id} and ${scope('t.organization_id')}
       and w.organization_id = t.organization_id and w.id = coalesce(${p.workspaceId}::text, t.workspace_id)
    returning ${TEMPLATE}`;
  },
});
