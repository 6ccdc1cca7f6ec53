import { statement } from '../../../core/db/statement.js';

export interface WorkspaceRow {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
}

const SELECT = 'select id, organization_id as "organizationId", name from workspace';

export const workspacesInScope = statement<Record<string, never>, WorkspaceRow>({
  name: 'workspace.in_scope',
  text: ({ scope }) => `${SELECT} where ${scope('organization_id')} order by id`,
});

export const workspacesByIds = statement<{ ids: readonly string[] }, WorkspaceRow>({
  name: 'workspace.by_ids',
  text: ({ p, scope }) => `${SELECT} where id = any(${p.ids}::text[]) and ${scope('organization_id')}`,
});
