import { columns, columnsAs, derived, type RowOf, typesOf } from '../../../../core/db/columns.js';
import { assigned, inserted, leftOut, sameNamed, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { approvalSeenUnderLease, markApprovalSeen } from '../../collected/posting/approvals.store.js';

const KEY = { id: 'AutopayCorrection.id', organizationId: 'AutopayCorrection.organizationId' } as const;
const ID = columns('AutopayCorrection', 'c', ['id']);

const CORRECTION = columns('AutopayCorrection', 'c', [
  'id',
  'organizationId',
  'runId',
  'number',
  'kind',
  'reason',
  'cause',
  'status',
  'amountCents',
  'paymentReference',
  'postingExternalId',
  'approvalSeenAt',
]);
export type CorrectionRow = RowOf<typeof CORRECTION>;

/** All corrections of a run, the first one first. */
export const correctionsOfRun = statement({
  name: 'autopay_correction.of_run',
  takes: { runId: 'AutopayCorrection.runId' },
  gives: CORRECTION,
  text: ({ p, scope }) => `
    select ${CORRECTION} from autopay_correction c where c.run_id = ${p.runId} and ${scope('c.organization_id')}
     order by c.number`,
});

/** Takes the next number; the schedule's lock keeps other transactions from taking it too. */
export const insertCorrection = statement({
  name: 'autopay_correction.insert',
  takes: {
    ...KEY,
    ...typesOf('AutopayCorrection', ['runId', 'number', 'kind', 'reason']),
    ...typesOf('AutopayCorrection', ['cause', 'amountCents', 'paymentReference', 'postingExternalId']),
  },
  gives: ID,
  text: ({ p, scope }) => {
    const { into, values } = inserted(
      'AutopayCorrection',
      {
        id: p.id,
        organizationId: sql('r.organization_id'),
        runId: sql('r.id'),
        ...sameNamed(p, ['number', 'kind', 'reason', 'cause']),
        status: sql(`'pending'`),
        ...sameNamed(p, ['amountCents', 'paymentReference', 'postingExternalId']),
        ...leftOut('referenceNumber', 'failureCode', 'createdAt', 'leaseUntil', 'settledAt', 'approvalSeenAt'),
      },
      'c',
    );
    return `
    insert into ${into} select ${values}
      from autopay_run r where r.id = ${p.runId} and r.organization_id = ${p.organizationId} and ${scope('r.organization_id')}
    returning ${ID}`;
  },
});

const RUN = columns('AutopayRun', 'r', ['scheduleId', 'accountId', 'dueOn']).and(
  columnsAs('AutopayRun', 'r', { runStatus: 'status' }),
  'r.status as "runStatus"',
);
const ACCOUNT = columns('Account', 'a', ['loanSystemCode', 'externalId']);
const STATE = derived({
  /**
   * `lease_until` as text: the token of the worker that holds it. Null: no request was sent that could still be
   * carried out.
   */
  lease: 'text?',
  /**
   * Milliseconds since the lease ended or the outcome became unknown, by Postgres' clock; negative while the lease
   * is held.
   */
  abandonedForMs: 'float8',
  openForMs: 'float8',
  instrumentType: 'text?',
  chargeExternalId: 'text?',
  processor: 'text?',
});

/** A correction with everything that its next step depends on. */
export type CorrectionWorkRow = CorrectionRow & RowOf<typeof RUN> & RowOf<typeof ACCOUNT> & RowOf<typeof STATE>;

export const correctionWork = statement({
  name: 'autopay_correction.work',
  takes: KEY,
  gives: [CORRECTION, RUN, ACCOUNT, STATE],
  text: ({ p, scope }) => `
    select ${CORRECTION}, ${RUN}, ${ACCOUNT}, c.lease_until::text as lease,
           coalesce(extract(epoch from clock_timestamp() - c.lease_until) * 1000, 0)::float8 as "abandonedForMs",
           coalesce(extract(epoch from clock_timestamp() - c.created_at) * 1000, 0)::float8 as "openForMs",
           m.instrument_type::text as "instrumentType", t.charge_external_id as "chargeExternalId", m.processor
      from autopay_correction c
      join autopay_run r on r.organization_id = c.organization_id and r.id = c.run_id
      join account a on a.organization_id = r.organization_id and a.id = r.account_id
      left join lateral (
        select * from autopay_attempt l where l.run_id = r.id and l.organization_id = r.organization_id
         order by l.number desc limit 1) t on true
      left join payment_method m on m.organization_id = r.organization_id and m.id = t.payment_method_id
     where c.id = ${p.id} and c.organization_id = ${p.organizationId} and ${scope('c.organization_id')}`,
});

/**
 * The sender holds the correction for this long. 0: its outcome is unknown from now on. Null: nothing was sent, or
 * it certainly did not arrive.
 */
export const leaseCorrection = statement({
  name: 'autopay_correction.lease',
  takes: { ...KEY, leaseMs: 'float8?' },
  gives: derived({ lease: 'text?' }),
  text: ({ p, scope }) => `
    with leased as (
      update autopay_correction set ${assigned('AutopayCorrection', {
        leaseUntil: sql(`statement_timestamp() + make_interval(secs => ${p.leaseMs}::float8 / 1000)`),
        approvalSeenAt: sql(approvalSeenUnderLease(p.leaseMs)),
      })}
       where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} and status = 'pending'
      returning lease_until)
    select lease_until::text as lease from leased`,
});

export const correctionAwaitsApproval = markApprovalSeen('autopay_correction.approval_seen', 'AutopayCorrection');

/** No row: it was settled already. */
export const settleCorrection = statement({
  name: 'autopay_correction.settle',
  takes: {
    ...KEY,
    ...typesOf('AutopayCorrection', ['status', 'postingExternalId', 'referenceNumber', 'failureCode']),
  },
  gives: ID,
  text: ({ p, scope }) => `
    update autopay_correction c set ${assigned('AutopayCorrection', {
      status: p.status,
      postingExternalId: sql(`coalesce(${p.postingExternalId}::text, c.posting_external_id)`),
      referenceNumber: p.referenceNumber,
      failureCode: p.failureCode,
      settledAt: sql('statement_timestamp()'),
      leaseUntil: sql('null'),
    })}
     where c.id = ${p.id} and c.organization_id = ${p.organizationId} and ${scope('c.organization_id')} and c.status = 'pending'
    returning ${ID}`,
});

const OVERDUE = `c.status = 'pending' and coalesce(c.lease_until, c.created_at + interval '1 minute') < clock_timestamp()`;

/** Organizations with open corrections that no worker has handled in time. */
export const organizationsWithCorrections = statement({
  name: 'autopay_correction.organizations_overdue',
  gives: derived({ organizationId: 'AutopayCorrection.organizationId' }),
  text: ({ scope }) => `
    select distinct c.organization_id as "organizationId" from autopay_correction c
     where ${OVERDUE} and ${scope('c.organization_id')}`,
});

export const overdueCorrections = statement({
  name: 'autopay_correction.overdue',
  gives: ID,
  text: ({ scope }) => `select ${ID} from autopay_correction c where ${OVERDUE} and ${scope('c.organization_id')}`,
});
