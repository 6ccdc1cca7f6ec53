import {
  openScenarioAccounts,
  type ScenarioAccounts,
} from '../../../../connectors/loan-systems/sandbox/open-scenario-accounts.js';
import { recordAudit } from '../../../../core/audit/record.js';
import { businessToday } from '../../../../core/business-time/business-clock.js';
import { Problem } from '../../../../core/errors/problem.js';
import { isId } from '../../../../core/ids/ids.js';
import { type Principal, requireRoleEverywhere } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { lockOrganization } from './organization.store.js';

/**
 * The test accounts of a sandbox organization, one per scenario. Opens and audits those that do not exist yet, for
 * example after an upgrade. Repeating it changes nothing. Needs an admin of all organizations.
 *
 * @throws {Problem} `insufficient_scope`, `organization_not_found`, `test_clock_not_available` for a lender,
 *   `test_clock_advancing`
 */
export async function sandboxAccounts(
  { db, clock }: Pick<ServiceParts, 'db' | 'clock'>,
  principal: Principal,
  organizationId: string,
): Promise<ScenarioAccounts> {
  requireRoleEverywhere(principal, 'admin');
  if (!isId(organizationId)) throw new Problem('organization_not_found');
  return db.transaction(async (tx) => {
    const organization = await tx.first(principal, lockOrganization, { id: organizationId });
    if (organization === undefined) throw new Problem('organization_not_found');
    if (!organization.isSandbox) throw new Problem('test_clock_not_available');
    const openedAt = isoInstant(clock.now());
    const openedOn = await businessToday(tx, clock, organizationId);
    const found = await openScenarioAccounts(tx, { organizationId, openedAt, openedOn });
    if (found.opened.length > 0) {
      const act = { action: 'organization.open_sandbox_accounts', subject: organizationId, organizationId };
      await recordAudit(tx, clock, principal, { ...act, after: { accounts: found.opened } });
    }
    return found;
  });
}
