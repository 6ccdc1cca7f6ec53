import { z } from 'zod';
import { recordAudit } from '../../../../core/audit/record.js';
import { businessToday } from '../../../../core/business-time/business-clock.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import { text } from '../../../../core/contract/text.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { readPage } from '../../../../core/db/paged-lists.js';
import { digestKey, erasedAddress } from '../../../../core/erasure/erased-placeholders-and-digests.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import { requireContactRole } from '../../../../core/principal/require-contact-role.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { requireWorkspace } from '../workspace/require-workspace.js';
import { borrowerNotToMarketTo } from './flagged-address.reads.store.js';
import { deleteSuppression, SUPPRESSIONS, type SuppressionRow, suppressionOfAddress } from './suppression.store.js';

export interface SuppressionListRequest {
  readonly workspaceId: string;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly timeZone?: string | null;
  readonly limit?: number | null;
  readonly cursor?: string | null;
}

export interface SuppressionCheckResult {
  /** Not in the GraphQL schema: needed for the audit entry of the read. */
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly address: string;
  readonly isSuppressed: boolean;
  readonly reason: string | null;
}

export type SuppressionParts = Pick<ServiceParts, 'db' | 'clock' | 'cursors' | 'secrets' | 'contactDigests'>;

/** Addresses that a workspace must not write to. */
export class SuppressionService {
  constructor(private readonly parts: SuppressionParts) {}

  /**
   * Newest first; `from` and `to` are dates of suppression in `timeZone`, or in UTC. An operator needs the role agent.
   *
   * @throws {Problem} `workspace_not_found`, `insufficient_scope`
   */
  async list(principal: Principal, request: SuppressionListRequest): Promise<Page<SuppressionRow>> {
    requireScope(principal, 'campaign_events:read');
    const { workspaceId, from, to, timeZone } = request;
    requireContactRole(principal, await requireWorkspace(this.parts.db, principal, workspaceId));
    const parameters = { workspaceId, ...instants(dateRange(from, to), timeZone) };
    const filters = { workspaceId, from, to, ...(typeof timeZone === 'string' && { timeZone }) };
    return readPage(this.parts, principal, SUPPRESSIONS, parameters, filters, request);
  }

  /**
   * Case-insensitive. Senders ask at the moment of sending: also whether a flag on a loan of the borrower stops marketing.
   *
   * @throws {Problem} `workspace_not_found`, `validation_failed`
   */
  async check(principal: Principal, workspaceId: string, sent: string): Promise<SuppressionCheckResult> {
    requireScope(principal, 'campaign_events:read');
    const address = checkedAddress(sent);
    const { db } = this.parts;
    const { organizationId } = await requireWorkspace(db, principal, workspaceId);
    const [found] = await db.many(principal, suppressionOfAddress, {
      workspaceId,
      addresses: await this.#standFor(address),
    });
    const reason = found?.reason ?? (await this.#flagOn(principal, organizationId, address));
    return { organizationId, workspaceId, address, isSuppressed: reason !== null, reason };
  }

  async #flagOn(principal: Principal, organizationId: string, address: string): Promise<'account_flag' | null> {
    const { db, clock } = this.parts;
    const today = await businessToday(db, clock, organizationId);
    const flagged = await db.first(principal, borrowerNotToMarketTo, { organizationId, address, today });
    return flagged === undefined ? null : 'account_flag';
  }

  /** The address, and its pseudonym in case it was erased. */
  async #standFor(address: string): Promise<readonly string[]> {
    const { db, secrets } = this.parts;
    const key = await digestKey(db, secrets);
    return key === undefined ? [address] : [address, erasedAddress(key, address)];
  }

  /**
   * Audited: a person decided that this address may be written to again. Repeatable. A flag on a loan still stops
   * marketing.
   */
  async remove(principal: Principal, workspaceId: string, sent: string): Promise<SuppressionCheckResult> {
    requireScope(principal, 'campaign_events:write');
    const address = checkedAddress(sent);
    const { db, clock } = this.parts;
    const { organizationId } = await requireWorkspace(db, principal, workspaceId);
    const removedAt = isoInstant(clock.now());
    await db.transaction(async (tx) => {
      const addresses = await this.#standFor(address);
      const [removed] = await tx.many(principal, deleteSuppression, { workspaceId, addresses, removedAt });
      if (removed === undefined) return;
      const { reason, createdAt } = removed;
      const before = { workspaceId, address: this.parts.contactDigests.of(address), cause: reason, createdAt };
      await recordAudit(tx, clock, principal, {
        action: 'suppression.remove',
        subject: workspaceId,
        organizationId,
        before,
        after: { workspaceId, removedAt },
      });
    });
    const reason = await this.#flagOn(principal, organizationId, address);
    return { organizationId, workspaceId, address, isSuppressed: reason !== null, reason };
  }
}

const body = z.object({ address: text({ minimum: 1, maximum: 320 }) });

function checkedAddress(address: string): string {
  return checkedBody(body, { address }).address.trim().toLowerCase();
}
