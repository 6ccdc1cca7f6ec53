import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { changeOf, recordAudit } from '../../../../core/audit/record.js';
import { cachedKeysDropped, dropCachedKeysOf } from '../../../../core/auth/api-keys/drop-cached-organization-keys.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { composed } from '../../../../core/contract/stored-text.js';
import { timeZone } from '../../../../core/contract/time-zone.js';
import { Problem } from '../../../../core/errors/problem.js';
import { isId } from '../../../../core/ids/ids.js';
import { type Principal, requireRoleEverywhere } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { Clock } from '../../../../core/time/clock.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { changeRecovery } from './change-recovery.js';
import { organizationName } from './create-organization.js';
import { lockOrganization, type OrganizationRow, updateStoredOrganization } from './organization.store.js';
import { paymentsInProgressWritten } from './payments-in-progress.reads.store.js';
import { recoveryTime } from './recovery-time.js';
import { requireTimeZone } from './require-time-zone.js';

/** An omitted field, or null, keeps its value. */
export interface OrganizationChange {
  readonly displayName?: string | null | undefined;
  readonly legalName?: string | null | undefined;
  readonly dbaName?: string | null | undefined;
  readonly isActive?: boolean | null | undefined;
  readonly timeZone?: string | null | undefined;
  readonly pausesAutopayAfterChargeOff?: boolean | null | undefined;
  /** ISO 8601 with a zone, or `ended`. */
  readonly recoveringSince?: string | null | undefined;
}

const withoutRecovery = z.object({
  displayName: organizationName.nullish(),
  legalName: organizationName.nullish(),
  dbaName: organizationName.nullish(),
  isActive: z.boolean().nullish(),
  timeZone: timeZone.nullish(),
  pausesAutopayAfterChargeOff: z.boolean().nullish(),
});

const organizationChange = (clock: Clock) =>
  withoutRecovery.extend({ recoveringSince: z.union([z.literal('ended'), recoveryTime(clock)]).nullish() });

/**
 * Changes a lender's names, its time zone, whether autopay pauses after a charge-off, whether it recovers from a
 * restore, and whether it is active; needs an admin of all organizations. When this returns, an organization that was deactivated accepts nothing new: it has
 * waited for reservations in progress, and keys that reach no other organization are refused.
 *
 * @throws {Problem} `insufficient_scope`, `validation_failed`, `organization_not_found`
 */
export async function updateOrganization(
  { db, clock }: Pick<ServiceParts, 'db' | 'clock'>,
  principal: Principal,
  id: string,
  request: OrganizationChange,
): Promise<OrganizationRow> {
  requireRoleEverywhere(principal, 'admin');
  const change = checkedBody(organizationChange(clock), request);
  if (!isId(id)) throw new Problem('organization_not_found');
  if (typeof change.timeZone === 'string') await requireTimeZone(db, principal, change.timeZone);
  const { before, after } = await db.transaction(async (tx) => {
    const locked = await tx.first(principal, lockOrganization, { id });
    if (locked === undefined) throw new Problem('organization_not_found');
    const updated = await updateStoredOrganization(tx.models(principal), {
      id,
      displayName: composed(change.displayName) ?? locked.displayName,
      legalName: composed(change.legalName) ?? locked.legalName,
      dbaName: composed(change.dbaName) ?? locked.dbaName,
      isActive: change.isActive ?? locked.isActive,
      timeZone: change.timeZone ?? locked.timeZone,
      pausesAutopayAfterChargeOff: change.pausesAutopayAfterChargeOff ?? locked.pausesAutopayAfterChargeOff,
      recoveringSince: recoveringSince(change.recoveringSince, locked),
    });
    if (locked.recoveringSince !== updated.recoveringSince)
      await changeRecovery(tx, clock, principal, id, updated.recoveringSince);
    await recordAudit(tx, clock, principal, {
      action: 'organization.update',
      subject: id,
      organizationId: id,
      ...changeOf(locked, updated),
    });
    if (locked.isActive !== updated.isActive) await dropCachedKeysOf(tx, id);
    return { before: locked, after: updated };
  });
  // A repeated request waits again: the process of the first one may have been killed while waiting.
  if (before.isActive !== after.isActive || change.isActive === false) await cachedKeysDropped();
  const beginsRecovery = after.recoveringSince !== null && before.recoveringSince !== after.recoveringSince;
  if (change.isActive === false || beginsRecovery) await paymentsInProgressWritten(db);
  return after;
}

function recoveringSince(
  wanted: string | null | undefined,
  locked: OrganizationRow,
): OrganizationRow['recoveringSince'] {
  if (wanted === 'ended') return null;
  return typeof wanted === 'string' ? isoInstant(Temporal.Instant.from(wanted)) : locked.recoveringSince;
}
