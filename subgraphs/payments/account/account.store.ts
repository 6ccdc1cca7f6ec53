import type { Principal } from '../../../core/auth/principal.js';
import { columns, columnsAs, derived, type RowOf } from '../../../core/db/columns.js';
import type { Queries, Transaction } from '../../../core/db/database.js';
import { type ParametersOf, statement } from '../../../core/db/statement.js';
import { Problem } from '../../../core/errors/problem.js';
import { isId } from '../../../core/ids.js';

const ACCOUNT = columnsAs('Account', 'a', {
  accountId: 'id',
  organizationId: 'organizationId',
  loanSystemCode: 'loanSystemCode',
  externalId: 'externalId',
});
/** Postgres' clock when the row was read: a payoff quote asked for afterwards knows every payment settled before it. */
const READ_AT = derived({ readAt: 'text' });

/** What posting needs to know of an account; none of it ever changes. */
export type PayableAccountRow = RowOf<typeof ACCOUNT> & RowOf<typeof READ_AT>;

export const accountForPosting = statement({
  name: 'payments.account_for_posting',
  takes: { id: 'Account.id' },
  gives: [ACCOUNT, READ_AT],
  text: ({ p, scope }) => `
    select ${ACCOUNT}, clock_timestamp()::text as "readAt"
      from account a where a.id = ${p.id} and ${scope('a.organization_id')}`,
});

/** @throws {Problem} `account_not_found`, the same for a foreign and a missing id. */
export async function requireAccount(queries: Queries, principal: Principal, id: string): Promise<PayableAccountRow> {
  const found = isId(id) ? await queries.first(principal, accountForPosting, { id }) : undefined;
  if (found === undefined) throw new Problem('account_not_found');
  return found;
}

const STANDING = columnsAs('Account', 'a', { accountId: 'id', statusCode: 'statusCode' });

/** Holds the account until the transaction ends, so that reservations on it happen one after the other. */
export const lockAccount = statement({
  name: 'payments.lock_account',
  takes: { id: 'Account.id', organizationId: 'Account.organizationId' },
  gives: STANDING,
  text: ({ p, scope }) => `
    select ${STANDING} from account a
     where a.id = ${p.id} and a.organization_id = ${p.organizationId} and ${scope('a.organization_id')} for no key update`,
});

const OF_ACCOUNT = {
  accountId: 'Account.id',
  organizationId: 'Account.organizationId',
  quotedAt: 'timestamptz',
} as const;

/**
 * Cents that a quote asked for at `quotedAt` cannot know of: payments and autopay runs without an outcome, and those that were
 * settled after it was asked for. To be read while the account is locked.
 */
const unsettled = (p: ParametersOf<typeof OF_ACCOUNT>, scope: (column: string) => string) => `
  select coalesce(sum(u.amount_cents), 0)::bigint from (
    select c.amount_cents from collected_payment c
     where c.account_id = ${p.accountId} and c.organization_id = ${p.organizationId} and ${scope('c.organization_id')}
       and (c.status in ('pending', 'pending_confirmation')
            or (c.status in ('posted', 'reversal_pending') and c.settled_at >= ${p.quotedAt}::timestamptz))
    union all
    select r.amount_cents from autopay_run r
     where r.account_id = ${p.accountId} and r.organization_id = ${p.organizationId} and ${scope('r.organization_id')}
       and (r.status in ('charging', 'charged', 'posting')
            or (r.status = 'posted' and r.settled_at >= ${p.quotedAt}::timestamptz))) u`;

export const unsettledCents = statement({
  name: 'payments.unsettled_cents',
  takes: OF_ACCOUNT,
  gives: derived({ cents: 'int8' }),
  text: ({ p, scope }) => `select (${unsettled(p, scope)}) as cents`,
});

const ORGANIZATION_ID = columns('Organization', 'o', ['id']);

/**
 * The same for whoever reserves, and whether the organization takes anything new. An active one is held until the transaction
 * ends: whoever deactivates it waits for reservations that are being written, and finds none begun afterwards.
 */
export const reservable = statement({
  name: 'payments.reservable',
  takes: OF_ACCOUNT,
  gives: derived({ cents: 'int8', isActive: 'bool' }),
  text: ({ p, scope }) => `
    with active as (${activeOrganization(p, scope)} for share of o)
    select (${unsettled(p, scope)}) as cents, exists (select from active) as "isActive"`,
});

/** Holds an active organization as `reservable` does; no row: it takes nothing new. */
export const holdActiveOrganization = statement({
  name: 'payments.hold_active_organization',
  takes: { organizationId: 'Organization.id' },
  gives: ORGANIZATION_ID,
  text: ({ p, scope }) => `${activeOrganization(p, scope)} for share of o`,
});

function activeOrganization(p: { readonly organizationId: string }, scope: (column: string) => string): string {
  return `select ${ORGANIZATION_ID} from organization o where o.id = ${p.organizationId} and ${scope('o.id')} and o.is_active`;
}

/** @throws {Problem} `organization_inactive` */
export async function requireActive(tx: Transaction, principal: Principal, organizationId: string): Promise<void> {
  const held = await tx.first(principal, holdActiveOrganization, { organizationId });
  if (held === undefined) throw new Problem('organization_inactive');
}
