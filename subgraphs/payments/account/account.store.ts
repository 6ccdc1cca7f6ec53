import type { Principal } from '../../../core/auth/principal.js';
import type { Queries, Transaction } from '../../../core/db/database.js';
import { statement } from '../../../core/db/statement.js';
import { Problem } from '../../../core/errors/problem.js';
import { isId } from '../../../core/ids.js';

/** What posting needs to know of an account; none of it ever changes. */
export interface PayableAccountRow {
  readonly accountId: string;
  readonly organizationId: string;
  readonly loanSystemCode: string;
  readonly externalId: string;
  /** Postgres' clock when the row was read: a payoff quote asked for afterwards knows every payment settled before it. */
  readonly readAt: string;
}

const COLUMNS = `a.id as "accountId", a.organization_id as "organizationId", a.loan_system_code as "loanSystemCode",
  a.external_id as "externalId", clock_timestamp()::text as "readAt"`;

export const accountForPosting = statement<{ id: string }, PayableAccountRow>({
  name: 'payments.account_for_posting',
  text: ({ p, scope }) => `select ${COLUMNS} from account a where a.id = ${p.id} and ${scope('a.organization_id')}`,
});

/** @throws {Problem} `account_not_found`, the same for a foreign and a missing id. */
export async function requireAccount(queries: Queries, principal: Principal, id: string): Promise<PayableAccountRow> {
  const found = isId(id) ? await queries.first(principal, accountForPosting, { id }) : undefined;
  if (found === undefined) throw new Problem('account_not_found');
  return found;
}

/** Holds the account until the transaction ends, so that reservations on it happen one after the other. */
export const lockAccount = statement<{ id: string }, { accountId: string; statusCode: string }>({
  name: 'payments.lock_account',
  text: ({ p, scope }) => `
    select a.id as "accountId", a.status_code as "statusCode" from account a
     where a.id = ${p.id} and ${scope('a.organization_id')} for no key update`,
});

type OfAccount = { readonly accountId: string; readonly quotedAt: string };

/**
 * Cents that a quote asked for at `quotedAt` cannot know of: payments and autopay runs without an outcome, and those that were
 * settled after it was asked for. To be read while the account is locked.
 */
const unsettled = (p: OfAccount, scope: (column: string) => string) => `
  select coalesce(sum(u.amount_cents), 0)::bigint from (
    select c.amount_cents from collected_payment c
     where c.account_id = ${p.accountId} and ${scope('c.organization_id')}
       and (c.status in ('pending', 'pending_confirmation')
            or (c.status in ('posted', 'reversal_pending') and c.settled_at >= ${p.quotedAt}::timestamptz))
    union all
    select r.amount_cents from autopay_run r
     where r.account_id = ${p.accountId} and ${scope('r.organization_id')}
       and (r.status in ('charging', 'charged', 'posting')
            or (r.status = 'posted' and r.settled_at >= ${p.quotedAt}::timestamptz))) u`;

export const unsettledCents = statement<OfAccount, { cents: number }>({
  name: 'payments.unsettled_cents',
  text: ({ p, scope }) => `select (${unsettled(p, scope)}) as cents`,
});

/**
 * The same for whoever reserves, and whether the organization takes anything new. An active one is held until the transaction
 * ends: whoever deactivates it waits for reservations that are being written, and finds none begun afterwards.
 */
export const reservable = statement<OfAccount & { organizationId: string }, { cents: number; isActive: boolean }>({
  name: 'payments.reservable',
  text: ({ p, scope }) => `
    with active as (${activeOrganization(p, scope)} for share of o)
    select (${unsettled(p, scope)}) as cents, exists (select from active) as "isActive"`,
});

/** Holds an active organization as `reservable` does; no row: it takes nothing new. */
export const holdActiveOrganization = statement<{ organizationId: string }, { id: string }>({
  name: 'payments.hold_active_organization',
  text: ({ p, scope }) => `${activeOrganization(p, scope)} for share of o`,
});

function activeOrganization(p: { readonly organizationId: string }, scope: (column: string) => string): string {
  return `select o.id from organization o where o.id = ${p.organizationId} and ${scope('o.id')} and o.is_active`;
}

/** @throws {Problem} `organization_inactive` */
export async function requireActive(tx: Transaction, principal: Principal, organizationId: string): Promise<void> {
  const held = await tx.first(principal, holdActiveOrganization, { organizationId });
  if (held === undefined) throw new Problem('organization_inactive');
}
