import { lockById, requireById } from '../../../core/db/by-id.js';
import { columns, columnsAs, derived, type RowOf } from '../../../core/db/columns.js';
import type { Queries, Transaction } from '../../../core/db/database.js';
import { type ParametersOf, type StatementTools, statement } from '../../../core/db/statement.js';
import { Problem } from '../../../core/errors/problem.js';
import type { Principal } from '../../../core/principal/principal.js';
import { LOAN_KEY, renewLoanSql } from '../../../ledger/store/loan-store.js';
import { centsInTransit } from '../../../loan-model/projection/cents-in-transit-sql.js';

export const ACCOUNT_FOR_POSTING = columnsAs('Account', 'a', {
  accountId: 'id',
  organizationId: 'organizationId',
  loanSystemCode: 'loanSystemCode',
  externalId: 'externalId',
});
/**
 * Postgres' clock when the row was read. A payoff quote requested afterwards includes every payment settled before
 * this time.
 */
export const READ_AT = derived({ readAt: 'text' });

/** The fields of an account that posting needs; none of them ever changes. */
export type PayableAccountRow = RowOf<typeof ACCOUNT_FOR_POSTING> & RowOf<typeof READ_AT>;

export const accountForPosting = statement({
  name: 'payments.account_for_posting',
  takes: { id: 'Account.id' },
  gives: [ACCOUNT_FOR_POSTING, READ_AT],
  text: ({ p, scope }) => `
    select ${ACCOUNT_FOR_POSTING}, clock_timestamp()::text as "readAt"
      from account a where a.id = ${p.id} and ${scope('a.organization_id')}`,
});

/** @throws {Problem} `account_not_found`, for an unknown id and for one out of scope alike. */
export async function requireAccount(queries: Queries, principal: Principal, id: string): Promise<PayableAccountRow> {
  return requireById(queries, principal, accountForPosting, id, 'account_not_found');
}

const STANDING = columnsAs('Account', 'a', { accountId: 'id', statusCode: 'statusCode' });

/** Locks the account until the transaction ends, so that reservations on it run one after the other. */
export const lockAccount = lockById('payments.lock_account', 'Account', 'a', STANDING, 'for no key update');

const OF_ACCOUNT = { accountId: 'Account.id', organizationId: 'Account.organizationId' } as const;
const QUOTED = { ...OF_ACCOUNT, quotedAt: 'timestamptz' } as const;

type OfAccount = StatementTools<ParametersOf<typeof OF_ACCOUNT>>['p'];

const ofAccount = (p: OfAccount, scope: (column: string) => string) => (row: string) =>
  `${row}.account_id = ${p.accountId} and ${row}.organization_id = ${p.organizationId} and ${scope(`${row}.organization_id`)}`;

/** Cents of payments and autopay runs without an outcome. */
export const openCentsOf = (p: OfAccount, scope: (column: string) => string) => centsInTransit(ofAccount(p, scope));
/** The same for the account of the row that a statement reads, within its scope. */
export const openCents = (organizationId: string, accountId: string) =>
  centsInTransit((row) => `${row}.account_id = ${accountId} and ${row}.organization_id = ${organizationId}`);

/**
 * Cents that a quote requested at `quotedAt` cannot include: payments and autopay runs without an outcome, and those
 * settled after the request. Requires the account's lock.
 */
const unsettled = (p: OfAccount & { readonly quotedAt: string }, scope: (column: string) => string) =>
  centsInTransit(
    ofAccount(p, scope),
    (row, posted) => `
            or (${row}.status in ${posted} and ${row}.settled_at >= ${p.quotedAt}::timestamptz)`,
  );

export const unsettledCents = statement({
  name: 'payments.unsettled_cents',
  takes: QUOTED,
  gives: derived({ cents: 'int8' }),
  text: ({ p, scope }) => `select (${unsettled(p, scope)}) as cents`,
});

const ORGANIZATION_ID = columns('Organization', 'o', ['id']);
const RESERVABLE = derived({ cents: 'int8', isActive: 'bool' });

/**
 * The same cents, and whether the account's organization accepts new payments. An active organization is locked
 * until the transaction ends: deactivation waits for reservations in progress, and none begins afterwards.
 */
const reservableSince = statement({
  name: 'payments.reservable',
  takes: QUOTED,
  gives: RESERVABLE,
  text: ({ p, scope }) => `
    with active as (${activeOrganization(p, scope)} for share of o)
    select (${unsettled(p, scope)}) as cents, exists (select from active) as "isActive"`,
});

/**
 * The same for a quote made under the loan's lock, which includes everything that is settled. Payments that were decided
 * without the lock notice the reservation by the row's new version.
 */
const reservableUnderLock = statement({
  name: 'payments.reservable_under_lock',
  takes: { ...OF_ACCOUNT, ...LOAN_KEY },
  gives: RESERVABLE,
  text: ({ p, scope }) => `
    with active as (${activeOrganization(p, scope)} for share of o
    ), renewed as (${renewLoanSql({ p, scope })})
    select (${openCentsOf(p, scope)}) as cents, exists (select from active) as "isActive"`,
});

/** When the quote was requested. */
export type Quote = { readonly quotedAt: string } | 'under_lock';

/**
 * The cents to subtract from a quote before a reservation, and whether the account's organization accepts new
 * payments.
 */
export async function reservable(
  tx: Transaction,
  principal: Principal,
  account: Pick<PayableAccountRow, 'accountId' | 'organizationId' | 'externalId'>,
  quote: Quote,
): Promise<RowOf<typeof RESERVABLE>> {
  const of = { accountId: account.accountId, organizationId: account.organizationId };
  const found =
    quote === 'under_lock'
      ? await tx.first(principal, reservableUnderLock, { ...of, loanId: account.externalId })
      : await tx.first(principal, reservableSince, { ...of, ...quote });
  return found ?? { cents: 0, isActive: false };
}

/** Locks an active organization as `reservable` does. No row: the organization accepts nothing new. */
export const holdActiveOrganization = statement({
  name: 'payments.hold_active_organization',
  takes: { organizationId: 'Organization.id' },
  gives: ORGANIZATION_ID,
  text: ({ p, scope }) => `${activeOrganization(p, scope)} for share of o`,
});

export function activeOrganization(p: { readonly organizationId: string }, scope: (column: string) => string): string {
  return `select ${ORGANIZATION_ID} from organization o where o.id = ${p.organizationId} and ${scope('o.id')} and o.is_active`;
}

/** @throws {Problem} `organization_inactive` */
export async function requireActive(tx: Transaction, principal: Principal, organizationId: string): Promise<void> {
  const held = await tx.first(principal, holdActiveOrganization, { organizationId });
  if (held === undefined) throw new Problem('organization_inactive');
}
