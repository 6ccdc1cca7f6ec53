import type { AutopayRunStatus } from '../../../../core/contract/autopay.js';
import { columns, columnsAs, derived, type RowOf } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { SERVICING_ZONE } from '../../../../core/time/servicing-day.js';

/** Failure code of an attempt whose outcome was unknown and that is certainly not charged. */
export const UNCONFIRMED = 'charge_unconfirmed';
export type RunStatus = AutopayRunStatus;

const RUN = columns('AutopayRun', 'r', [
  'id',
  'organizationId',
  'scheduleId',
  'accountId',
  'dueOn',
  'status',
  'amountCents',
  'nextTryOn',
  'failureCode',
  'possibleDuplicateOf',
  'releasedAt',
  'approvalSeenAt',
]);
const ATTEMPT = columnsAs('AutopayAttempt', 't', {
  attemptId: 'id',
  paymentMethodId: 'paymentMethodId',
  chargeExternalId: 'chargeExternalId',
}).orNull();
/** The reference of the latest attempt: the id of the first attempt in the current series of unanswered ones. */
const FIRST = columnsAs('AutopayAttempt', 'f', { reference: 'id' }).orNull();
const METHOD = columnsAs('PaymentMethod', 'm', {
  instrumentType: 'instrumentType',
  processor: 'processor',
  token: 'processorToken',
  customer: 'processorCustomer',
}).orNull();
const ACCOUNT = columns('Account', 'a', ['loanSystemCode', 'externalId']);
const ACCOUNT_STATUS = columnsAs('Account', 'a', { accountStatus: 'statusCode' });
const STATE = derived({
  /**
   * The organization's day on which a person released the run; for a run released by an earlier version, New York's
   * day.
   */
  releasedOn: 'date?',
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
  /** Milliseconds since the latest attempt began. */
  openForMs: 'float8',
  /** Milliseconds since the run became final. */
  settledForMs: 'float8',
  /** 0 without attempts. */
  attemptNumber: 'int4',
  /** Number of attempts under the same reference before the latest one. */
  triedBefore: 'int4',
  /** Attempts given up as certainly not charged, after an unknown outcome. */
  notCharged: 'int8',
}).as<{ releasedOn: IsoDate | null }>();

/**
 * A run with everything that its next step depends on: its latest attempt, that attempt's instrument, and its
 * account.
 */
export type WorkRow = RowOf<typeof RUN> &
  RowOf<typeof ATTEMPT> &
  RowOf<typeof FIRST> &
  RowOf<typeof METHOD> &
  RowOf<typeof ACCOUNT> &
  RowOf<typeof ACCOUNT_STATUS> &
  RowOf<typeof STATE>;

const since = (instant: string) => `coalesce(extract(epoch from clock_timestamp() - ${instant}) * 1000, 0)::float8`;

export const readWork = statement({
  name: 'autopay_run.work',
  takes: { id: 'AutopayRun.id' },
  gives: [RUN, ATTEMPT, FIRST, METHOD, ACCOUNT, ACCOUNT_STATUS, STATE],
  text: ({ p, scope }) => `
    select ${RUN}, ${ATTEMPT}, ${FIRST}, ${METHOD}, ${ACCOUNT}, ${ACCOUNT_STATUS},
           coalesce(r.released_on, (r.released_at at time zone '${SERVICING_ZONE}')::date) as "releasedOn", r.lease_until::text as lease, ${since('r.lease_until')} as "abandonedForMs",
           ${since('t.created_at')} as "openForMs", ${since('r.settled_at')} as "settledForMs",
           coalesce(t.number, 0) as "attemptNumber", coalesce(t.number - f.number, 0) as "triedBefore",
           (select count(*) from autopay_attempt o where o.run_id = r.id and o.organization_id = r.organization_id
              and o.status = 'not_charged') as "notCharged"
      from autopay_run r
      join account a on a.organization_id = r.organization_id and a.id = r.account_id
      left join lateral (
        select * from autopay_attempt l where l.run_id = r.id and l.organization_id = r.organization_id
         order by l.number desc limit 1) t on true
      left join lateral (
        select o.id, o.number from autopay_attempt o where o.run_id = r.id and o.organization_id = r.organization_id
           and o.number > coalesce((select max(d.number) from autopay_attempt d where d.run_id = r.id
             and d.organization_id = r.organization_id and d.number < t.number
             and d.failure_code is distinct from '${UNCONFIRMED}'), 0)
         order by o.number limit 1) f on true
      left join payment_method m on m.organization_id = r.organization_id and m.id = t.payment_method_id
     where r.id = ${p.id} and ${scope('r.organization_id')}`,
});
