import { columns, columnsAs, derived, type RowOf, typesOf } from '../../../../core/db/columns.js';
import { inserted, leftOut, overwritten, sameNamed, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import type { SyncMode } from '../sync/next-pass.js';
import { lagSeconds } from '../sync/sync-lag-sql.js';

const SYSTEM = columns('LoanSystem', 's', [
  'code',
  'kind',
  'baseUrl',
  'organizationId',
  'settings',
  'secretEnv',
  'isActive',
]).as<{ settings: Readonly<Record<string, unknown>>; secretEnv: Readonly<Record<string, string>> }>();
/** Null: never synced, or local. Changes made in the loan system before `syncedThrough` are visible in Tributary. */
const PASS = columns('LoanSystemSync', 'y', [
  'mode',
  'startedAt',
  'finishedAt',
  'syncedThrough',
  'fullThrough',
  'lastError',
  'lastErrorAt',
])
  .orNull()
  .as<{ mode: SyncMode | null }>();
const COUNTED = derived({
  isRunning: 'bool',
  /** Seconds since `syncedThrough`. */
  lagSeconds: 'int8?',
  heads: 'int4',
  loansRead: 'int4',
  transactions: 'int4',
  loansFailed: 'int4',
  loansOdd: 'int8',
  attempts: 'int4',
  followsChanges: 'bool',
  changesMissed: 'int4',
});
const LOAN_SYSTEM = [SYSTEM, PASS, COUNTED] as const;

/** A loan system with its sync progress; instants are UTC. */
export type LoanSystemRow = RowOf<typeof SYSTEM> & RowOf<typeof PASS> & RowOf<typeof COUNTED>;

const loanSystems = (condition: string) => `
  select ${SYSTEM}, ${PASS},
    coalesce(y.lease_until > clock_timestamp(), false) as "isRunning",
    ${lagSeconds('y.synced_through')} as "lagSeconds", coalesce(y.heads, 0) as heads,
    coalesce(y.loans_read, 0) as "loansRead", coalesce(y.transactions, 0) as transactions,
    coalesce(y.loans_failed, 0) as "loansFailed",
    (select count(*) from unread_loan u where u.loan_system_code = s.code and u.kind = 'odd') as "loansOdd",
    coalesce(y.attempts, 0) as attempts, y.changes_position is not null as "followsChanges",
    coalesce(y.changes_missed, 0) as "changesMissed"
  from loan_system s left join loan_system_sync y on y.loan_system_code = s.code
  where ${condition} order by s.code`;

export const allLoanSystems = statement({
  name: 'loan_system.all',
  gives: LOAN_SYSTEM,
  unscoped: 'administration_only',
  text: () => loanSystems('true'),
});

export const loanSystemByCode = statement({
  name: 'loan_system.by_code',
  takes: { code: 'LoanSystem.code' },
  gives: LOAN_SYSTEM,
  unscoped: 'administration_only',
  text: ({ p }) => loanSystems(`s.code = ${p.code}`),
});

export const loanSystemsOfOrganizations = statement({
  name: 'loan_system.of_organizations',
  gives: LOAN_SYSTEM,
  text: ({ scope }) => loanSystems(scope('s.organization_id')),
});

export const builtInLoanSystems = statement({
  name: 'loan_system.come_along',
  gives: LOAN_SYSTEM,
  unscoped: 'loan_system_without_borrower_data',
  text: () => loanSystems('s.organization_id is null'),
});

const HOLDS = [
  columnsAs('Account', 'a', { organizationId: 'organizationId', code: 'loanSystemCode' }),
  derived({ accounts: 'int8' }),
] as const;

/**
 * Number of accounts per organization that loan systems hold; no row for none. A statement of its own: a distributed
 * engine counts the accounts on their shards, and keeps a copy of the loan systems on every node.
 */
export const accountsOfLoanSystems = statement({
  name: 'loan_system.accounts',
  takes: { codes: 'LoanSystem.code[]' },
  gives: HOLDS,
  text: ({ p, scope }) => `
    select a.organization_id as "organizationId", a.loan_system_code as code, count(*) as accounts from account a
     where ${scope('a.organization_id')} and a.loan_system_code = any(${p.codes}::text[])
     group by a.organization_id, a.loan_system_code`,
});

const SYNCED_THROUGH = columnsAs('LoanSystemSync', 'y', { code: 'loanSystemCode', syncedThrough: 'syncedThrough' });

/** Callers have read the accounts of these systems, or are administrators. */
export const syncedThroughByCodes = statement({
  name: 'loan_system.synced_through',
  unscoped: 'loan_system_without_borrower_data',
  takes: { codes: 'LoanSystemSync.loanSystemCode[]' },
  gives: SYNCED_THROUGH,
  text: ({ p }) => `
    select ${SYNCED_THROUGH} from loan_system_sync y where y.loan_system_code = any(${p.codes}::text[])`,
});

/**
 * Locked until the transaction ends: if two requests add or remove the same system, the second sees the first one's
 * change.
 */
export const lockLoanSystem = statement({
  name: 'loan_system.lock',
  unscoped: 'administration_only',
  takes: { code: 'LoanSystem.code' },
  gives: SYSTEM,
  text: ({ p }) => `select ${SYSTEM} from loan_system s where s.code = ${p.code} for update`,
});

const ORGANIZATION_ID = columns('Organization', 'o', ['id']);

/**
 * Locked until the transaction ends: if two requests add something that may exist only once, the second sees the first
 * one's change.
 */
export const holdOrganization = statement({
  name: 'loan_system.hold_organization',
  unscoped: 'administration_only',
  takes: { organizationId: 'Organization.id' },
  gives: ORGANIZATION_ID,
  text: ({ p }) => `select ${ORGANIZATION_ID} from organization o where o.id = ${p.organizationId} for no key update`,
});

const CODE = columns('LoanSystem', 's', ['code']);

/** The active one. */
export const ledgerOfOrganization = statement({
  name: 'loan_system.ledger_of_organization',
  unscoped: 'administration_only',
  takes: { organizationId: 'Organization.id' },
  gives: CODE,
  text: ({ p }) => `
    select ${CODE} from loan_system s
     where s.organization_id = ${p.organizationId} and s.kind = 'ledger' and s.is_active`,
});

const NOTIFIED = [columns('LoanSystem', 'written', ['code']), derived({ notified: 'text' })] as const;

/**
 * Writes the system and notifies every process at commit. Returns no row when another one was added under the code in
 * the meantime.
 */
export const writeLoanSystem = statement({
  name: 'loan_system.write',
  unscoped: 'administration_only',
  takes: {
    ...typesOf('LoanSystem', ['code', 'kind', 'baseUrl']),
    organizationId: 'Organization.id',
    settings: 'LoanSystem.settings',
    secretEnv: 'LoanSystem.secretEnv',
    channel: 'text',
  },
  gives: NOTIFIED,
  text: ({ p }) => {
    const { into, values } = inserted('LoanSystem', {
      ...sameNamed(p, ['code', 'kind', 'baseUrl', 'settings', 'secretEnv', 'organizationId']),
      ...leftOut('isActive', 'createdAt'),
      updatedAt: sql('now()'),
      ...leftOut('isReachable', 'eventSequence', 'approvalsSince', 'approvalsSeenAt', 'postingsReadAt'),
    });
    return `
    with written as (
      insert into ${into} values (${values})
      on conflict (code) do update set ${overwritten('LoanSystem', ['baseUrl', 'settings', 'secretEnv', 'updatedAt'])},
        is_active = true, approvals_seen_at = null
        where not loan_system.is_active
      returning code)
    select written.code, pg_notify(${p.channel}, code)::text as notified from written`;
  },
});

export const deactivateLoanSystem = statement({
  name: 'loan_system.deactivate',
  unscoped: 'administration_only',
  takes: { code: 'LoanSystem.code', channel: 'text' },
  gives: NOTIFIED,
  text: ({ p }) => `
    with written as (
      update loan_system set is_active = false, updated_at = now() where code = ${p.code} and is_active returning code)
    select written.code, pg_notify(${p.channel}, code)::text as notified from written`,
});
