import { lockById } from '../../../../core/db/by-id.js';
import { columns, type RowOf } from '../../../../core/db/columns.js';
import type { ScopedModels } from '../../../../core/db/prisma.js';
import { definedFields, rowOf, selected } from '../../../../core/db/prisma-rows-by-columns.js';
import { workspaceList } from '../workspace/list-of-workspace-contents.js';

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

/** Undefined when no template with this id is in scope. */
export async function emailTemplate(models: ScopedModels, id: string): Promise<EmailTemplateRow | undefined> {
  const found = await models.emailTemplate.findFirst({ select: selected(TEMPLATE), where: { id } });
  return found === null ? undefined : rowOf(TEMPLATE, found);
}

/** Locks it until the transaction ends. */
export const lockEmailTemplate = lockById('email_template.lock', 'EmailTemplate', 't', TEMPLATE, 'for update');

export const EMAIL_TEMPLATES = workspaceList('EmailTemplate', 't', TEMPLATE);

type NewTemplate = Omit<EmailTemplateRow, 'createdAt'>;

/** The foreign key guarantees that the workspace belongs to its organization. */
export async function insertEmailTemplate(
  { emailTemplate }: ScopedModels,
  row: NewTemplate,
): Promise<EmailTemplateRow> {
  return rowOf(TEMPLATE, await emailTemplate.create({ select: selected(TEMPLATE), data: row }));
}

/** Undefined fields keep their values. */
type TemplateChange = {
  readonly [F in Exclude<keyof NewTemplate, 'id' | 'organizationId'>]: NewTemplate[F] | undefined;
};

/**
 * Only under its lock. It can move only to workspaces of its own organization: the organization is part of its key
 * and of the foreign key, and never changes.
 */
export async function updateEmailTemplate(
  { emailTemplate }: ScopedModels,
  { organizationId, id }: Pick<EmailTemplateRow, 'organizationId' | 'id'>,
  change: TemplateChange,
): Promise<EmailTemplateRow> {
  const where = { organizationId_id: { organizationId, id } };
  return rowOf(
    TEMPLATE,
    await emailTemplate.update({ select: selected(TEMPLATE), where, data: definedFields(change) }),
  );
}
