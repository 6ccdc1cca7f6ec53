import type { Transaction } from '../../../../core/db/database.js';
import { findRowKey } from '../../../../core/db/row-key.js';
import { invalid } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import { isId } from '../../../../core/ids/ids.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { unknownWorkspace } from '../workspace/unknown-workspace-issue.js';
import { lockWorkspace, placeholderHolder, type WorkspaceRow, workspaceOwner } from '../workspace/workspace.store.js';

interface Claim {
  readonly workspaceId: string;
  readonly placeholder: string;
  /** The object that may have it already: the one that claims it again. */
  readonly exceptId: string;
}

/**
 * Makes sure that no other object in the workspace has the placeholder, and that none takes it before the transaction
 * ends. Each table has a unique key; the workspace's lock covers both tables together.
 *
 * @returns the workspace.
 * @throws {Problem} `validation_failed` for a taken placeholder or a workspace out of scope.
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

/** A workspace's organization. @throws {Problem} `validation_failed` for a workspace out of scope. */
export async function organizationOf(tx: Transaction, principal: Principal, workspaceId: string): Promise<string> {
  const key = isId(workspaceId) ? await findRowKey(tx, principal, workspaceOwner, workspaceId) : undefined;
  if (key === undefined) throw invalid([unknownWorkspace(workspaceId)]);
  return key.organizationId;
}
