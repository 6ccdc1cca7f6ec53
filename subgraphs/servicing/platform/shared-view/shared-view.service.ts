import { recordAudit } from '../../../../core/audit/record.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { MOST_SHARED_VIEWS, type SharedViewPage, sharedViewBody } from '../../../../core/contract/shared-view.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import { isId, newId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal, requireRole } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { type IsoInstant, isoInstant, isoInstantAt } from '../../../../core/time/dates.js';

export interface SharedViewRow {
  readonly id: string;
  readonly organizationId: string;
  readonly page: SharedViewPage;
  readonly name: string;
  readonly search: string;
  readonly savedBy: string;
  readonly savedAt: IsoInstant;
}

/** Filters of a list that all operators of a lender see. */
export class SharedViewService {
  constructor(private readonly parts: Pick<ServiceParts, 'db' | 'clock'>) {}

  /** By name. @throws {Problem} `insufficient_scope`, `organization_out_of_scope` */
  async list(
    principal: Principal,
    page: SharedViewPage,
    organizationId: string | null | undefined,
  ): Promise<readonly SharedViewRow[]> {
    requireRole(principal, 'viewer');
    const caller = limitToOrganization(principal, organizationId);
    const rows = await this.parts.db.models(caller).sharedView.findMany({
      where: { page },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      take: 1_000,
    });
    return rows.map((row) => ({ ...row, savedAt: isoInstantAt(row.savedAt) }));
  }

  /**
   * Saves a view under its name, in place of an earlier one of that name; audited. Repeatable: the same view again
   * changes nothing.
   *
   * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `organization_not_found`, `validation_failed`
   */
  async save(principal: Principal, organizationId: string, given: unknown): Promise<SharedViewRow> {
    requireRole(principal, 'supervisor');
    const { page, name, search } = checkedBody(sharedViewBody, given);
    const caller = limitToOrganization(principal, organizationId);
    const { db, clock } = this.parts;
    const key = { organizationId, page, name };
    return db.transaction(async (tx) => {
      const { sharedView, organization } = tx.models(caller);
      const before = await sharedView.findUnique({ where: { organizationId_page_name: key } });
      if (before?.search === search) return { ...before, savedAt: isoInstantAt(before.savedAt) };
      if (before === null && (await sharedView.count({ where: { organizationId, page } })) >= MOST_SHARED_VIEWS) {
        throw invalid([wrongValue('name', `a page has at most ${MOST_SHARED_VIEWS} views: remove one first`, name)]);
      }
      if (before === null && (await organization.count({ where: { id: organizationId } })) === 0)
        throw new Problem('organization_not_found');
      const now = clock.now();
      const saved = { search, savedBy: caller.actor, savedAt: isoInstant(now) };
      // Of two requests that save a new name at once, the later one waits here and then changes the row of the first.
      const created = { id: newId(now.epochMilliseconds), ...key, ...saved };
      const made = await sharedView.createMany({ data: [created], skipDuplicates: true });
      if (made.count === 0) await sharedView.updateMany({ where: key, data: saved });
      const row = await sharedView.findUniqueOrThrow({ where: { organizationId_page_name: key } });
      await recordAudit(tx, clock, caller, {
        ...{ action: 'shared_view.save', subject: row.id, organizationId },
        ...(before && { before: { page, name, search: before.search } }),
        after: { page, name, search },
      });
      return { ...row, savedAt: isoInstantAt(row.savedAt) };
    });
  }

  /** Removes a view; audited. @returns whether there was one: a repetition finds none. @throws `insufficient_scope` */
  async remove(principal: Principal, id: string): Promise<boolean> {
    requireRole(principal, 'supervisor');
    const { db, clock } = this.parts;
    if (!isId(id)) return false;
    return db.transaction(async (tx) => {
      const { sharedView } = tx.models(principal);
      const found = await sharedView.findFirst({ where: { id } });
      if (found === null) return false;
      const { organizationId, page, name, search } = found;
      const removed = await sharedView.deleteMany({ where: { organizationId, id } });
      if (removed.count === 0) return false;
      const act = { action: 'shared_view.remove', subject: id, organizationId };
      await recordAudit(tx, clock, principal, { ...act, before: { page, name, search } });
      return true;
    });
  }
}
