import { type ActLimit, ActLimitService } from '../../../core/approvals/act-limits.js';
import { type ApprovalRow, approvalById } from '../../../core/approvals/approval-request.store.js';
import { isSamePerson, roleOf } from '../../../core/approvals/decide-on-request.js';
import { LIMITED_ACTS } from '../../../core/contract/limited-acts.js';
import { requireById } from '../../../core/db/by-id.js';
import type { Page } from '../../../core/db/list-cursors-and-limits.js';
import { readPage } from '../../../core/db/paged-lists.js';
import { groupedBy } from '../../../core/graphql/batched-reads.js';
import { idFilter } from '../../../core/ids/ids.js';
import { hasRole, limitToOrganization, type Principal, requireRole } from '../../../core/principal/principal.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { isoInstant } from '../../../core/time/dates.js';
import { APPROVALS, countOpen, pendingOfAccounts } from './approval-list.reads.store.js';
import type { ApprovalRequest, ApprovalRequestListArguments } from './approval-request.type.js';
import { borrowersOf } from './borrowers-of-booking.js';
import type { OwnActLimit } from './own-act-limit.type.js';

/** Pending requests that are shown of one loan. */
const MOST_OF_LOAN = 50;

type Parts = Pick<ServiceParts, 'db' | 'clock' | 'cursors'>;

/** Reads approval requests and limits. Only for operators: no API key can. */
export class ApprovalService {
  readonly #limits: ActLimitService;

  constructor(private readonly parts: Parts) {
    this.#limits = new ActLimitService(parts);
  }

  /**
   * Newest first.
   *
   * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `invalid_limit`, `validation_failed` for a cursor
   */
  async list(principal: Principal, request: ApprovalRequestListArguments): Promise<Page<ApprovalRequest>> {
    requireRole(principal, 'viewer');
    const { organizationId, status, accountId } = request;
    const caller = limitToOrganization(principal, organizationId);
    const parameters = { status: status ?? null, accountId: idFilter(accountId) };
    const page = await readPage(
      this.parts,
      caller,
      APPROVALS,
      parameters,
      { organizationId, status, accountId },
      request,
    );
    return { ...page, items: await this.shown(caller, page.items) };
  }

  /** @throws {Problem} `insufficient_scope`, `approval_request_not_found` */
  async one(principal: Principal, id: string): Promise<ApprovalRequest | undefined> {
    requireRole(principal, 'viewer');
    const found = await requireById(this.parts.db, principal, approvalById, id, 'approval_request_not_found');
    return (await this.shown(principal, [found]))[0];
  }

  /** Open and approved requests of each loan, in the order of `accountIds`. @throws {Problem} `insufficient_scope` */
  async ofAccounts(principal: Principal, accountIds: readonly string[]) {
    requireRole(principal, 'viewer');
    const rows = await this.parts.db.many(principal, pendingOfAccounts, { accountIds, limit: MOST_OF_LOAN });
    return groupedBy(accountIds, await this.shown(principal, rows), ({ accountId }) => accountId ?? '');
  }

  /** @throws {Problem} `insufficient_scope`, `organization_out_of_scope` */
  async countOpen(principal: Principal, organizationId: string | null | undefined): Promise<number> {
    requireRole(principal, 'viewer');
    const counts = await this.parts.db.many(limitToOrganization(principal, organizationId), countOpen, {});
    return counts.reduce((sum, { open }) => sum + open, 0);
  }

  /** The caller's own limits at a lender. @throws {Problem} `insufficient_scope`, `organization_out_of_scope` */
  async own(principal: Principal, organizationId: string): Promise<readonly OwnActLimit[]> {
    const limits = await this.#limits.list(principal, organizationId);
    const { role } = limitToOrganization(principal, organizationId);
    return LIMITED_ACTS.map((act) => ({ act, amountCents: limitIn(limits, role, act) }));
  }

  /** As the API shows them to this caller. */
  async shown(principal: Principal, rows: readonly ApprovalRow[]): Promise<readonly ApprovalRequest[]> {
    const organizationIds = [...new Set(rows.map(({ organizationId }) => organizationId))];
    const limits = new Map<string, readonly ActLimit[]>();
    for (const id of organizationIds) limits.set(id, await this.#limits.list(principal, id));
    return rows.map((row) => ({
      ...row,
      borrowers: borrowersOf(row),
      isOwn: isSamePerson(principal, row),
      mayDecide: this.#mayDecide(principal, row, limits.get(row.organizationId) ?? []),
    }));
  }

  #mayDecide(principal: Principal, row: ApprovalRow, limits: readonly ActLimit[]): boolean {
    const { organizationId, status, expiresAt, act, amountCents, leastRole } = row;
    const caller = limitToOrganization(principal, organizationId);
    if (status !== 'open' || expiresAt <= isoInstant(this.parts.clock.now())) return false;
    if (isSamePerson(caller, row) || !hasRole(caller, roleOf(leastRole))) return false;
    const limit = limitIn(limits, caller.role, act);
    return limit === null || amountCents <= limit;
  }
}

function limitIn(limits: readonly ActLimit[], role: string | undefined, act: string): number | null {
  return limits.find((one) => one.role === role && one.act === act)?.amountCents ?? null;
}
