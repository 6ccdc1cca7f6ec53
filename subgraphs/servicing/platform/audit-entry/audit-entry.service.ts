import { z } from 'zod';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import { text } from '../../../../core/contract/text.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { type ListParts, readPage } from '../../../../core/db/paged-lists.js';
import { limitToOrganization, type Principal, withRole } from '../../../../core/principal/principal.js';
import { type AuditEntryRow, auditLogOf } from './audit-entry.reads.store.js';
import type { AuditLogArguments } from './audit-entry.type.js';

const name = text({ maximum: 200 }).nullish();
const soughtNames = z.object({ actor: name, action: name, subject: name });

/** Reads the audit log. */
export class AuditEntryService {
  constructor(private readonly parts: ListParts) {}

  /**
   * Acts on the organizations within reach; acts that concern no organization are shown to callers who reach all of
   * them. Newest first; `from` and `to` are dates of the acts in `timeZone`, or in UTC.
   *
   * @throws {Problem} `insufficient_scope` for all but admins; `organization_out_of_scope`
   */
  async list(principal: Principal, request: AuditLogArguments): Promise<Page<AuditEntryRow>> {
    const admin = withRole(principal, 'admin');
    const { from, to, timeZone, organizationId = null } = request;
    const { actor, action, subject } = checkedBody(soughtNames, {
      actor: request.actor,
      action: request.action,
      subject: request.subject,
    });
    const sought = { actor: actor ?? null, action: action ?? null, subject: subject ?? null };
    const parameters = { ...sought, ...instants(dateRange(from, to), timeZone) };
    const caller = limitToOrganization(admin, organizationId);
    const filters = { ...sought, organizationId, from, to, ...(typeof timeZone === 'string' && { timeZone }) };
    return readPage(this.parts, caller, auditLogOf(caller), parameters, filters, request);
  }
}
