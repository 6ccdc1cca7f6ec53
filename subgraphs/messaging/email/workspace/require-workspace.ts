import type { Queries } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import { isId } from '../../../../core/ids/ids.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { type WorkspaceRow, workspacesByIds } from './workspace.store.js';

/**
 * For requests about one workspace. Needs no scope of its own, because it reveals no more than the response does.
 *
 * @throws {Problem} `workspace_not_found`, the same for a foreign and a missing id.
 */
export async function requireWorkspace(db: Queries, principal: Principal, id: string): Promise<WorkspaceRow> {
  const found = isId(id) ? (await workspacesByIds(db.models(principal), [id]))[0] : undefined;
  if (found === undefined) throw new Problem('workspace_not_found');
  return found;
}
