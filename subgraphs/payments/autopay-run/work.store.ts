import type { IsoDate } from '../../../core/dates.js';
import { statement } from '../../../core/db/statement.js';

export const RUN_STATUSES = [
  'charging',
  'retrying',
  'charged',
  'posting',
  'posted',
  'refunding',
  'refunded',
  'failed',
  'missed',
] as const;

/** Why an attempt ended of which nobody knew, and which is certainly not charged. */
export const UNCONFIRMED = 'charge_unconfirmed';
export type RunStatus = (typeof RUN_STATUSES)[number];

/** A run with all that its next step depends on: its latest attempt, the instrument of that, and its account. */
export interface WorkRow {
  readonly id: string;
  readonly organizationId: string;
  readonly scheduleId: string;
  readonly accountId: string;
  readonly dueOn: IsoDate;
  readonly status: RunStatus;
  readonly amountCents: number | null;
  readonly nextTryOn: IsoDate | null;
  readonly failureCode: string | null;
  /** `lease_until` as text, the token of whoever works on it. Null: nothing has been sent that could still be carried out. */
  readonly lease: string | null;
  /** Since the lease ended, or the outcome became unknown, milliseconds by Postgres' clock; negative while it is held. */
  readonly abandonedForMs: number;
  /** Since the latest attempt began. */
  readonly openForMs: number;
  /** Since the run became final. */
  readonly settledForMs: number;
  readonly attemptId: string | null;
  /** 0 when there is none. */
  readonly attemptNumber: number;
  readonly paymentMethodId: string | null;
  readonly chargeExternalId: string | null;
  /** Under which the latest attempt is made: the id of the first of those that nobody had an answer to. */
  readonly reference: string | null;
  /** Attempts under that reference before the latest one. */
  readonly triedBefore: number;
  /** Attempts that were given up as certainly not charged, after their outcome had been unknown. */
  readonly notCharged: number;
  readonly instrumentType: string | null;
  readonly processor: string | null;
  readonly token: string | null;
  readonly customer: string | null;
  readonly loanSystemCode: string;
  readonly externalId: string;
}

const since = (instant: string) => `coalesce(extract(epoch from clock_timestamp() - ${instant}) * 1000, 0)::float8`;

export const readWork = statement<{ id: string }, WorkRow>({
  name: 'autopay_run.work',
  text: ({ p, scope }) => `
    select r.id, r.organization_id as "organizationId", r.schedule_id as "scheduleId", r.account_id as "accountId",
           r.due_on as "dueOn", r.status, r.amount_cents as "amountCents", r.next_try_on as "nextTryOn",
           r.failure_code as "failureCode", r.lease_until::text as lease, ${since('r.lease_until')} as "abandonedForMs",
           ${since('t.created_at')} as "openForMs", ${since('r.settled_at')} as "settledForMs",
           t.id as "attemptId", coalesce(t.number, 0) as "attemptNumber", t.payment_method_id as "paymentMethodId",
           t.charge_external_id as "chargeExternalId",
           (select count(*) from autopay_attempt o where o.run_id = r.id and o.organization_id = r.organization_id
              and o.status = 'not_charged') as "notCharged",
           f.id as reference, coalesce(t.number - f.number, 0) as "triedBefore",
           m.instrument_type as "instrumentType", m.processor, m.processor_token as token,
           m.processor_customer as customer, a.loan_system_code as "loanSystemCode", a.external_id as "externalId"
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
