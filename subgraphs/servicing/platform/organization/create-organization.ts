import { z } from 'zod';
import { openScenarioAccounts } from '../../../../connectors/loan-systems/sandbox/open-scenario-accounts.js';
import { recordAudit } from '../../../../core/audit/record.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { composed, plainName } from '../../../../core/contract/stored-text.js';
import { timeZone } from '../../../../core/contract/time-zone.js';
import type { Transaction } from '../../../../core/db/database.js';
import { newId } from '../../../../core/ids/ids.js';
import { type Principal, requireRoleEverywhere } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { Clock } from '../../../../core/time/clock.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { SERVICING_ZONE, servicingDate } from '../../../../core/time/servicing-day.js';
import { insertOrganization, insertTestClock, type OrganizationRow } from './organization.store.js';
import { requireTimeZone } from './require-time-zone.js';

export interface NewOrganization {
  readonly displayName: string;
  readonly legalName: string;
  /** The trading name; defaults to the display name. */
  readonly dbaName?: string | null;
  /** Time zone of its days; defaults to New York. */
  readonly timeZone?: string | null;
  /** Whether it is a sandbox: with its own clock and no real money. Permanent. */
  readonly sandbox?: boolean | null;
  /** Whether a loan's schedules pause when it is charged off; defaults to true. */
  readonly pausesAutopayAfterChargeOff?: boolean | null;
}

export const organizationName = plainName({ minimum: 1, maximum: 200 }).refine(
  (name) => name.trim() !== '',
  'the name is blank',
);
const newOrganization = z.object({
  displayName: organizationName,
  legalName: organizationName,
  dbaName: organizationName.nullish(),
  timeZone: timeZone.nullish(),
  sandbox: z.boolean().nullish(),
  pausesAutopayAfterChargeOff: z.boolean().nullish(),
});

/** A sandbox organization has its test accounts from the start: their ids, by scenario. */
export type CreatedOrganization = OrganizationRow & { readonly sandboxAccounts: Readonly<Record<string, string>> };

/**
 * Creates a lender; needs an admin of all organizations. Accounts come from its loan systems; the accounts of a sandbox
 * organization's scenarios are created with it.
 *
 * @throws {Problem} `insufficient_scope`, `validation_failed`
 */
export async function createOrganization(
  { db, clock }: Pick<ServiceParts, 'db' | 'clock'>,
  principal: Principal,
  request: NewOrganization,
): Promise<CreatedOrganization> {
  requireRoleEverywhere(principal, 'admin');
  const checked = checkedBody(newOrganization, request);
  const { timeZone: zone, sandbox } = checked;
  if (typeof zone === 'string') await requireTimeZone(db, principal, zone);
  const displayName = composed(checked.displayName);
  const legalName = composed(checked.legalName);
  const names = { displayName, legalName, dbaName: composed(checked.dbaName) ?? displayName };
  const organization = {
    id: newId(clock.now().epochMilliseconds),
    ...names,
    timeZone: zone ?? SERVICING_ZONE,
    isSandbox: sandbox === true,
    pausesAutopayAfterChargeOff: checked.pausesAutopayAfterChargeOff ?? true,
  };
  return db.transaction(async (tx) => {
    const made = await insertOrganization(tx.models(principal), organization);
    const sandboxAccounts = made.isSandbox ? await furnished(tx, clock, principal, made.id) : {};
    const after = {
      display_name: made.displayName,
      legal_name: made.legalName,
      dba_name: made.dbaName,
      time_zone: made.timeZone,
      pauses_autopay_after_charge_off: made.pausesAutopayAfterChargeOff,
      ...(made.isSandbox && { sandbox: true }),
    };
    await recordAudit(tx, clock, principal, {
      action: 'organization.create',
      subject: made.id,
      organizationId: made.id,
      after,
    });
    return { ...made, sandboxAccounts };
  });
}

async function furnished(
  tx: Transaction,
  clock: Clock,
  principal: Principal,
  organizationId: string,
): Promise<CreatedOrganization['sandboxAccounts']> {
  await insertTestClock(tx.models(principal), organizationId);
  const now = clock.now();
  const opening = { organizationId, openedAt: isoInstant(now), openedOn: servicingDate(now) };
  return (await openScenarioAccounts(tx, opening)).accounts;
}
