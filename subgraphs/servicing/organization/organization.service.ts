import { type Principal, requireScope } from '../../../core/auth/principal.js';
import { type CursorSubject, type Cursors, type Page, pageLimit, toPage } from '../../../core/db/keyset.js';
import { Problem } from '../../../core/errors/problem.js';
import { isId } from '../../../core/ids.js';
import type { OrganizationRow, OrganizationStore } from './organization.store.js';

const LIST: CursorSubject = { list: 'organizations', filters: {} };

/** Reads organizations within the caller's allowlist. */
export class OrganizationService {
  readonly #store: OrganizationStore;
  readonly #cursors: Cursors;

  constructor(store: OrganizationStore, cursors: Cursors) {
    this.#store = store;
    this.#cursors = cursors;
  }

  /** @throws {Problem} `organization_not_found`, the same for a foreign and a missing id. */
  async one(principal: Principal, id: string): Promise<OrganizationRow> {
    requireScope(principal, 'organizations:read');
    const [found] = isId(id) ? await this.#store.byIds(principal, [id]) : [];
    if (found === undefined) throw new Problem('organization_not_found');
    return found;
  }

  /** In the order of `ids`; an error in the place of one that is not within reach. */
  async many(principal: Principal, ids: readonly string[]): Promise<readonly (OrganizationRow | Error)[]> {
    requireScope(principal, 'organizations:read');
    const rows = new Map((await this.#store.byIds(principal, ids)).map((row) => [row.id, row]));
    return ids.map((id) => rows.get(id) ?? new Problem('organization_not_found'));
  }

  async list(principal: Principal, limit?: number | null, cursor?: string | null): Promise<Page<OrganizationRow>> {
    requireScope(principal, 'organizations:read');
    const size = pageLimit(limit);
    const [after = ''] = cursor ? this.#cursors.decode(LIST, cursor) : [];
    const rows = await this.#store.page(principal, after, size + 1);
    return toPage(rows, size, (last) => this.#cursors.encode(LIST, [last.id]));
  }
}
