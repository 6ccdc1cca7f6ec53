import { type IsoInstant, isoInstantAt } from '../../../core/dates.js';
import type { ScopedModels } from '../../../core/db/prisma.js';
import { statement } from '../../../core/db/statement.js';
import { workspaceList } from '../workspace/workspace-list.js';

export interface EmailTemplateRow {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly subjectTemplate: string;
  readonly description: string | null;
  readonly htmlTemplate: string | null;
  readonly textTemplate: string | null;
  readonly createdAt: IsoInstant;
}

const COLUMNS = `t.id, t.organization_id as "organizationId", t.workspace_id as "workspaceId", t.name,
  t.subject_template as "subjectTemplate", t.description, t.html_template as "htmlTemplate",
  t.text_template as "textTemplate", t.created_at as "createdAt"`;

/** Undefined: none with this id is within reach. */
export async function emailTemplate(models: ScopedModels, id: string): Promise<EmailTemplateRow | undefined> {
  const found = await models.emailTemplate.findFirst({ where: { id } });
  return found === null ? undefined : { ...found, createdAt: isoInstantAt(found.createdAt) };
}

/** Nobody else changes it until the transaction ends. */
export const lockEmailTemplate = statement<{ id: string }, EmailTemplateRow>({
  name: 'email_template.lock',
  text: ({ p, scope }) => `
    select ${COLUMNS} from email_template t where t.id = ${p.id} and ${scope('t.organization_id')} for update`,
});

export const EMAIL_TEMPLATES = workspaceList<EmailTemplateRow>({
  table: 'email_template',
  alias: 't',
  columns: COLUMNS,
});

type NewTemplate = {
  id: string;
  workspaceId: string;
  name: string;
  subjectTemplate: string;
  description: string | null;
  htmlTemplate: string | null;
  textTemplate: string | null;
};

/** No row: the workspace is not within reach. */
export const insertEmailTemplate = statement<NewTemplate, EmailTemplateRow>({
  name: 'email_template.insert',
  text: ({ p, scope }) => `
    insert into email_template as t (id, organization_id, workspace_id, name, subject_template, description, html_template,
      text_template)
    select ${p.id}::text, w.organization_id, w.id, ${p.name}::text, ${p.subjectTemplate}::text, ${p.description}::text,
      ${p.htmlTemplate}::text, ${p.textTemplate}::text
      from workspace w where w.id = ${p.workspaceId} and ${scope('w.organization_id')}
    returning ${COLUMNS}`,
});

type Change = {
  id: string;
  workspaceId: string | null;
  name: string | null;
  subjectTemplate: string | null;
  setsDescription: boolean;
  description: string | null;
  setsHtmlTemplate: boolean;
  htmlTemplate: string | null;
  setsTextTemplate: boolean;
  textTemplate: string | null;
};

/** What is left out stays. No row: the template is not within reach, or the workspace that it should move to is not. */
export const updateEmailTemplate = statement<Change, EmailTemplateRow>({
  name: 'email_template.update',
  text: ({ p, scope }) => `
    update email_template t set
      organization_id = w.organization_id,
      workspace_id = w.id,
      name = coalesce(${p.name}::text, t.name),
      subject_template = coalesce(${p.subjectTemplate}::text, t.subject_template),
      description = case when ${p.setsDescription}::boolean then ${p.description}::text else t.description end,
      html_template = case when ${p.setsHtmlTemplate}::boolean then ${p.htmlTemplate}::text else t.html_template end,
      text_template = case when ${p.setsTextTemplate}::boolean then ${p.textTemplate}::text else t.text_template end
      from workspace w
     where t.id = ${p.id} and ${scope('t.organization_id')}
       and w.id = coalesce(${p.workspaceId}::text, t.workspace_id) and ${scope('w.organization_id')}
    returning ${COLUMNS}`,
});
