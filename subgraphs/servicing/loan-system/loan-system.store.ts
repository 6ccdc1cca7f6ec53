import { statement } from '../../../core/db/statement.js';
import { lagSeconds } from '../sync/lag.js';
import type { SyncMode } from '../sync/pass.js';

const UNSCOPED = 'loan systems stand above organizations: administration only';

/** A loan system and how far its sync has come; instants are UTC. */
export interface LoanSystemRow {
  readonly code: string;
  readonly kind: string;
  readonly baseUrl: string | null;
  readonly organizationId: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secretEnv: Readonly<Record<string, string>>;
  readonly isActive: boolean;
  readonly accounts: number;
  /** Null: it was never synced, or lives here. */
  readonly mode: SyncMode | null;
  readonly isRunning: boolean;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** What the loan system changed before this instant is here. */
  readonly syncedThrough: string | null;
  readonly fullThrough: string | null;
  /** Seconds since `syncedThrough`. */
  readonly lagSeconds: number | null;
  readonly heads: number;
  readonly loansRead: number;
  readonly transactions: number;
  readonly loansFailed: number;
  readonly loansOdd: number;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly lastErrorAt: string | null;
}

const loanSystems = (condition: string) => `
  select s.code, s.kind, s.base_url as "baseUrl", s.organization_id as "organizationId", s.settings,
    s.secret_env as "secretEnv", s.is_active as "isActive",
    (select count(*) from account a where a.loan_system_code = s.code) as accounts, y.mode,
    coalesce(y.lease_until > clock_timestamp(), false) as "isRunning", y.started_at as "startedAt",
    y.finished_at as "finishedAt", y.synced_through as "syncedThrough", y.full_through as "fullThrough",
    ${lagSeconds('y.synced_through')} as "lagSeconds", coalesce(y.heads, 0) as heads,
    coalesce(y.loans_read, 0) as "loansRead", coalesce(y.transactions, 0) as transactions,
    coalesce(y.loans_failed, 0) as "loansFailed",
    (select count(*) from unread_loan u where u.loan_system_code = s.code and u.kind = 'odd') as "loansOdd", coalesce(y.attempts, 0) as attempts, y.last_error as "lastError",
    y.last_error_at as "lastErrorAt"
  from loan_system s left join loan_system_sync y on y.loan_system_code = s.code
  where ${condition} order by s.code`;

export const allLoanSystems = statement<Record<never, never>, LoanSystemRow>({
  name: 'loan_system.all',
  unscoped: UNSCOPED,
  text: () => loanSystems('true'),
});

export const loanSystemByCode = statement<{ code: string }, LoanSystemRow>({
  name: 'loan_system.by_code',
  unscoped: UNSCOPED,
  text: ({ p }) => loanSystems(`s.code = ${p.code}`),
});

export const loanSystemsOfOrganizations = statement<Record<never, never>, LoanSystemRow>({
  name: 'loan_system.of_organizations',
  text: ({ scope }) => loanSystems(scope('s.organization_id')),
});

export const loanSystemsThatComeAlong = statement<Record<never, never>, LoanSystemRow>({
  name: 'loan_system.come_along',
  unscoped: 'they hold accounts of every organization; whoever asks is told what is no secret of any',
  text: () => loanSystems('s.organization_id is null'),
});

export const syncedThroughByCodes = statement<
  { codes: readonly string[] },
  { code: string; syncedThrough: string | null }
>({
  name: 'loan_system.synced_through',
  unscoped: 'asked for the accounts that a caller has read, which name their loan systems',
  text: ({ p }) => `
    select loan_system_code as code, synced_through as "syncedThrough" from loan_system_sync
     where loan_system_code = any(${p.codes}::text[])`,
});

interface HeldLoanSystem {
  readonly code: string;
  readonly kind: string;
  readonly baseUrl: string | null;
  readonly organizationId: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secretEnv: Readonly<Record<string, string>>;
  readonly isActive: boolean;
  readonly accounts: number;
  readonly syncedThrough: string | null;
}

/** Held until the end of the transaction: of two that add or remove the same system, the second sees what the first did. */
export const lockLoanSystem = statement<{ code: string }, HeldLoanSystem>({
  name: 'loan_system.lock',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    select code, kind, base_url as "baseUrl", organization_id as "organizationId", settings, secret_env as "secretEnv",
           is_active as "isActive", (select count(*) from account a where a.loan_system_code = code) as accounts,
           (select y.synced_through from loan_system_sync y where y.loan_system_code = code) as "syncedThrough"
      from loan_system where code = ${p.code} for update`,
});

export type LoanSystemFields = {
  code: string;
  kind: string;
  baseUrl: string;
  organizationId: string;
  /** JSON. */
  settings: string;
  /** JSON. */
  secretEnv: string;
};

/** Writes it and tells every process, at commit. No row: another one has been added under the code meanwhile. */
export const writeLoanSystem = statement<LoanSystemFields & { channel: string }, { code: string }>({
  name: 'loan_system.write',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    with written as (
      insert into loan_system (code, kind, base_url, organization_id, settings, secret_env)
      values (${p.code}, ${p.kind}, ${p.baseUrl}, ${p.organizationId}, ${p.settings}::jsonb, ${p.secretEnv}::jsonb)
      on conflict (code) do update set base_url = excluded.base_url, settings = excluded.settings,
        secret_env = excluded.secret_env, is_active = true, updated_at = now()
        where not loan_system.is_active
      returning code)
    select code, pg_notify(${p.channel}, code)::text as told from written`,
});

export const deactivateLoanSystem = statement<{ code: string; channel: string }, { code: string }>({
  name: 'loan_system.deactivate',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    with written as (
      update loan_system set is_active = false, updated_at = now() where code = ${p.code} and is_active returning code)
    select code, pg_notify(${p.channel}, code)::text as told from written`,
});

export const organizationExists = statement<{ id: string }, { id: string }>({
  name: 'loan_system.organization',
  unscoped: UNSCOPED,
  text: ({ p }) => `select id from organization where id = ${p.id}`,
});
