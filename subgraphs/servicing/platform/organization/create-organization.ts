import { z } from 'zod';
import { openScenarioAccounts } from '../../../../connectors/loan-systems/sandbox/open-scenario-accounts.js';
import { recordAudit } from '../../../../core/audit/record.js';
import { checkedOptionalKeyWrite } from '../../../../core/contract/checked-write.js';
import { composed, plainName } from '../../../../core/contract/stored-text.js';
import { timeZone } from '../../../../core/contract/time-zone.js';
import type { Transaction } from '../../../../core/db/database.js';
import type { ScopedModels } from '../../../../core/db/prisma.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { ClientKeys, KnownKey } from '../../../../core/idempotency/client-keys.js';
import {
  type ActAnswer,
  type ActRequest,
  createOnce,
  keptId,
  keyedRequest,
} from '../../../../core/idempotency/create-once-keeping-only-ids.js';
import { readKey } from '../../../../core/idempotency/idempotency.js';
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
 * A key is claimed in the new organization itself, whose id is derived from the key. So a repetition looks in the same
 * place whichever other lenders were created since, and of two requests at once the second waits for the first one's
 * insert, and then finds the key. A key is stored for a day; later the id still prevents a second lender.
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
    const known = typeof idempotencyKey === 'string' ? clientKeys.known(idempotencyKey) : undefined;
    const id = known === undefined ? newId(clock.now().epochMilliseconds) : await idOfKey(models, known);
    const request = { organizationId: id, operation: 'create_organization', idempotencyKey, path: [], body: checked };
    const earlier = await claimedInFirstLender(tx, { clientKeys, principal, request });
    const columns = columnsOf(id, checked);
    const isInserted = earlier === undefined && (await insertOrganization(models, columns));
    return createOnce<z.output<typeof keptId>, CreatedOrganization>(
      { tx, clientKeys, principal },
      {
        request: earlier ?? request,
        kept: keptId,
        perform: async () => {
          const isNew = isInserted || (await insertOrganization(models, columns));
          const made = await stored(models, id);
          if (!isNew) requireSame(made, columns);
          const sandboxAccounts = isNew ? await completed(tx, clock, principal, made) : {};
          return { kept: { id }, answer: { ...made, sandboxAccounts } };
        },
        repeat: async (_, kept) => ({ ...(await stored(models, kept.id)), sandboxAccounts: {} }),
      },
    );
  });
}

/** The id of the lender of this key, also if it was created before the secret of the keys was rotated. */
async function idOfKey(models: ScopedModels, { key, forms }: KnownKey): Promise<string> {
  const idOfForm = (form: string) => idOf(0, ['organization', form]);
  const [found] = await organizationsByIds(models, forms.map(idOfForm));
  return found?.id ?? idOfForm(key);
}

interface Keyed {
  readonly clientKeys: ClientKeys;
  readonly principal: Principal;
  readonly request: ActRequest;
}

/** Earlier versions claimed a key in the first lender: the same request there, if it has the key. */
async function claimedInFirstLender(
  tx: Transaction,
  { clientKeys, principal, request }: Keyed,
): Promise<ActRequest | undefined> {
  const organizationId = await firstLender(tx.models(principal));
  if (organizationId === undefined) return undefined;
  const there = { ...request, organizationId };
  const keyed = keyedRequest(clientKeys, principal, there);
  if (keyed === undefined) return undefined;
  return (await readKey(tx, principal, keyed)) === undefined ? undefined : there;
}

/** A repetition after the key expired must not hide that its input differs. @throws {Problem} `idempotency_conflict` */
function requireSame(made: OrganizationRow, columns: ReturnType<typeof columnsOf>): void {
  const names = Object.keys(columns) as (keyof typeof columns)[];
  if (names.some((name) => made[name] !== columns[name])) throw new Problem('idempotency_conflict');
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
