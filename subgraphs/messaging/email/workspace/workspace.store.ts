import { lockById } from '../../../../core/db/by-id.js';
import { columns, type RowOf } from '../../../../core/db/columns.js';
import type { ScopedModels } from '../../../../core/db/prisma.js';
import { rowOf, selected } from '../../../../core/db/prisma-rows-by-columns.js';
import { ownerOf } from '../../../../core/db/row-key.js';
import { statement } from '../../../../core/db/statement.js';

const WORKSPACE = columns('Workspace', 'w', ['id', 'organizationId', 'name']);
export type WorkspaceRow = RowOf<typeof WORKSPACE>;

export async function workspacesInScope({ workspace }: ScopedModels): Promise<readonly WorkspaceRow[]> {
  const found = await workspace.findMany({ select: selected(WORKSPACE), orderBy: { id: 'asc' } });
  return found.map((row) => rowOf(WORKSPACE, row));
}

export async function workspacesByIds(
  { workspace }: ScopedModels,
  ids: readonly string[],
): Promise<readonly WorkspaceRow[]> {
  const found = await workspace.findMany({ select: selected(WORKSPACE), where: { id: { in: [...ids] } } });
  return found.map((row) => rowOf(WORKSPACE, row));
}

/** For an organization in scope; otherwise writes and returns nothing. */
export async function insertWorkspace(
  { organization, workspace }: ScopedModels,
  row: WorkspaceRow,
): Promise<WorkspaceRow | undefined> {
  const owner = await organization.findFirst({ select: { id: true }, where: { id: row.organizationId } });
  if (owner === null) return undefined;
  return rowOf(WORKSPACE, await workspace.create({ select: selected(WORKSPACE), data: row }));
}

export const workspaceOwner = ownerOf('Workspace');

/**
 * Locks the workspace's placeholders until the transaction ends. Does not lock its key, so rows that only belong to
 * it (templates, campaigns) can be added at the same time.
 */
export const lockWorkspace = lockById('workspace.lock', 'Workspace', 'w', WORKSPACE, 'for no key update');

/** The merge field or asset that already has a placeholder. */
export const placeholderHolder = statement({
  name: 'workspace.placeholder_holder',
  takes: { workspaceId: 'Workspace.id', placeholder: 'text', exceptId: 'text' },
  gives: columns('WorkspaceMergeField', 'm', ['id']),
  text: ({ p, scope }) => `
    select m.id from workspace_merge_field m where m.workspace_id = ${p.workspaceId} and m.placeholder = ${p.placeholder}
      and m.id <> ${p.exceptId} and ${scope('m.organization_id')}
    union all
    select a.id from workspace_asset a where a.workspace_id = ${p.workspaceId} and a.placeholder = ${p.placeholder}
      and a.id <> ${p.exceptId} and ${scope('a.organization_id')}`,
});

/** A placeholder that a template may use, and its replacement. */
const FILLING = columns('WorkspaceMergeField', 'm', ['placeholder', 'value']);

/** The active merge fields and assets of a template's workspace whose placeholders occur in the template. */
export const fillingsOfTemplate = statement({
  name: 'workspace.fillings_of_template',
  takes: { templateId: 'EmailTemplate.id' },
  gives: FILLING,
  text: ({ p, scope }) => `
    with template as (
      select t.organization_id, t.workspace_id, concat_ws(' ', t.subject_template, t.html_template, t.text_template) as text
      from email_template t where t.id = ${p.templateId} and ${scope('t.organization_id')})
    select ${FILLING} from template t
      join workspace_merge_field m on m.organization_id = t.organization_id and m.workspace_id = t.workspace_id
     where m.is_active and strpos(t.text, m.placeholder) > 0
    union all
    select a.placeholder, a.url from template t
      join workspace_asset a on a.organization_id = t.organization_id and a.workspace_id = t.workspace_id
     where a.is_active and a.url is not null and strpos(t.text, a.placeholder) > 0`,
});
