import { type Principal, requireScope, within } from '../../../core/auth/principal.js';
import { checkedBody } from '../../../core/contract/checked.js';
import { dateRange, instants } from '../../../core/contract/date-range.js';
import { createMergeFieldBody, updateMergeFieldBody } from '../../../core/contract/messaging.js';
import type { Database, Queries } from '../../../core/db/database.js';
import type { Cursors, Page } from '../../../core/db/keyset.js';
import { readPage } from '../../../core/db/list.js';
import { Problem } from '../../../core/errors/problem.js';
import { idFilter, isId, newId } from '../../../core/ids.js';
import type { WorkspaceListArguments } from '../workspace/list-arguments.js';
import { claimPlaceholder } from '../workspace/placeholders.js';
import {
  insertMergeField,
  MERGE_FIELDS,
  type MergeFieldRow,
  mergeFieldsByIds,
  updateMergeField,
} from './merge-field.store.js';

export interface MergeFieldParts {
  readonly db: Database;
  readonly cursors: Cursors;
}

/** Values that the templates of a workspace may name (spec 2.10, 4.5). */
export class MergeFieldService {
  readonly #parts: MergeFieldParts;

  constructor(parts: MergeFieldParts) {
    this.#parts = parts;
  }

  /** @throws {Problem} `merge_field_not_found`, the same for a foreign and a missing id. */
  async one(principal: Principal, id: string): Promise<MergeFieldRow> {
    requireScope(principal, 'workspace:read');
    return withinMergeField(this.#parts.db, principal, id);
  }

  /** Newest first; `from` and `to` are dates of creation, UTC. */
  async list(principal: Principal, request: WorkspaceListArguments): Promise<Page<MergeFieldRow>> {
    requireScope(principal, 'workspace:read');
    const { organizationId, from, to, workspaceId } = request;
    const parameters = { workspaceId: idFilter(workspaceId), ...instants(dateRange(from, to)) };
    const caller = within(principal, organizationId);
    const filters = { organizationId, from, to, workspaceId };
    return readPage(this.#parts, caller, MERGE_FIELDS, parameters, filters, request);
  }

  /** @throws {Problem} `validation_failed`, also for a placeholder that is taken and for a workspace out of reach. */
  async create(principal: Principal, body: unknown): Promise<MergeFieldRow> {
    requireScope(principal, 'workspace:write');
    const { workspace_id: workspaceId, placeholder, name, ...rest } = checkedBody(createMergeFieldBody, body);
    return this.#parts.db.transaction(async (tx) => {
      const id = newId();
      await claimPlaceholder(tx, principal, { workspaceId, placeholder, exceptId: id });
      const inserted = await tx.first(principal, insertMergeField, {
        id,
        workspaceId,
        placeholder,
        name,
        description: rest.description ?? '',
        value: rest.value,
        isActive: rest.is_active ?? true,
      });
      if (inserted === undefined) throw new Error('a workspace vanished under its lock');
      return inserted;
    });
  }

  /** Changes what is sent. @throws {Problem} `merge_field_not_found`; `validation_failed`, also for a placeholder that is taken. */
  async update(principal: Principal, id: string, body: unknown): Promise<MergeFieldRow> {
    requireScope(principal, 'workspace:write');
    const change = checkedBody(updateMergeFieldBody, body);
    return this.#parts.db.transaction(async (tx) => {
      const { workspaceId } = await withinMergeField(tx, principal, id);
      const placeholder = change.placeholder ?? null;
      if (placeholder !== null) await claimPlaceholder(tx, principal, { workspaceId, placeholder, exceptId: id });
      const updated = await tx.first(principal, updateMergeField, {
        id,
        placeholder,
        name: change.name ?? null,
        description: change.description ?? null,
        value: change.value ?? null,
        isActive: change.is_active ?? null,
      });
      if (updated === undefined) throw new Error('a merge field vanished while it was changed');
      return updated;
    });
  }
}

async function withinMergeField(db: Queries, principal: Principal, id: string): Promise<MergeFieldRow> {
  const found = isId(id) ? await db.first(principal, mergeFieldsByIds, { ids: [id] }) : undefined;
  if (found === undefined) throw new Problem('merge_field_not_found');
  return found;
}
