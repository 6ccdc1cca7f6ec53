import { columns, columnsAs, derived, type RowOf } from '../../../../core/db/columns.js';
import { assigned, inserted, leftOut, sql } from '../../../../core/db/insert-sql.js';
import { type ParametersOf, type StatementTools, statement } from '../../../../core/db/statement.js';
import type { SyncMode } from './next-pass.js';

/** The system of a pass. */
const CODE = { code: 'LoanSystemSync.loanSystemCode' } as const;

const SYSTEM = columnsAs('LoanSystem', 'loan_system', {
  loanSystemCode: 'code',
  kind: 'kind',
  organizationId: 'organizationId',
  isActive: 'isActive',
});

export const syncedSystem = statement({
  name: 'sync.system',
  unscoped: 'loan_system_without_borrower_data',
  takes: { code: 'LoanSystem.code' },
  gives: SYSTEM,
  text: ({ p }) => `select ${SYSTEM} from loan_system where code = ${p.code}`,
});

/** Creates the row for a system's passes; called in the transaction that begins the first one. */
export const openPass = statement({
  name: 'sync.open_pass',
  unscoped: 'loan_system_without_borrower_data',
  takes: CODE,
  text: ({ p }) => {
    const { into, values } = inserted('LoanSystemSync', {
      loanSystemCode: p.code,
      mode: sql(`'full'`),
      startedAt: sql('statement_timestamp()'),
      finishedAt: sql('statement_timestamp()'),
      ...leftOut('since', 'page', 'heads', 'loansRead', 'transactions', 'loansFailed', 'syncedThrough'),
      ...leftOut('fullThrough', 'attempts', 'lastError', 'lastErrorAt', 'lease', 'leaseUntil'),
      ...leftOut('changesPosition', 'changesFrom', 'changesMissed', 'personsFailed', 'arrearsDay', 'arrearsDueAt'),
    });
    return `insert into ${into} values (${values}) on conflict do nothing`;
  },
});

const PASS = columns('LoanSystemSync', 'loan_system_sync', ['mode', 'attempts']).as<{ mode: SyncMode }>();

export const lockPass = statement({
  name: 'sync.lock_pass',
  unscoped: 'loan_system_without_borrower_data',
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

/** Overlap with the last pass when requesting changes: the system's clock may differ from ours, and commits may be late. */
const OVERLAP = `interval '10 minutes'`;
/** Calculated in UTC, where the result is the same in every session: within `case`, Citus accepts no other arithmetic. */
const before = (instant: string, interval: string) =>
  `((${instant} at time zone 'UTC') - ${interval}) at time zone 'UTC'`;

/** The state of a pass, for the process that resumes it. Its page is JSON; null: the beginning. */
const STANDS = columns('LoanSystemSync', 'loan_system_sync', [
  'mode',
  'since',
  'page',
  'heads',
  'loansRead',
  'transactions',
  'loansFailed',
  'syncedThrough',
  'changesPosition',
  'changesMissed',
]).as<{ mode: SyncMode }>();
/** Whether the list of changes was already followed when the pass began. */
const BEGUN = derived({ startedAt: 'text', followedBefore: 'bool' });
const RUNNING = [STANDS, BEGUN] as const;
export type RunningPass = RowOf<typeof STANDS> & RowOf<typeof BEGUN>;

/** Changes a pass and returns its state. A separate select casts the instant to text: Citus rejects such a cast in RETURNING. */
const changed = (changes: string, condition: string) => `
    with loan_system_sync as (
      update loan_system_sync set ${changes} where ${condition} returning *)
    select ${STANDS}, started_at::text as "startedAt", coalesce(changes_from < started_at, false) as "followedBefore"
      from loan_system_sync`;

export const beginPass = statement({
  name: 'sync.begin_pass',
  unscoped: 'loan_system_without_borrower_data',
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
      changesMissed: sql(`case when ${p.mode} = 'full' then 0 else changes_missed end`),
      ...leased(p),
    });
    return changed(begun, `loan_system_code = ${p.code}`);
  },
});

export const resumePass = statement({
  name: 'sync.go_on_with_pass',
  unscoped: 'loan_system_without_borrower_data',
  takes: LEASE,
  gives: RUNNING,
  text: ({ p }) => {
    const changes = assigned('LoanSystemSync', { attempts: sql('attempts + 1'), ...leased(p) });
    return changed(changes, `loan_system_code = ${p.code}`);
  },
});

const SYNC_CODE = columnsAs('LoanSystemSync', 'loan_system_sync', { code: 'loanSystemCode' });

/** No row: another process has taken over, and this one must stop. */
export const renewLease = statement({
  name: 'sync.renew_lease',
  unscoped: 'loan_system_without_borrower_data',
  takes: LEASE,
  gives: SYNC_CODE,
  text: ({ p }) => `
    update loan_system_sync set ${assigned('LoanSystemSync', leased(p))}
     where loan_system_code = ${p.code} and lease = ${p.lease} returning ${SYNC_CODE}`,
});

/** Called after the whole page has been written. No row: as above. */
export const advancePage = statement({
  name: 'sync.turn_page',
  unscoped: 'loan_system_without_borrower_data',
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

/** `synced_through` advances even if loans failed: they are in `unread_loan`, where the next pass finds them. */
export const finishPass = statement({
  name: 'sync.finish_pass',
  unscoped: 'loan_system_without_borrower_data',
  takes: HELD,
  gives: SYNC_CODE,
  text: ({ p }) => `
    update loan_system_sync set finished_at = statement_timestamp(), page = null, attempts = 0, lease = null, lease_until = null,
      synced_through = started_at,
      full_through = case when mode = 'full' then started_at else full_through end,
      last_error = case when loans_failed = 0 then null else last_error end
     where loan_system_code = ${p.code} and lease = ${p.lease} returning ${SYNC_CODE}`,
});

/** Releases the lease, so that the next process need not wait for it to expire. */
export const pausePass = statement({
  name: 'sync.leave_pass',
  unscoped: 'loan_system_without_borrower_data',
  takes: HELD,
  text: ({ p }) => `
    update loan_system_sync set lease = null, lease_until = null
     where loan_system_code = ${p.code} and lease = ${p.lease}`,
});

/** As `pausePass`, and records the error. */
export const failPass = statement({
  name: 'sync.break_off_pass',
  unscoped: 'loan_system_without_borrower_data',
  takes: { ...HELD, error: 'text' },
  text: ({ p }) => `
    update loan_system_sync set lease = null, lease_until = null, last_error = ${p.error},
      last_error_at = statement_timestamp()
     where loan_system_code = ${p.code} and lease = ${p.lease}`,
});

export const noteFailure = statement({
  name: 'sync.note_failure',
  unscoped: 'loan_system_without_borrower_data',
  takes: { ...CODE, error: 'text' },
  text: ({ p }) => `
    update loan_system_sync set last_error = ${p.error}, last_error_at = statement_timestamp() where loan_system_code = ${p.code}`,
});

const DUE = columns('LoanSystem', 's', ['code']);

/** Every system to sync that no process is syncing now. */
export const passesDue = statement({
  name: 'sync.passes_due',
  unscoped: 'loan_system_without_borrower_data',
  gives: [
    DUE,
    derived({ beganMinutesAgo: 'float8?', isFinished: 'bool', fullMinutesAgo: 'float8?', followsChanges: 'bool' }),
  ],
  text: () => `
    select ${DUE}, extract(epoch from clock_timestamp() - y.started_at)::float8 / 60 as "beganMinutesAgo",
           coalesce(y.finished_at is not null, true) as "isFinished",
           extract(epoch from clock_timestamp() - y.full_through)::float8 / 60 as "fullMinutesAgo",
           y.changes_position is not null as "followsChanges"
      from loan_system s left join loan_system_sync y on y.loan_system_code = s.code
     where s.is_active and s.organization_id is not null and s.base_url is not null and coalesce(y.lease_until < clock_timestamp(), true)
     order by y.started_at nulls first`,
});
