import { z } from 'zod';
import { recordAudit } from '../../../core/audit/record.js';
import { type Principal, requireRoleEverywhere } from '../../../core/auth/principal.js';
import type { Clock } from '../../../core/clock.js';
import { checkedBody } from '../../../core/contract/checked.js';
import { text } from '../../../core/contract/text.js';
import { timeZone } from '../../../core/contract/time-zone.js';
import type { Database } from '../../../core/db/database.js';
import { newId } from '../../../core/ids.js';
import { SERVICING_ZONE } from '../../../core/servicing-day.js';
import { insertOrganization, type OrganizationRow } from './organization.store.js';

export interface NewOrganization {
  readonly displayName: string;
  readonly legalName: string;
  /** The name it does business as; without it, the display name. */
  readonly dbaName?: string | null;
  /** Where its day begins and ends; without it, New York. */
  readonly timeZone?: string | null;
}

export const organizationName = text({ minimum: 1, maximum: 200 }).refine(
  (name) => name.trim() !== '',
  'the name is blank',
);
const newOrganization = z.object({
  displayName: organizationName,
  legalName: organizationName,
  dbaName: organizationName.nullish(),
  timeZone: timeZone.nullish(),
});

/**
 * Takes a lender in: only an admin of the whole house may. Accounts come with its loan systems.
 *
 * @throws {Problem} `insufficient_scope`, `validation_failed`
 */
export async function createOrganization(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  principal: Principal,
  request: NewOrganization,
): Promise<OrganizationRow> {
  requireRoleEverywhere(principal, 'admin');
  const { displayName, legalName, dbaName, timeZone: zone } = checkedBody(newOrganization, request);
  const names = { displayName, legalName, dbaName: dbaName ?? displayName };
  const organization = { id: newId(clock.now().epochMilliseconds), ...names, timeZone: zone ?? SERVICING_ZONE };
  return db.transaction(async (tx) => {
    const made = await insertOrganization(tx.models(principal), organization);
    const after = {
      display_name: made.displayName,
      legal_name: made.legalName,
      dba_name: made.dbaName,
      time_zone: made.timeZone,
    };
    await recordAudit(tx, clock, principal, {
      action: 'organization.create',
      subject: made.id,
      organizationId: made.id,
      after,
    });
    return made;
  });
}
