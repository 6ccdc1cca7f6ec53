import { recordAudit } from '../../../../core/audit/record.js';
import { liftFlagBody } from '../../../../core/contract/account-flag.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { maskedName } from '../../../../core/contract/stored-text.js';
import { lockAgainstErasure } from '../../../../core/erasure/erased-placeholders-and-digests.js';
import { Problem } from '../../../../core/errors/problem.js';
import { isId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal, requireRole } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import { type AccountFlagRow, flagById, liftFlag } from '../../../../loan-model/flags/account-flag.store.js';

/** Lifts flags from loans. */
export class FlagLifter {
  constructor(private readonly parts: Pick<ServiceParts, 'db' | 'clock'>) {}

  /**
   * Audited; the reason is only in the flag's row. A flag that was lifted before does not change.
   *
   * @throws {Problem} `insufficient_scope`, `validation_failed`, `account_flag_not_found`
   */
  async lift(principal: Principal, id: string, given: unknown): Promise<AccountFlagRow> {
    requireRole(principal, 'supervisor');
    const { reason: liftReason } = checkedBody(liftFlagBody, given);
    const { db, clock } = this.parts;
    const today = servicingDate(clock.now());
    const seen = isId(id) ? await db.first(principal, flagById, { id, today }) : undefined;
    if (seen === undefined) throw new Problem('account_flag_not_found');
    const { organizationId, accountId, kind } = seen;
    const caller = limitToOrganization(principal, organizationId);
    return db.transaction(async (tx) => {
      await tx.first(caller, lockAgainstErasure, { organizationId });
      const lifted = await tx.first(caller, liftFlag, {
        ...{ id, organizationId, liftReason, liftedBy: caller.actor },
        liftedByName: caller.name === undefined ? null : maskedName(caller.name),
        liftedAt: isoInstant(clock.now()),
      });
      if (lifted !== undefined) {
        const change = { before: { accountId, kind }, after: { accountId, kind, reason: liftReason } };
        await recordAudit(tx, clock, caller, { action: 'account_flag.lift', subject: id, organizationId, ...change });
      }
      const after = await tx.first(caller, flagById, { id, today });
      if (after === undefined) throw new Problem('account_flag_not_found');
      return after;
    });
  }
}
