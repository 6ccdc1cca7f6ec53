import { dateRange, instants } from '../../../../core/contract/date-range.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { Problem } from '../../../../core/errors/problem.js';
import { rowById } from '../../../../core/graphql/batched-reads.js';
import type { ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { readRequestedPage } from '../../../../core/graphql/read-requested-page.js';
import { isId } from '../../../../core/ids/ids.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { type CreatedOrganization, createOrganization, type NewOrganization } from './create-organization.js';
import { ORGANIZATIONS, type OrganizationRow, organizationsByIds } from './organization.store.js';
import { type OrganizationChange, updateOrganization } from './update-organization.js';

type OrganizationParts = Pick<ServiceParts, 'db' | 'clock' | 'cursors' | 'clientKeys'>;

/** Reads organizations within the caller's allowlist; creates and changes them for admins. */
export class OrganizationService {
  constructor(private readonly parts: OrganizationParts) {}

  /** See `createOrganization`. */
  create(principal: Principal, request: NewOrganization, idempotencyKey?: string | null): Promise<CreatedOrganization> {
    return createOrganization(this.parts, principal, request, idempotencyKey);
  }

  /** See `updateOrganization`. */
  update(principal: Principal, id: string, change: OrganizationChange): Promise<OrganizationRow> {
    return updateOrganization(this.parts, principal, id, change);
  }

  /** @throws {Problem} `organization_not_found`, the same for a foreign and a missing id. */
  async one(principal: Principal, id: string): Promise<OrganizationRow> {
    const [found] = await this.many(principal, [id]);
    if (found === undefined || found instanceof Error) throw found ?? new Problem('organization_not_found');
    return found;
  }

  /** Results are in the order of `ids`; an id that the caller cannot reach yields an error in its place. */
  async many(principal: Principal, ids: readonly string[]): Promise<readonly (OrganizationRow | Error)[]> {
    requireScope(principal, 'organizations:read');
    const rows = await organizationsByIds(this.parts.db.models(principal), ids.filter(isId));
    return rowById(ids, rows, () => new Problem('organization_not_found'));
  }

  /**
   * In order of id; `from` and `to` are creation dates, UTC.
   *
   * @throws {Problem} `organization_out_of_scope`, `invalid_date_range`, `invalid_limit`, `validation_failed` for a bad
   *   cursor.
   */
  async list(principal: Principal, request: ListArguments): Promise<Page<OrganizationRow>> {
    requireScope(principal, 'organizations:read');
    const { from, to } = request;
    const created = instants(dateRange(from, to));
    return readRequestedPage(this.parts, principal, ORGANIZATIONS, created, {}, request);
  }
}
