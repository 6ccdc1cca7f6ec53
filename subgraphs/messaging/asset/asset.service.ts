import { type Principal, requireScope, within } from '../../../core/auth/principal.js';
import { checkedBody } from '../../../core/contract/checked.js';
import { dateRange, instants } from '../../../core/contract/date-range.js';
import { createAssetBody, updateAssetBody } from '../../../core/contract/messaging.js';
import type { Database, Queries } from '../../../core/db/database.js';
import type { Cursors, Page } from '../../../core/db/keyset.js';
import { readPage } from '../../../core/db/list.js';
import { Problem } from '../../../core/errors/problem.js';
import { idFilter, isId, newId } from '../../../core/ids.js';
import type { WorkspaceListArguments } from '../workspace/list-arguments.js';
import { claimPlaceholder } from '../workspace/placeholders.js';
import { ASSETS, type AssetRow, assetsByIds, insertAsset, updateAsset } from './asset.store.js';

export interface AssetParts {
  readonly db: Database;
  readonly cursors: Cursors;
}

/** Files that the templates of a workspace may show (spec 2.10, 4.5). */
export class AssetService {
  readonly #parts: AssetParts;

  constructor(parts: AssetParts) {
    this.#parts = parts;
  }

  /** @throws {Problem} `asset_not_found`, the same for a foreign and a missing id. */
  async one(principal: Principal, id: string): Promise<AssetRow> {
    requireScope(principal, 'workspace:read');
    return withinAsset(this.#parts.db, principal, id);
  }

  /** Newest first; `from` and `to` are dates of creation, UTC. */
  async list(principal: Principal, request: WorkspaceListArguments): Promise<Page<AssetRow>> {
    requireScope(principal, 'workspace:read');
    const { organizationId, from, to, workspaceId } = request;
    const parameters = { workspaceId: idFilter(workspaceId), ...instants(dateRange(from, to)) };
    const caller = within(principal, organizationId);
    const filters = { organizationId, from, to, workspaceId };
    return readPage(this.#parts, caller, ASSETS, parameters, filters, request);
  }

  /** @throws {Problem} `validation_failed`, also for a placeholder that is taken and for a workspace out of reach. */
  async create(principal: Principal, body: unknown): Promise<AssetRow> {
    requireScope(principal, 'workspace:write');
    const { workspace_id: workspaceId, placeholder, name, ...rest } = checkedBody(createAssetBody, body);
    return this.#parts.db.transaction(async (tx) => {
      const id = newId();
      await claimPlaceholder(tx, principal, { workspaceId, placeholder, exceptId: id });
      const inserted = await tx.first(principal, insertAsset, {
        id,
        workspaceId,
        placeholder,
        name,
        description: rest.description ?? '',
        url: rest.url ?? null,
        isActive: rest.is_active ?? true,
      });
      if (inserted === undefined) throw new Error('a workspace vanished under its lock');
      return inserted;
    });
  }

  /** Changes what is sent. @throws {Problem} `asset_not_found`; `validation_failed`, also for a placeholder that is taken. */
  async update(principal: Principal, id: string, body: unknown): Promise<AssetRow> {
    requireScope(principal, 'workspace:write');
    const change = checkedBody(updateAssetBody, body);
    return this.#parts.db.transaction(async (tx) => {
      const { workspaceId } = await withinAsset(tx, principal, id);
      const placeholder = change.placeholder ?? null;
      if (placeholder !== null) await claimPlaceholder(tx, principal, { workspaceId, placeholder, exceptId: id });
      const updated = await tx.first(principal, updateAsset, {
        id,
        placeholder,
        name: change.name ?? null,
        description: change.description ?? null,
        isActive: change.is_active ?? null,
      });
      if (updated === undefined) throw new Error('an asset vanished while it was changed');
      return updated;
    });
  }
}

async function withinAsset(db: Queries, principal: Principal, id: string): Promise<AssetRow> {
  const found = isId(id) ? await db.first(principal, assetsByIds, { ids: [id] }) : undefined;
  if (found === undefined) throw new Problem('asset_not_found');
  return found;
}
