import { changeOf, recordOperatorAct } from '../../../core/audit/record.js';
import { type Principal, requireScope, within } from '../../../core/auth/principal.js';
import type { Clock } from '../../../core/clock.js';
import { dateRange, instants } from '../../../core/contract/date-range.js';
import type { Database } from '../../../core/db/database.js';
import type { Cursors, Page } from '../../../core/db/keyset.js';
import { readPage } from '../../../core/db/list.js';
import { invalid, Problem } from '../../../core/errors/problem.js';
import { wrongValue } from '../../../core/errors/validation.js';
import { idFilter, isId, newId } from '../../../core/ids.js';
import type { WorkspaceListArguments } from '../workspace/list-arguments.js';
import { claimPlaceholder } from './claim-placeholder.js';
import type { PlaceholderKind } from './kinds.js';
import type { PlaceholderRow } from './placeholder.store.js';

export interface PlaceholderParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
}

/** What a workspace has for its templates to name, of one kind. */
export class PlaceholderService<Row extends PlaceholderRow, Content extends string | null> {
  readonly #kind: PlaceholderKind<Row, Content>;
  readonly #parts: PlaceholderParts;

  constructor(kind: PlaceholderKind<Row, Content>, parts: PlaceholderParts) {
    this.#kind = kind;
    this.#parts = parts;
  }

  /** @throws {Problem} `merge_field_not_found` or `asset_not_found`, the same for a foreign and a missing id. */
  async one(principal: Principal, id: string): Promise<Row> {
    requireScope(principal, 'workspace:read');
    const { byIds } = this.#kind.store;
    const found = isId(id) ? await this.#parts.db.first(principal, byIds, { ids: [id] }) : undefined;
    if (found === undefined) throw new Problem(this.#kind.notFound);
    return found;
  }

  /** Newest first; `from` and `to` are dates of creation, UTC. */
  async list(principal: Principal, request: WorkspaceListArguments): Promise<Page<Row>> {
    requireScope(principal, 'workspace:read');
    const { organizationId, from, to, workspaceId } = request;
    const parameters = { workspaceId: idFilter(workspaceId), ...instants(dateRange(from, to)) };
    const caller = within(principal, organizationId);
    const filters = { organizationId, from, to, workspaceId };
    return readPage(this.#parts, caller, this.#kind.store.list, parameters, filters, request);
  }

  /** @throws {Problem} `validation_failed`, also for a placeholder that is taken and for a workspace out of reach. */
  async create(principal: Principal, body: unknown): Promise<Row> {
    requireScope(principal, 'workspace:write');
    const { workspace_id: workspaceId, placeholder, name, content, ...rest } = this.#kind.created(body);
    return this.#parts.db.transaction(async (tx) => {
      const id = newId();
      await claimPlaceholder(tx, principal, { workspaceId, placeholder, exceptId: id });
      const inserted = await tx.first(principal, this.#kind.store.insert, {
        id,
        workspaceId,
        placeholder,
        name,
        description: rest.description ?? '',
        content,
        isActive: rest.is_active ?? true,
      });
      if (inserted === undefined) throw new Error('a workspace vanished under its lock');
      const act = { action: `${this.#kind.name}.create`, subject: id, after: inserted };
      await recordOperatorAct(tx, this.#parts.clock, principal, act);
      return inserted;
    });
  }

  /** Changes what is sent. @throws {Problem} as `one`; `validation_failed`, also for a placeholder that is taken, and another address. */
  async update(principal: Principal, id: string, body: unknown): Promise<Row> {
    requireScope(principal, 'workspace:write');
    const change = this.#kind.changed(body);
    return this.#parts.db.transaction(async (tx) => {
      const before = isId(id) ? await tx.first(principal, this.#kind.store.lock, { id }) : undefined;
      if (before === undefined) throw new Problem(this.#kind.notFound);
      const { workspaceId } = before;
      const placeholder = change.placeholder ?? null;
      if (placeholder !== null) await claimPlaceholder(tx, principal, { workspaceId, placeholder, exceptId: id });
      const updated = await tx.first(principal, this.#kind.store.update, {
        id,
        placeholder,
        name: change.name ?? null,
        description: change.description ?? null,
        content: change.content,
        isActive: change.is_active ?? null,
      });
      if (updated === undefined) throw new Error('a placeholder vanished while it was changed');
      const { contentField, contentOf } = this.#kind;
      if (change.content !== null && contentOf(updated) !== change.content) {
        throw invalid([
          wrongValue(contentField, `${contentField} is known already, and never changes`, change.content),
        ]);
      }
      const act = { action: `${this.#kind.name}.update`, subject: id, ...changeOf(before, updated) };
      await recordOperatorAct(tx, this.#parts.clock, principal, act);
      return updated;
    });
  }
}
