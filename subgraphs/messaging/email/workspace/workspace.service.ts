import { Problem } from '../../../../core/errors/problem.js';
import { rowById } from '../../../../core/graphql/batched-reads.js';
import { isId } from '../../../../core/ids/ids.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { createWorkspace, type NewWorkspace } from './create-workspace.js';
import { type WorkspaceRow, workspacesByIds, workspacesInScope } from './workspace.store.js';

/** Reads workspaces in the caller's scope, and creates them for admins. */
export class WorkspaceService {
  constructor(private readonly parts: Pick<ServiceParts, 'db' | 'clock'>) {}

  /** See `createWorkspace`. */
  create(principal: Principal, request: NewWorkspace): Promise<WorkspaceRow> {
    return createWorkspace(this.parts, principal, request);
  }

  async all(principal: Principal): Promise<readonly WorkspaceRow[]> {
    requireScope(principal, 'workspace:read');
    return workspacesInScope(this.parts.db.models(principal));
  }

  /** @throws {Problem} `workspace_not_found`, the same for a foreign and a missing id. */
  async one(principal: Principal, id: string): Promise<WorkspaceRow> {
    const [found] = await this.many(principal, [id]);
    if (found === undefined || found instanceof Error) throw found ?? new Problem('workspace_not_found');
    return found;
  }

  /** In the order of `ids`, with an error for each one out of scope. */
  async many(principal: Principal, ids: readonly string[]): Promise<readonly (WorkspaceRow | Error)[]> {
    requireScope(principal, 'workspace:read');
    const rows = await workspacesByIds(this.parts.db.models(principal), ids.filter(isId));
    return rowById(ids, rows, () => new Problem('workspace_not_found'));
  }
}
