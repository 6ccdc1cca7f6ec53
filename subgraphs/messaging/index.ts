import { requireScope } from '../../core/auth/principal.js';
import type { Database } from '../../core/db/database.js';
import { batched } from '../../core/graphql/batch.js';
import { buildSubgraph, type Subgraph } from '../../core/graphql/subgraph.js';
import { WorkspaceResolver } from './workspace/workspace.resolver.js';
import { type WorkspaceRow, workspacesByIds } from './workspace/workspace.store.js';

/** The messaging subgraph: workspaces, and later what lives in them. */
export function buildMessaging({ db }: { readonly db: Database }): Subgraph {
  const workspaceById = batched<WorkspaceRow>(async (ids, { principal }) => {
    requireScope(principal, 'workspace:read');
    const rows = new Map((await db.many(principal, workspacesByIds, { ids })).map((row) => [row.id, row]));
    return ids.map((id) => rows.get(id) ?? new Error('workspace vanished'));
  });
  return buildSubgraph({
    name: 'messaging',
    resolvers: [new WorkspaceResolver(db)],
    references: { Workspace: ({ id }, context) => workspaceById(id, context) },
  });
}
