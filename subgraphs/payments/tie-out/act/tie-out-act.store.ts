import { columns, derived, type RowOf, typesOf } from '../../../../core/db/columns.js';
import { assigned, inserted, leftOut, sameNamed, sql } from '../../../../core/db/insert-sql.js';
import { type ParametersOf, type StatementTools, statement } from '../../../../core/db/statement.js';
import { approvalSeenUnderLease, markApprovalSeen } from '../../collected/posting/approvals.store.js';

const KEY = { id: 'TieOutAct.id', organizationId: 'TieOutAct.organizationId' } as const;
const ID = columns('TieOutAct', 't', ['id']);

const ACT = columns('TieOutAct', 't', [
  'id',
  'organizationId',
  'differenceId',
  'kind',
  'status',
  'factsVersion',
  'reason',
  'createdBy',
  'accountId',
  'amountCents',
  'paymentReference',
  'postingExternalId',
  'failureCode',
  'createdAt',
  'settledAt',
]);
export type TieOutActRow = RowOf<typeof ACT>;
export type ActKind = TieOutActRow['kind'];

/** The last action on each difference. */
export const lastActs = statement({
  name: 'tie_out_act.last',
  takes: { ids: 'TieOutAct.differenceId[]' },
  gives: ACT,
  text: ({ p, scope }) => `
    select distinct on (t.organization_id, t.difference_id) ${ACT} from tie_out_act t
     where t.difference_id = any(${p.ids}::text[]) and ${scope('t.organization_id')}
     order by t.organization_id, t.difference_id, t.id desc`,
});

/** The account of a loan named only by the loan system; no row: Tributary has no such account. */
export const accountOfLoan = statement({
  name: 'tie_out_act.account',
  takes: typesOf('Account', ['organizationId', 'loanSystemCode', 'externalId']),
  gives: columns('Account', 'a', ['id']),
  text: ({ p, scope }) => `
    select a.id from account a
     where a.organization_id = ${p.organizationId} and a.loan_system_code = ${p.loanSystemCode}
       and a.external_id = ${p.externalId} and ${scope('a.organization_id')}`,
});

export const insertAct = statement({
  name: 'tie_out_act.insert',
  takes: {
    ...KEY,
    ...typesOf('TieOutAct', ['differenceId', 'kind', 'status', 'factsVersion', 'reason']),
    ...typesOf('TieOutAct', ['createdBy', 'accountId', 'amountCents', 'paymentReference', 'postingExternalId']),
  },
  gives: ACT,
  text: ({ p, scope }) => {
    const given = sameNamed(p, [
      ...(['id', 'differenceId', 'kind', 'status', 'factsVersion', 'reason', 'createdBy'] as const),
      ...(['accountId', 'amountCents', 'paymentReference', 'postingExternalId'] as const),
    ]);
    const row = {
      ...given,
      organizationId: sql('a.organization_id'),
      ...leftOut('failureCode', 'createdAt', 'leaseUntil', 'approvalSeenAt'),
      settledAt: sql(`case when ${p.status}::tie_out_act_status <> 'pending' then statement_timestamp() end`),
    } as const;
    const { into, values } = inserted('TieOutAct', row, 't');
    return `
    insert into ${into} select ${values}
      from account a where a.organization_id = ${p.organizationId} and a.id = ${p.accountId} and ${scope('a.organization_id')}
    returning ${ACT}`;
  },
});

const ACCOUNT = columns('Account', 'a', ['loanSystemCode', 'externalId']);
const STATE = derived({
  lease: 'text?',
  approvalSeenAt: 'timestamptz?',
  abandonedForMs: 'float8',
  openForMs: 'float8',
  /** Method of the payment to post; for autopay, the instrument charged. */
  paymentMethod: 'text?',
  checkNumber: 'int8?',
  memo: 'text?',
  /** The reference with which the payment was posted. */
  postingReference: 'text',
});

/** An action with everything that its next step depends on. */
export type ActWorkRow = TieOutActRow & RowOf<typeof ACCOUNT> & RowOf<typeof STATE>;

const WORK = {
  takes: KEY,
  gives: [ACT, ACCOUNT, STATE],
} as const;
type WorkTools = StatementTools<ParametersOf<typeof KEY>>;

const workText = ({ p, scope }: Pick<WorkTools, 'p' | 'scope'>) => `
    select ${ACT}, ${ACCOUNT}, t.lease_until::text as lease, t.approval_seen_at as "approvalSeenAt",
           coalesce(extract(epoch from clock_timestamp() - t.lease_until) * 1000, 0)::float8 as "abandonedForMs",
           coalesce(extract(epoch from clock_timestamp() - t.created_at) * 1000, 0)::float8 as "openForMs",
           coalesce(c.payment_method::text, m.instrument_type::text) as "paymentMethod", c.check_number as "checkNumber", c.memo,
           coalesce(c.posting_reference, t.payment_reference) as "postingReference"
      from tie_out_act t
      join account a on a.organization_id = ${p.organizationId} and a.id = t.account_id
      left join collected_payment c on c.organization_id = ${p.organizationId} and c.id = t.payment_reference
      left join autopay_correction y on y.organization_id = ${p.organizationId} and y.id = t.payment_reference
      left join lateral (
        select * from autopay_attempt l
         where l.organization_id = ${p.organizationId} and l.run_id = coalesce(y.run_id, t.payment_reference)
         order by l.number desc limit 1) l on true
      left join payment_method m on m.organization_id = ${p.organizationId} and m.id = l.payment_method_id
     where t.id = ${p.id} and t.organization_id = ${p.organizationId} and ${scope('t.organization_id')}`;

export const actWork = statement({ ...WORK, name: 'tie_out_act.work', text: workText });

/** Locks the action until the transaction ends. */
export const lockAct = statement({
  ...WORK,
  name: 'tie_out_act.lock',
  text: (tools) => `${workText(tools)} for update of t`,
});

/**
 * For a run, or a corrected posting of one: its schedule, under whose lock the run changes. This lock comes before
 * the loan's.
 */
export const scheduleOfPosting = statement({
  name: 'tie_out_act.schedule',
  takes: { organizationId: KEY.organizationId, reference: 'TieOutAct.paymentReference' },
  gives: columns('AutopaySchedule', 's', ['id']),
  text: ({ p, scope }) => `
    select s.id from autopay_run r
      join autopay_schedule s on s.organization_id = ${p.organizationId} and s.id = r.schedule_id
     where r.organization_id = ${p.organizationId} and ${scope('r.organization_id')}
       and r.id in (select ${p.reference} union all
         select y.run_id from autopay_correction y where y.organization_id = ${p.organizationId} and y.id = ${p.reference})`,
});

/**
 * The sender holds the action for this long. 0: its outcome is unknown from now on. Null: nothing was sent, or it
 * certainly did not arrive.
 */
export const leaseAct = statement({
  name: 'tie_out_act.lease',
  takes: { ...KEY, leaseMs: 'float8?' },
  gives: derived({ lease: 'text?' }),
  text: ({ p, scope }) => `
    with leased as (
      update tie_out_act set ${assigned('TieOutAct', {
        leaseUntil: sql(`statement_timestamp() + make_interval(secs => ${p.leaseMs}::float8 / 1000)`),
        approvalSeenAt: sql(approvalSeenUnderLease(p.leaseMs)),
      })}
       where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} and status = 'pending'
      returning lease_until)
    select lease_until::text as lease from leased`,
});

export const actAwaitsApproval = markApprovalSeen('tie_out_act.approval_seen', 'TieOutAct');

export const settleAct = statement({
  name: 'tie_out_act.settle',
  takes: { ...KEY, status: 'TieOutAct.status', failureCode: 'TieOutAct.failureCode' },
  gives: ID,
  text: ({ p, scope }) => `
    update tie_out_act t set ${assigned('TieOutAct', {
      status: p.status,
      failureCode: p.failureCode,
      settledAt: sql('statement_timestamp()'),
      leaseUntil: sql('null'),
    })}
     where t.id = ${p.id} and t.organization_id = ${p.organizationId} and ${scope('t.organization_id')} and t.status = 'pending'
    returning ${ID}`,
});

/**
 * A new posting is identified by the loan system's new identifier; its date stays the day on which the money was
 * received.
 */
export const followPosting = statement({
  name: 'tie_out_act.follow_posting',
  takes: {
    organizationId: KEY.organizationId,
    reference: 'TieOutAct.paymentReference',
    postingExternalId: 'text',
    referenceNumber: 'int8',
  },
  gives: derived({ id: 'text' }),
  text: ({ p, scope }) => {
    const followed = (table: string, standing: string) => `
      update ${table} set posting_external_id = ${p.postingExternalId}, reference_number = ${p.referenceNumber}::bigint
       where organization_id = ${p.organizationId} and id = ${p.reference} and ${standing} and ${scope('organization_id')}
      returning id`;
    return `
    with payment as (${followed('collected_payment', "status = 'posted'")}),
      run as (${followed('autopay_run', "status = 'posted'")}),
      correction as (${followed('autopay_correction', "kind = 'posting' and status = 'done'")})
    select id from payment union all select id from run union all select id from correction`;
  },
});

const OVERDUE = `t.status = 'pending' and coalesce(t.lease_until, t.created_at + interval '1 minute') < clock_timestamp()`;

/** Organizations with open actions that no worker has handled in time. */
export const organizationsWithActs = statement({
  name: 'tie_out_act.organizations_overdue',
  gives: derived({ organizationId: 'TieOutAct.organizationId' }),
  text: ({ scope }) => `
    select distinct t.organization_id as "organizationId" from tie_out_act t where ${OVERDUE} and ${scope('t.organization_id')}`,
});

export const overdueActs = statement({
  name: 'tie_out_act.overdue',
  gives: ID,
  text: ({ scope }) => `select ${ID} from tie_out_act t where ${OVERDUE} and ${scope('t.organization_id')}`,
});
