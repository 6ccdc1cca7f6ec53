import { changeOf, recordAudit } from '../../../../core/audit/record.js';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import { composed, ownText, type PlainText } from '../../../../core/contract/stored-text.js';
import type { Transaction } from '../../../../core/db/database.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { findRowKey } from '../../../../core/db/row-key.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import { readRequestedPage } from '../../../../core/graphql/read-requested-page.js';
import { type ActAnswer, createOnce, keptId } from '../../../../core/idempotency/create-once-keeping-only-ids.js';
import { idFilter, isId, newId } from '../../../../core/ids/ids.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { WorkspaceListArguments } from '../workspace/workspace-contents-list-arguments.js';
import type { CreatedPlaceholder, PlaceholderKind } from './placeholder-kinds.js';
import type { PlaceholderRow } from './placeholder-kinds-shared.reads.store.js';
import { claimPlaceholder, organizationOf } from './require-untaken-placeholder.js';

export type PlaceholderParts = Pick<ServiceParts, 'db' | 'clock' | 'cursors' | 'clientKeys'>;

/** The placeholders of one kind in a workspace. */
export class PlaceholderService<Row extends PlaceholderRow, Content extends PlainText | null> {
  constructor(
    private readonly kind: PlaceholderKind<Row, Content>,
    private readonly parts: PlaceholderParts,
  ) {}

  /** @throws {Problem} `merge_field_not_found` or `asset_not_found`, the same for a foreign and a missing id. */
  async one(principal: Principal, id: string): Promise<Row> {
    requireScope(principal, 'workspace:read');
    return this.#found(principal, id, this.parts.db);
  }

  async #found(principal: Principal, id: string, on: Pick<Transaction, 'models'>): Promise<Row> {
    const found = isId(id) ? await this.kind.store.byId(on.models(principal), id) : undefined;
    if (found === undefined) throw new Problem(this.kind.notFound);
    return found;
  }

  /** Newest first; `from` and `to` are dates of creation, UTC. */
  async list(principal: Principal, request: WorkspaceListArguments): Promise<Page<Row>> {
    requireScope(principal, 'workspace:read');
    const { from, to, workspaceId } = request;
    const parameters = { workspaceId: idFilter(workspaceId), ...instants(dateRange(from, to)) };
    return readRequestedPage(this.parts, principal, this.kind.store.list, parameters, { workspaceId }, request);
  }

  /** @throws {Problem} `validation_failed`, also for a taken placeholder or a workspace out of scope. */
  async create(principal: Principal, body: unknown, idempotencyKey?: string | null): Promise<ActAnswer<Row>> {
    requireScope(principal, 'workspace:write');
    const created = this.kind.created(body, idempotencyKey);
    const { db, clientKeys } = this.parts;
    return db.transaction(async (tx) => {
      const organizationId = await organizationOf(tx, principal, created.workspace_id);
      const act = { operation: `create_${this.kind.name}`, idempotencyKey, path: [], body: { ...created } };
      return createOnce(
        { tx, clientKeys, principal },
        {
          request: { organizationId, ...act },
          kept: keptId,
          perform: () => this.#insert(tx, principal, created),
          repeat: (_, { id }) => this.#found(principal, id, tx),
        },
      );
    });
  }

  async #insert(tx: Transaction, principal: Principal, created: CreatedPlaceholder<Content>) {
    const { workspace_id: workspaceId, placeholder, name, content, ...rest } = created;
    const id = newId();
    const { organizationId } = await claimPlaceholder(tx, principal, { workspaceId, placeholder, exceptId: id });
    const inserted = await this.kind.store.insert(tx.models(principal), {
      id,
      organizationId,
      workspaceId,
      placeholder,
      name: composed(name),
      description: rest.description ?? ownText(''),
      content,
      isActive: rest.is_active ?? true,
    });
    const act = { action: `${this.kind.name}.create`, subject: id, organizationId, after: inserted };
    await recordAudit(tx, this.parts.clock, principal, act);
    return { kept: { id }, answer: inserted };
  }

  /**
   * Changes the given fields. @throws {Problem} as `one`; `validation_failed`, also for a taken placeholder or a
   * second address.
   */
  async update(principal: Principal, id: string, body: unknown): Promise<Row> {
    requireScope(principal, 'workspace:write');
    const change = this.kind.changed(body);
    return this.parts.db.transaction(async (tx) => {
      const { owner, lock } = this.kind.store;
      const key = isId(id) ? await findRowKey(tx, principal, owner, id) : undefined;
      const before = key && (await tx.first(principal, lock, key));
      if (before === undefined) throw new Problem(this.kind.notFound);
      const { workspaceId } = before;
      const placeholder = change.placeholder ?? undefined;
      if (placeholder !== undefined) await claimPlaceholder(tx, principal, { workspaceId, placeholder, exceptId: id });
      const updated = await this.kind.store.update(tx.models(principal), before, {
        placeholder,
        name: composed(change.name) ?? undefined,
        description: change.description ?? undefined,
        content: change.content ?? undefined,
        isActive: change.is_active ?? undefined,
      });
      const { contentField, contentOf } = this.kind;
      if (change.content !== null && contentOf(updated) !== change.content) {
        throw invalid([wrongValue(contentField, `${contentField} is already set and cannot change`, change.content)]);
      }
      const { organizationId } = before;
      const act = { action: `${this.kind.name}.update`, subject: id, organizationId, ...changeOf(before, updated) };
      await recordAudit(tx, this.parts.clock, principal, act);
      return updated;
    });
  }
}
