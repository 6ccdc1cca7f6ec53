import type { ScopedModels } from '../../../core/db/prisma.js';
import { statement } from '../../../core/db/statement.js';

export interface WorkspaceRow {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
}

const SELECT = 'select id, organization_id as "organizationId", name from workspace';

export function workspacesInScope({ workspace }: ScopedModels): Promise<readonly WorkspaceRow[]> {
  return workspace.findMany({ select: { id: true, organizationId: true, name: true }, orderBy: { id: 'asc' } });
}

export const workspacesByIds = statement<{ ids: readonly string[] }, WorkspaceRow>({
  name: 'workspace.by_ids',
  text: ({ p, scope }) => `${SELECT} where id = any(${p.ids}::text[]) and ${scope('organization_id')}`,
});

/** Of an organization within reach; otherwise nothing is written, and nothing answered. */
export const insertWorkspace = statement<{ id: string; organizationId: string; name: string }, WorkspaceRow>({
  name: 'workspace.insert',
  text: ({ p, scope }) => `
    insert into workspace (id, organization_id, name)
    select ${p.id}, o.id, ${p.name} from organization o where o.id = ${p.organizationId} and ${scope('o.id')}
    returning id, organization_id as "organizationId", name`,
});

/**
 * Holds the workspace's placeholders until the transaction ends. Not its key: rows that only belong to it (templates, campaigns)
 * may be added meanwhile.
 */
export const lockWorkspace = statement<{ id: string }, WorkspaceRow>({
  name: 'workspace.lock',
  text: ({ p, scope }) => `${SELECT} where id = ${p.id} and ${scope('organization_id')} for no key update`,
});

type Claimed = { workspaceId: string; placeholder: string; exceptId: string };

/** What has a placeholder already, be it a merge field or an asset. */
export const placeholderHolder = statement<Claimed, { readonly id: string }>({
  name: 'workspace.placeholder_holder',
  text: ({ p, scope }) => `
    select m.id from workspace_merge_field m where m.workspace_id = ${p.workspaceId} and m.placeholder = ${p.placeholder}
      and m.id <> ${p.exceptId} and ${scope('m.organization_id')}
    union all
    select a.id from workspace_asset a where a.workspace_id = ${p.workspaceId} and a.placeholder = ${p.placeholder}
      and a.id <> ${p.exceptId} and ${scope('a.organization_id')}`,
});

/** A name that a template may use, and what takes its place. */
export interface Filling {
  readonly placeholder: string;
  readonly value: string;
}

/** What the active merge fields and assets of a template's workspace fill, of the names that occur in it at all. */
export const fillingsOfTemplate = statement<{ templateId: string }, Filling>({
  name: 'workspace.fillings_of_template',
  text: ({ p, scope }) => `
    with template as (
      select t.organization_id, t.workspace_id, concat_ws(' ', t.subject_template, t.html_template, t.text_template) as text
      from email_template t where t.id = ${p.templateId} and ${scope('t.organization_id')})
    select m.placeholder, m.value from template t
      join workspace_merge_field m on m.organization_id = t.organization_id and m.workspace_id = t.workspace_id
     where m.is_active and strpos(t.text, m.placeholder) > 0
    union all
    select a.placeholder, a.url from template t
      join workspace_asset a on a.organization_id = t.organization_id and a.workspace_id = t.workspace_id
     where a.is_active and a.url is not null and strpos(t.text, a.placeholder) > 0`,
});
