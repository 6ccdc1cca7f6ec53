import { z } from 'zod';
import { openScenarioAccounts } from '../../../../connectors/loan-systems/sandbox/open-scenario-accounts.js';
import { recordAudit } from '../../../../core/audit/record.js';
import { checkedOptionalKeyWrite } from '../../../../core/contract/checked-write.js';
import { composed, plainName } from '../../../../core/contract/stored-text.js';
import { timeZone } from '../../../../core/contract/time-zone.js';
import type { Transaction } from '../../../../core/db/database.js';
import type { ScopedModels } from '../../../../core/db/prisma.js';
import { Problem } from '../../../../core/errors/problem.js';
import { type ActAnswer, createOnce, keptId } from '../../../../core/idempotency/create-once-keeping-only-ids.js';
import { idOf, newId } from '../../../../core/ids/ids.js';
import { type Principal, requireRoleEverywhere } from '../../../../core/principal/principal.js';
import { requireRecentSignIn } from '../../../../core/principal/recent-sign-in.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { Clock } from '../../../../core/time/clock.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { SERVICING_ZONE, servicingDate } from '../../../../core/time/servicing-day.js';
import {
  firstLender,
  insertOrganization,
  insertTestClock,
  type OrganizationRow,
  organizationsByIds,
} from './organization.store.js';
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

/** A sandbox organization has its test accounts from the start: their ids, by scenario. A repetition has none. */
export type CreatedOrganization = OrganizationRow & { readonly sandboxAccounts: Readonly<Record<string, string>> };

export type CreationParts = Pick<ServiceParts, 'db' | 'clock' | 'clientKeys'>;

type Checked = z.output<typeof newOrganization>;

/**
 * Creates a lender; needs an admin of all organizations. Accounts come from its loan systems; the accounts of a sandbox
 * organization's scenarios are created with it. The lender, its accounts and the key are one transaction.
 *
 * A key is claimed in an organization: in the first lender, which has no test clock that could refuse it. The first
 * lender’s own key is claimed in itself. So it is inserted before, with an id derived from the key: of two requests at
 * once the second waits for that insert, and then finds the key.
 *
 * @throws {Problem} `insufficient_scope`, `recent_sign_in_required`, `idempotency_conflict`, `idempotency_in_progress`;
 *   `validation_failed` with all problems at once
 */
export async function createOrganization(
  { db, clock, clientKeys }: CreationParts,
  principal: Principal,
  request: NewOrganization,
  idempotencyKey?: string | null,
): Promise<ActAnswer<CreatedOrganization>> {
  requireRoleEverywhere(principal, 'admin');
  requireRecentSignIn(principal, clock);
  const checked = checkedOptionalKeyWrite(newOrganization, request, idempotencyKey);
  if (typeof checked.timeZone === 'string') await requireTimeZone(db, principal, checked.timeZone);
  return db.transaction(async (tx) => {
    const models = tx.models(principal);
    const first = await firstLender(models);
    const isKeyed = typeof idempotencyKey === 'string';
    const id =
      first === undefined && isKeyed
        ? idOf(0, ['organization', clientKeys.known(idempotencyKey).key])
        : newId(clock.now().epochMilliseconds);
    const columns = columnsOf(id, checked);
    const isInserted = first === undefined && (await insertOrganization(models, columns));
    const claimed = { organizationId: first ?? id, operation: 'create_organization', idempotencyKey };
    return createOnce<z.output<typeof keptId>, CreatedOrganization>(
      { tx, clientKeys, principal },
      {
        request: { ...claimed, path: [], body: { ...checked } },
        kept: keptId,
        perform: async () => {
          const isNew = isInserted || (await insertOrganization(models, columns));
          const made = await stored(models, id);
          const sandboxAccounts = isNew ? await completed(tx, clock, principal, made) : {};
          return { kept: { id }, answer: { ...made, sandboxAccounts } };
        },
        repeat: async (_, kept) => ({ ...(await stored(models, kept.id)), sandboxAccounts: {} }),
      },
    );
  });
}

async function stored(models: ScopedModels, id: string): Promise<OrganizationRow> {
  const [found] = await organizationsByIds(models, [id]);
  if (found === undefined) throw new Problem('organization_not_found');
  return found;
}

function columnsOf(id: string, checked: Checked) {
  const displayName = composed(checked.displayName);
  return {
    id,
    displayName,
    legalName: composed(checked.legalName),
    dbaName: composed(checked.dbaName) ?? displayName,
    timeZone: checked.timeZone ?? SERVICING_ZONE,
    isSandbox: checked.sandbox === true,
    pausesAutopayAfterChargeOff: checked.pausesAutopayAfterChargeOff ?? true,
  };
}

/** The accounts of a sandbox, and the audit entry. */
async function completed(
  tx: Transaction,
  clock: Clock,
  principal: Principal,
  made: OrganizationRow,
): Promise<CreatedOrganization['sandboxAccounts']> {
  const sandboxAccounts = made.isSandbox ? await furnished(tx, clock, principal, made.id) : {};
  const after = {
    display_name: made.displayName,
    legal_name: made.legalName,
    dba_name: made.dbaName,
    time_zone: made.timeZone,
    pauses_autopay_after_charge_off: made.pausesAutopayAfterChargeOff,
    ...(made.isSandbox && { sandbox: true }),
  };
  const act = { action: 'organization.create', subject: made.id, organizationId: made.id, after };
  await recordAudit(tx, clock, principal, act);
  return sandboxAccounts;
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
