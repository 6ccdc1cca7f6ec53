import type { IsoInstant } from '../../../core/dates.js';
import { statement } from '../../../core/db/statement.js';
import type { SyncMode } from './pass.js';

const UNSCOPED = 'loan systems stand above organizations; no data of borrowers';

export interface PassRow {
  readonly mode: SyncMode;
  readonly isFinished: boolean;
  readonly isHeld: boolean;
  readonly attempts: number;
  readonly hasBeenSynced: boolean;
}

export interface SystemRow {
  readonly loanSystemCode: string;
  readonly organizationId: string | null;
  readonly isActive: boolean;
}

export const syncedSystem = statement<{ code: string }, SystemRow>({
  name: 'sync.system',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    select code as "loanSystemCode", organization_id as "organizationId", is_active as "isActive" from loan_system
     where code = ${p.code}`,
});

/** Makes the row that passes of a system are kept in, for the transaction that begins the first one. */
export const openPass = statement<{ code: string }, never>({
  name: 'sync.open_pass',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    insert into loan_system_sync (loan_system_code, mode, started_at, finished_at)
    values (${p.code}, 'full', clock_timestamp(), clock_timestamp()) on conflict do nothing`,
});

export const lockPass = statement<{ code: string }, PassRow>({
  name: 'sync.lock_pass',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    select mode, finished_at is not null as "isFinished", coalesce(lease_until > clock_timestamp(), false) as "isHeld",
           attempts, synced_through is not null as "hasBeenSynced"
      from loan_system_sync where loan_system_code = ${p.code} for update`,
});

type Lease = { code: string; lease: string; leaseMs: number };
const LEASED = (p: { lease: string; leaseMs: string }) =>
  `lease = ${p.lease}, lease_until = clock_timestamp() + make_interval(secs => ${p.leaseMs}::float8 / 1000)`;

/** How far back beyond the last pass changes are asked for: the system's clock and ours may differ, and so may commits. */
const OVERLAP = `interval '10 minutes'`;

/** A pass as it stands: what whoever goes on with it needs. */
export interface RunningPass {
  readonly mode: SyncMode;
  readonly startedAt: string;
  readonly since: IsoInstant | null;
  /** JSON; null: the first place. */
  readonly page: string | null;
  readonly heads: number;
  readonly loansRead: number;
  readonly transactions: number;
  readonly loansFailed: number;
}

const RUNNING = `mode, started_at::text as "startedAt", since, page, heads, loans_read as "loansRead", transactions,
  loans_failed as "loansFailed"`;

export const beginPass = statement<Lease & { mode: string }, RunningPass>({
  name: 'sync.begin_pass',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    update loan_system_sync set mode = ${p.mode}, started_at = clock_timestamp(), finished_at = null,
      since = case when ${p.mode} = 'full' then null else synced_through - ${OVERLAP} end, page = null, heads = 0,
      loans_read = 0, transactions = 0, loans_failed = 0, attempts = 1, ${LEASED(p)}
     where loan_system_code = ${p.code} returning ${RUNNING}`,
});

export const goOnWithPass = statement<Lease, RunningPass>({
  name: 'sync.go_on_with_pass',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    update loan_system_sync set attempts = attempts + 1, ${LEASED(p)} where loan_system_code = ${p.code} returning ${RUNNING}`,
});

/** No row: somebody else has taken over, so that this one must stop. */
export const renewLease = statement<Lease, { code: string }>({
  name: 'sync.renew_lease',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    update loan_system_sync set ${LEASED(p)} where loan_system_code = ${p.code} and lease = ${p.lease}
    returning loan_system_code as code`,
});

type Counts = { heads: number; loansRead: number; transactions: number; loansFailed: number };

/** After everything of a page has been written. No row as above. */
export const turnPage = statement<Lease & Counts & { page: string }, RunningPass>({
  name: 'sync.turn_page',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    update loan_system_sync set page = ${p.page}, heads = heads + ${p.heads}::int, loans_read = loans_read + ${p.loansRead}::int,
      transactions = transactions + ${p.transactions}::int, loans_failed = loans_failed + ${p.loansFailed}::int, attempts = 0,
      ${LEASED(p)}
     where loan_system_code = ${p.code} and lease = ${p.lease} returning ${RUNNING}`,
});

/** A pass with loans that failed leaves the mark where it was, so that the next one lists them again. */
export const finishPass = statement<{ code: string; lease: string }, { code: string }>({
  name: 'sync.finish_pass',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    update loan_system_sync set finished_at = clock_timestamp(), page = null, attempts = 0, lease = null, lease_until = null,
      synced_through = case when loans_failed = 0 then started_at else synced_through end,
      full_through = case when mode = 'full' then started_at else full_through end,
      last_error = case when loans_failed = 0 then null else last_error end
     where loan_system_code = ${p.code} and lease = ${p.lease} returning loan_system_code as code`,
});

/** Whoever goes on need not wait for the lease to end. */
export const leavePass = statement<{ code: string; lease: string; error: string | null }, never>({
  name: 'sync.leave_pass',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    update loan_system_sync set lease = null, lease_until = null,
      last_error = coalesce(${p.error}::text, last_error),
      last_error_at = case when ${p.error}::text is null then last_error_at else clock_timestamp() end
     where loan_system_code = ${p.code} and lease = ${p.lease}`,
});

export const noteFailure = statement<{ code: string; error: string }, never>({
  name: 'sync.note_failure',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    update loan_system_sync set last_error = ${p.error}, last_error_at = clock_timestamp() where loan_system_code = ${p.code}`,
});

const ACCOUNTS = 'sync goes through the accounts of one loan system, which belong to one organization';

export const revisionsOf = statement<
  { code: string; externalIds: readonly string[] },
  { externalId: string; revision: string | null }
>({
  name: 'sync.revisions',
  unscoped: ACCOUNTS,
  text: ({ p }) => `
    select external_id as "externalId", source_revision as revision from account
     where loan_system_code = ${p.code} and external_id = any(${p.externalIds}::text[])`,
});

/** Loans that are there and have not changed: a full pass notes that it saw them. */
export const noteSeen = statement<{ code: string; externalIds: readonly string[] }, never>({
  name: 'sync.note_seen',
  unscoped: ACCOUNTS,
  text: ({ p }) => `
    update account set synced_at = clock_timestamp()
     where loan_system_code = ${p.code} and external_id = any(${p.externalIds}::text[])`,
});

const UNSEEN = (p: {
  readonly code: string;
  readonly startedAt: string;
}) => `loan_system_code = ${p.code} and source_deleted_at is null
  and coalesce(synced_at < ${p.startedAt}::timestamptz, true)`;

/** Accounts whose loans a full pass has not come across, by their external id. */
export const unseenAccounts = statement<
  { code: string; startedAt: string; after: string; limit: number },
  { externalId: string }
>({
  name: 'sync.unseen_accounts',
  unscoped: ACCOUNTS,
  text: ({ p }) => `
    select external_id as "externalId" from account where ${UNSEEN(p)} and external_id > ${p.after}
     order by external_id limit ${p.limit}`,
});

export const countUnseen = statement<{ code: string; startedAt: string }, { unseen: number; all: number }>({
  name: 'sync.count_unseen',
  unscoped: ACCOUNTS,
  text: ({ p }) => `
    select count(*) filter (where ${UNSEEN(p)}) as unseen, count(*) as all from account
     where loan_system_code = ${p.code} and source_deleted_at is null`,
});

/** Every system that is to be synced and that nobody syncs just now. */
export const passesDue = statement<
  Record<never, never>,
  { code: string; beganMinutesAgo: number | null; isFinished: boolean; fullMinutesAgo: number | null }
>({
  name: 'sync.passes_due',
  unscoped: UNSCOPED,
  text: () => `
    select s.code, extract(epoch from clock_timestamp() - y.started_at)::float8 / 60 as "beganMinutesAgo",
           coalesce(y.finished_at is not null, true) as "isFinished",
           extract(epoch from clock_timestamp() - y.full_through)::float8 / 60 as "fullMinutesAgo"
      from loan_system s left join loan_system_sync y on y.loan_system_code = s.code
     where s.is_active and s.organization_id is not null and coalesce(y.lease_until < clock_timestamp(), true)
     order by y.started_at nulls first`,
});
