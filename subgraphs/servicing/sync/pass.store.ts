import { columns, columnsAs, derived, type RowOf } from '../../../core/db/columns.js';
import { type ParametersOf, type StatementTools, statement } from '../../../core/db/statement.js';
import { assigned, inserted, LEFT_OUT, overwritten, sql } from '../../../core/db/written.js';
import type { SyncMode } from './pass.js';

const UNSCOPED = 'loan systems stand above organizations; no data of borrowers';

/** The system that a pass is of. */
const CODE = { code: 'LoanSystemSync.loanSystemCode' } as const;

const SYSTEM = columnsAs('LoanSystem', 'loan_system', {
  loanSystemCode: 'code',
  kind: 'kind',
  organizationId: 'organizationId',
  isActive: 'isActive',
});

export const syncedSystem = statement({
  name: 'sync.system',
  unscoped: UNSCOPED,
  takes: { code: 'LoanSystem.code' },
  gives: SYSTEM,
  text: ({ p }) => `select ${SYSTEM} from loan_system where code = ${p.code}`,
});

/** Makes the row that passes of a system are kept in, for the transaction that begins the first one. */
export const openPass = statement({
  name: 'sync.open_pass',
  unscoped: UNSCOPED,
  takes: CODE,
  text: ({ p }) => {
    const { into, values } = inserted('LoanSystemSync', {
      loanSystemCode: p.code,
      mode: sql(`'full'`),
      startedAt: sql('statement_timestamp()'),
      finishedAt: sql('statement_timestamp()'),
      since: LEFT_OUT,
      page: LEFT_OUT,
      heads: LEFT_OUT,
      loansRead: LEFT_OUT,
      transactions: LEFT_OUT,
      loansFailed: LEFT_OUT,
      syncedThrough: LEFT_OUT,
      fullThrough: LEFT_OUT,
      attempts: LEFT_OUT,
      lastError: LEFT_OUT,
      lastErrorAt: LEFT_OUT,
      lease: LEFT_OUT,
      leaseUntil: LEFT_OUT,
    });
    return `insert into ${into} values (${values}) on conflict do nothing`;
  },
});

const PASS = columns('LoanSystemSync', 'loan_system_sync', ['mode', 'attempts']).as<{ mode: SyncMode }>();

export const lockPass = statement({
  name: 'sync.lock_pass',
  unscoped: UNSCOPED,
  takes: CODE,
  gives: [PASS, derived({ isFinished: 'bool', isHeld: 'bool', hasBeenSynced: 'bool' })],
  text: ({ p }) => `
    select ${PASS}, finished_at is not null as "isFinished",
           coalesce(lease_until > clock_timestamp(), false) as "isHeld", synced_through is not null as "hasBeenSynced"
      from loan_system_sync where loan_system_code = ${p.code} for update`,
});

const HELD = { ...CODE, lease: 'text' } as const;
const LEASE = { ...HELD, leaseMs: 'float8' } as const;
export type Lease = ParametersOf<typeof LEASE>;

const leased = (p: StatementTools<Lease>['p']) =>
  ({
    lease: p.lease,
    leaseUntil: sql(`statement_timestamp() + make_interval(secs => ${p.leaseMs}::float8 / 1000)`),
  }) as const;

/** How far back beyond the last pass changes are asked for: the system's clock and ours may differ, and so may commits. */
const OVERLAP = `interval '10 minutes'`;
/** By way of UTC, where such sums are the same in every session: Citus takes no others of a column within `case`. */
const before = (instant: string, interval: string) =>
  `((${instant} at time zone 'UTC') - ${interval}) at time zone 'UTC'`;

/** A pass as it stands, for whoever goes on with it. Its page is JSON; null: the first place. */
const STANDS = columns('LoanSystemSync', 'loan_system_sync', [
  'mode',
  'since',
  'page',
  'heads',
  'loansRead',
  'transactions',
  'loansFailed',
]).as<{ mode: SyncMode }>();
const BEGUN = derived({ startedAt: 'text' });
const RUNNING = [STANDS, BEGUN] as const;
export type RunningPass = RowOf<typeof STANDS> & RowOf<typeof BEGUN>;

/** Changes a pass, and tells how it stands. Its instant becomes text in a select of its own: Citus takes no such cast behind RETURNING. */
const changed = (changes: string, condition: string) => `
    with loan_system_sync as (
      update loan_system_sync set ${changes} where ${condition} returning *)
    select ${STANDS}, started_at::text as "startedAt" from loan_system_sync`;

export const beginPass = statement({
  name: 'sync.begin_pass',
  unscoped: UNSCOPED,
  takes: { ...LEASE, mode: 'LoanSystemSync.mode' },
  gives: RUNNING,
  text: ({ p }) => {
    const begun = assigned('LoanSystemSync', {
      mode: p.mode,
      startedAt: sql('statement_timestamp()'),
      finishedAt: sql('null'),
      since: sql(`case when ${p.mode} = 'full' then null else ${before('synced_through', OVERLAP)} end`),
      page: sql('null'),
      heads: sql('0'),
      loansRead: sql('0'),
      transactions: sql('0'),
      loansFailed: sql('0'),
      attempts: sql('1'),
      ...leased(p),
    });
    return changed(begun, `loan_system_code = ${p.code}`);
  },
});

export const goOnWithPass = statement({
  name: 'sync.go_on_with_pass',
  unscoped: UNSCOPED,
  takes: LEASE,
  gives: RUNNING,
  text: ({ p }) => {
    const changes = assigned('LoanSystemSync', { attempts: sql('attempts + 1'), ...leased(p) });
    return changed(changes, `loan_system_code = ${p.code}`);
  },
});

const SYNC_CODE = columnsAs('LoanSystemSync', 'loan_system_sync', { code: 'loanSystemCode' });

/** No row: somebody else has taken over, so that this one must stop. */
export const renewLease = statement({
  name: 'sync.renew_lease',
  unscoped: UNSCOPED,
  takes: LEASE,
  gives: SYNC_CODE,
  text: ({ p }) => `
    update loan_system_sync set ${assigned('LoanSystemSync', leased(p))}
     where loan_system_code = ${p.code} and lease = ${p.lease} returning ${SYNC_CODE}`,
});

/** After everything of a page has been written. No row as above. */
export const turnPage = statement({
  name: 'sync.turn_page',
  unscoped: UNSCOPED,
  takes: { ...LEASE, page: 'text', heads: 'int4', loansRead: 'int4', transactions: 'int4', loansFailed: 'int4' },
  gives: RUNNING,
  text: ({ p }) => {
    const turned = assigned('LoanSystemSync', {
      page: p.page,
      heads: sql(`heads + ${p.heads}::int`),
      loansRead: sql(`loans_read + ${p.loansRead}::int`),
      transactions: sql(`transactions + ${p.transactions}::int`),
      loansFailed: sql(`loans_failed + ${p.loansFailed}::int`),
      attempts: sql('0'),
      ...leased(p),
    });
    return changed(turned, `loan_system_code = ${p.code} and lease = ${p.lease}`);
  },
});

/** The mark moves although loans failed: those are in `unread_loan`, where the next pass finds them. */
export const finishPass = statement({
  name: 'sync.finish_pass',
  unscoped: UNSCOPED,
  takes: HELD,
  gives: SYNC_CODE,
  text: ({ p }) => `
    update loan_system_sync set finished_at = statement_timestamp(), page = null, attempts = 0, lease = null, lease_until = null,
      synced_through = started_at,
      full_through = case when mode = 'full' then started_at else full_through end,
      last_error = case when loans_failed = 0 then null else last_error end
     where loan_system_code = ${p.code} and lease = ${p.lease} returning ${SYNC_CODE}`,
});

/** Whoever goes on need not wait for the lease to end. */
export const leavePass = statement({
  name: 'sync.leave_pass',
  unscoped: UNSCOPED,
  takes: HELD,
  text: ({ p }) => `
    update loan_system_sync set lease = null, lease_until = null
     where loan_system_code = ${p.code} and lease = ${p.lease}`,
});

/** The same, and why. */
export const breakOffPass = statement({
  name: 'sync.break_off_pass',
  unscoped: UNSCOPED,
  takes: { ...HELD, error: 'text' },
  text: ({ p }) => `
    update loan_system_sync set lease = null, lease_until = null, last_error = ${p.error},
      last_error_at = statement_timestamp()
     where loan_system_code = ${p.code} and lease = ${p.lease}`,
});

export const noteFailure = statement({
  name: 'sync.note_failure',
  unscoped: UNSCOPED,
  takes: { ...CODE, error: 'text' },
  text: ({ p }) => `
    update loan_system_sync set last_error = ${p.error}, last_error_at = statement_timestamp() where loan_system_code = ${p.code}`,
});

const ACCOUNTS = 'sync goes through the accounts of one loan system, which belong to one organization';

const NOTED_IN_PASS = (p: { readonly startedAt: string }) => `u.noted_at >= ${p.startedAt}::timestamptz`;

/** The loans of one system: keys of accounts begin with the organization that it is of. */
const LOANS = { organizationId: 'Account.organizationId', code: 'Account.loanSystemCode' } as const;

/** Without a revision: not of a head. */
const HEAD = derived({ externalId: 'text', revision: 'text?' });
export type HeadToRead = RowOf<typeof HEAD>;

/**
 * Of a page of heads, as JSON, those to read: their revision is another one than ours, or than the one found odd. Not what
 * this pass has tried in vain already: it goes on with a page that it left off in.
 */
export const headsToRead = statement({
  name: 'sync.heads_to_read',
  unscoped: ACCOUNTS,
  takes: { ...LOANS, startedAt: 'timestamptz', heads: 'jsonb' },
  gives: HEAD,
  text: ({ p }) => `
    select h."externalId", h.revision from jsonb_to_recordset(${p.heads}::jsonb) as h ("externalId" text, revision text)
      left join account a on a.organization_id = ${p.organizationId} and a.loan_system_code = ${p.code}
        and a.external_id = h."externalId"
      left join unread_loan u on u.loan_system_code = ${p.code} and u.external_id = h."externalId"
     where h.revision is distinct from a.source_revision and h.revision is distinct from u.revision
       and coalesce(not (${NOTED_IN_PASS(p)}), true)`,
});

const FAILED = columns('UnreadLoan', 'u', ['externalId']);

/** Loans that earlier passes could not read or write, by their external id. */
export const failedLoans = statement({
  name: 'sync.failed_loans',
  unscoped: ACCOUNTS,
  takes: {
    code: 'UnreadLoan.loanSystemCode',
    startedAt: 'timestamptz',
    after: 'UnreadLoan.externalId',
    limit: 'int8',
  },
  gives: [FAILED, derived({ revision: 'text?' })],
  text: ({ p }) => `
    select ${FAILED}, null::text as revision from unread_loan u
     where u.loan_system_code = ${p.code} and u.kind = 'failed' and not (${NOTED_IN_PASS(p)}) and u.external_id > ${p.after}
     order by u.external_id limit ${p.limit}`,
});

/** `loans` is JSON: {externalId, kind, revision}. */
export const noteUnread = statement({
  name: 'sync.note_unread',
  unscoped: ACCOUNTS,
  takes: { code: 'UnreadLoan.loanSystemCode', loans: 'jsonb' },
  text: ({ p }) => {
    const { into, values } = inserted('UnreadLoan', {
      loanSystemCode: p.code,
      externalId: sql('l."externalId"'),
      kind: sql('l.kind'),
      revision: sql('l.revision'),
      notedAt: sql('clock_timestamp()'),
    });
    return `
    insert into ${into} select ${values}
      from jsonb_to_recordset(${p.loans}::jsonb) as l ("externalId" text, kind text, revision text)
    on conflict (loan_system_code, external_id) do update
      set ${overwritten('UnreadLoan', ['kind', 'revision', 'notedAt'])}`;
  },
});

export const forgetUnread = statement({
  name: 'sync.forget_unread',
  unscoped: ACCOUNTS,
  takes: { code: 'UnreadLoan.loanSystemCode', externalIds: 'UnreadLoan.externalId[]' },
  text: ({ p }) => `
    delete from unread_loan where loan_system_code = ${p.code} and external_id = any(${p.externalIds}::text[])`,
});

/** Loans that are there and have not changed: a full pass notes that it saw them. */
export const noteSeen = statement({
  name: 'sync.note_seen',
  unscoped: ACCOUNTS,
  takes: { ...LOANS, externalIds: 'Account.externalId[]' },
  text: ({ p }) => `
    update account set synced_at = statement_timestamp()
     where organization_id = ${p.organizationId} and loan_system_code = ${p.code} and external_id = any(${p.externalIds}::text[])`,
});

/** What was listed and could not be read or written has been seen. */
const UNSEEN = (p: {
  readonly organizationId: string;
  readonly code: string;
  readonly startedAt: string;
}) => `organization_id = ${p.organizationId} and loan_system_code = ${p.code} and source_deleted_at is null
  and coalesce(synced_at < ${p.startedAt}::timestamptz, true) and not exists (
    select from unread_loan u where u.loan_system_code = ${p.code} and u.external_id = account.external_id
      and ${NOTED_IN_PASS(p)})`;

const UNSEEN_ACCOUNT = columns('Account', 'account', ['externalId']);

/** Accounts whose loans a full pass has not come across, by their external id. */
export const unseenAccounts = statement({
  name: 'sync.unseen_accounts',
  unscoped: ACCOUNTS,
  takes: { ...LOANS, startedAt: 'timestamptz', after: 'Account.externalId', limit: 'int8' },
  gives: UNSEEN_ACCOUNT,
  text: ({ p }) => `
    select ${UNSEEN_ACCOUNT} from account where ${UNSEEN(p)} and external_id > ${p.after}
     order by external_id limit ${p.limit}`,
});

export const countUnseen = statement({
  name: 'sync.count_unseen',
  unscoped: ACCOUNTS,
  takes: { ...LOANS, startedAt: 'timestamptz' },
  gives: derived({ unseen: 'int8', all: 'int8' }),
  text: ({ p }) => `
    select count(*) filter (where ${UNSEEN(p)}) as unseen, count(*) as all from account
     where organization_id = ${p.organizationId} and loan_system_code = ${p.code} and source_deleted_at is null`,
});

const DUE = columns('LoanSystem', 's', ['code']);

/** Every system that is to be synced and that nobody syncs just now. */
export const passesDue = statement({
  name: 'sync.passes_due',
  unscoped: UNSCOPED,
  gives: [DUE, derived({ beganMinutesAgo: 'float8?', isFinished: 'bool', fullMinutesAgo: 'float8?' })],
  text: () => `
    select ${DUE}, extract(epoch from clock_timestamp() - y.started_at)::float8 / 60 as "beganMinutesAgo",
           coalesce(y.finished_at is not null, true) as "isFinished",
           extract(epoch from clock_timestamp() - y.full_through)::float8 / 60 as "fullMinutesAgo"
      from loan_system s left join loan_system_sync y on y.loan_system_code = s.code
     where s.is_active and s.organization_id is not null and s.base_url is not null and coalesce(y.lease_until < clock_timestamp(), true)
     order by y.started_at nulls first`,
});
