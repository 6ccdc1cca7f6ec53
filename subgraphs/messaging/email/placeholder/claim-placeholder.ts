import type { Transaction } from '../../../../core/db/database.js';
import { wholeKey } from '../../../../core/db/whole-key.js';
import { invalid } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import { isId } from '../../../../core/ids/ids.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { unknownWorkspace } from '../workspace/refusals.js';
import { lockWorkspace, placeholderHolder, type WorkspaceRow, workspaceOwner } from '../workspace/workspace.store.js';

interface Claim {
  readonly workspaceId: string;
  readonly placeholder: string;
  /** What may have it already: the one that claims it anew. */
  readonly exceptId: string;
}

/**
 * Makes sure that nothing else in the workspace has a placeholder, and that nothing takes it before the transaction ends: each
 * table has a unique key, the workspace's lock covers the two together.
 *
 * @returns the workspace.
 * @throws {Problem} `validation_failed` for a placeholder that is taken, or a workspace that is not within reach.
 */
export async function claimPlaceholder(tx: Transaction, principal: Principal, claim: Claim): Promise<WorkspaceRow> {
  const { workspaceId, placeholder } = claim;
  const organizationId = await organizationOf(tx, principal, workspaceId);
  const workspace = await tx.first(principal, lockWorkspace, { organizationId, id: workspaceId });
  if (workspace === undefined) throw invalid([unknownWorkspace(workspaceId)]);
  const holder = await tx.first(principal, placeholderHolder, { ...claim });
  if (holder === undefined) return workspace;
  const error = 'a merge field or an asset of the workspace has this placeholder';
  throw invalid([wrongValue('placeholder', error, placeholder)]);
}

/** Whose a workspace is. @throws {Problem} `validation_failed` for one that is not within reach. */
export async function organizationOf(tx: Transaction, principal: Principal, workspaceId: string): Promise<string> {
  const key = isId(workspaceId) ? await wholeKey(tx, principal, workspaceOwner, workspaceId) : undefined;
  if (key === undefined) throw invalid([unknownWorkspace(workspaceId)]);
  return key.organizationId;
}
