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

/** The mark moves although loans failed: those are in `unread_loan`, where the next pass finds them. */
export const finishPass = statement<{ code: string; lease: string }, { code: string }>({
  name: 'sync.finish_pass',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    update loan_system_sync set finished_at = clock_timestamp(), page = null, attempts = 0, lease = null, lease_until = null,
      synced_through = started_at,
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

const NOTED_IN_PASS = (p: { readonly startedAt: string }) => `u.noted_at >= ${p.startedAt}::timestamptz`;

export interface HeadToRead {
  readonly externalId: string;
  /** Null: not of a head. */
  readonly revision: string | null;
}

/**
 * Of a page of heads, as JSON, those to read: their revision is another one than ours, or than the one found odd. Not what
 * this pass has tried in vain already: it goes on with a page that it left off in.
 */
export const headsToRead = statement<{ code: string; startedAt: string; heads: string }, HeadToRead>({
  name: 'sync.heads_to_read',
  unscoped: ACCOUNTS,
  text: ({ p }) => `
    select h."externalId", h.revision from jsonb_to_recordset(${p.heads}::jsonb) as h ("externalId" text, revision text)
      left join account a on a.loan_system_code = ${p.code} and a.external_id = h."externalId"
      left join unread_loan u on u.loan_system_code = ${p.code} and u.external_id = h."externalId"
     where h.revision is distinct from a.source_revision and h.revision is distinct from u.revision
       and coalesce(not (${NOTED_IN_PASS(p)}), true)`,
});

/** Loans that earlier passes could not read or write, by their external id. */
export const failedLoans = statement<{ code: string; startedAt: string; after: string; limit: number }, HeadToRead>({
  name: 'sync.failed_loans',
  unscoped: ACCOUNTS,
  text: ({ p }) => `
    select u.external_id as "externalId", null::text as revision from unread_loan u
     where u.loan_system_code = ${p.code} and u.kind = 'failed' and not (${NOTED_IN_PASS(p)}) and u.external_id > ${p.after}
     order by u.external_id limit ${p.limit}`,
});

/** `loans` is JSON: {externalId, kind, revision}. */
export const noteUnread = statement<{ code: string; loans: string }, never>({
  name: 'sync.note_unread',
  unscoped: ACCOUNTS,
  text: ({ p }) => `
    insert into unread_loan (loan_system_code, external_id, kind, revision, noted_at)
    select ${p.code}::text, l."externalId", l.kind, l.revision, clock_timestamp()
      from jsonb_to_recordset(${p.loans}::jsonb) as l ("externalId" text, kind text, revision text)
    on conflict (loan_system_code, external_id) do update
      set kind = excluded.kind, revision = excluded.revision, noted_at = excluded.noted_at`,
});

export const forgetUnread = statement<{ code: string; externalIds: readonly string[] }, never>({
  name: 'sync.forget_unread',
  unscoped: ACCOUNTS,
  text: ({ p }) => `
    delete from unread_loan where loan_system_code = ${p.code} and external_id = any(${p.externalIds}::text[])`,
});

/** Loans that are there and have not changed: a full pass notes that it saw them. */
export const noteSeen = statement<{ code: string; externalIds: readonly string[] }, never>({
  name: 'sync.note_seen',
  unscoped: ACCOUNTS,
  text: ({ p }) => `
    update account set synced_at = clock_timestamp()
     where loan_system_code = ${p.code} and external_id = any(${p.externalIds}::text[])`,
});

/** What was listed and could not be read or written has been seen. */
const UNSEEN = (p: {
  readonly code: string;
  readonly startedAt: string;
}) => `loan_system_code = ${p.code} and source_deleted_at is null
  and coalesce(synced_at < ${p.startedAt}::timestamptz, true) and not exists (
    select from unread_loan u where u.loan_system_code = ${p.code} and u.external_id = account.external_id
      and ${NOTED_IN_PASS(p)})`;

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
