import type { AutopayStatus, FrequencyUnit } from '../../../core/contract/autopay.js';
import type { IsoDate, IsoInstant } from '../../../core/dates.js';
import {
  idRange,
  type ListDefinition,
  mergedAcrossOrganizations,
  NEWEST_FIRST,
  newestIdFirst,
} from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';
import type { RunStatus } from '../autopay-run/work.store.js';
import { isEligible } from '../payment-method/eligible.js';

/** What became of a schedule's latest date. */
export interface LastRunRow {
  readonly id: string;
  readonly dueOn: IsoDate;
  readonly status: RunStatus;
  readonly amountCents: number | null;
  readonly failureCode: string | null;
  readonly nextTryOn: IsoDate | null;
}

/** A schedule as it is shown. */
export interface AutopayScheduleRow {
  readonly id: string;
  readonly organizationId: string;
  readonly accountId: string;
  readonly paymentMethodId: string;
  readonly amountCents: number;
  readonly frequencyUnit: FrequencyUnit;
  readonly frequencyInterval: number;
  readonly startDate: IsoDate;
  readonly anchorDay: number | null;
  readonly endDate: IsoDate | null;
  /** When the next charge lands: the earlier of the cadence's date and an open run's next try. */
  readonly nextRunDate: IsoDate;
  readonly status: AutopayStatus;
  /** Null: no date of it has come yet. */
  readonly lastRun: LastRunRow | null;
}

/** A schedule as it is run. */
export interface ScheduleStanding extends AutopayScheduleRow {
  /** The cadence's next date, which no retry moves: what it is claimed by. */
  readonly nextDueOn: IsoDate;
}

/** Of a schedule's runs only the latest may wait for another try: the next date makes the ones before give way. */
const latestRun = (shown: string) => `(select ${shown} from autopay_run r
    where r.organization_id = s.organization_id and r.schedule_id = s.id order by r.due_on desc limit 1)`;

const COLUMNS = `s.id, s.organization_id as "organizationId", s.account_id as "accountId",
  s.payment_method_id as "paymentMethodId", s.amount_cents as "amountCents", s.frequency_unit as "frequencyUnit",
  s.frequency_interval as "frequencyInterval", s.start_date as "startDate", s.anchor_day as "anchorDay",
  s.end_date as "endDate", s.status,
  least(s.next_run_date, ${latestRun("case when r.status in ('charging', 'retrying') then r.next_try_on end")}) as "nextRunDate",
  ${latestRun(`json_build_object('id', r.id, 'dueOn', r.due_on, 'status', r.status, 'amountCents', r.amount_cents,
    'failureCode', r.failure_code, 'nextTryOn', r.next_try_on)`)} as "lastRun"`;

const STANDING = `${COLUMNS}, s.next_run_date as "nextDueOn"`;

export const schedulesByIds = statement<{ ids: readonly string[] }, AutopayScheduleRow>({
  name: 'autopay_schedule.by_ids',
  text: ({ p, scope }) => `
    select ${COLUMNS} from autopay_schedule s where s.id = any(${p.ids}::text[]) and ${scope('s.organization_id')}`,
});

export const scheduleStanding = statement<{ id: string }, ScheduleStanding>({
  name: 'autopay_schedule.standing',
  text: ({ p, scope }) => `
    select ${STANDING} from autopay_schedule s where s.id = ${p.id} and ${scope('s.organization_id')}`,
});

/** The schedules of several accounts, newest first. */
export const schedulesOfAccounts = statement<{ accountIds: readonly string[] }, AutopayScheduleRow>({
  name: 'autopay_schedule.of_accounts',
  text: ({ p, scope }) => `
    select ${COLUMNS} from autopay_schedule s
     where s.account_id = any(${p.accountIds}::text[]) and ${scope('s.organization_id')}
     order by s.id desc`,
});

/** Holds the schedule until the transaction ends: changes and runs of it happen one after the other. */
export const lockSchedule = statement<{ id: string }, ScheduleStanding>({
  name: 'autopay_schedule.lock',
  text: ({ p, scope }) => `
    select ${STANDING} from autopay_schedule s where s.id = ${p.id} and ${scope('s.organization_id')} for update`,
});

type AfterId = { afterId: string };
type Filters = { accountId: string | null; createdFrom: string; createdBefore: string };

/** Newest first. */
const schedulePage = statement<Filters & AfterId & { limit: number }, AutopayScheduleRow>({
  name: 'autopay_schedule.page',
  text: ({ p, scope }) =>
    mergedAcrossOrganizations({
      rows: `select ${COLUMNS} from autopay_schedule s
        where ${idRange('s', p.afterId)}
          and (${p.accountId}::text is null or s.account_id = ${p.accountId})
          and s.created_at >= ${p.createdFrom}::timestamptz and s.created_at < ${p.createdBefore}::timestamptz`,
      order: newestIdFirst('s'),
      mergedOrder: 'id desc',
      limit: p.limit,
      scope,
    }),
});

export const SCHEDULES: ListDefinition<Filters, AfterId, AutopayScheduleRow> = {
  name: 'autopay_schedules',
  statement: schedulePage,
  ...NEWEST_FIRST,
};

type NewSchedule = {
  id: string;
  accountId: string;
  paymentMethodId: string;
  amountCents: number;
  frequencyUnit: string;
  frequencyInterval: number;
  startDate: string;
  anchorDay: number | null;
  endDate: string | null;
  nextRunDate: string;
  createdBy: string;
};

export const insertSchedule = statement<NewSchedule, AutopayScheduleRow>({
  name: 'autopay_schedule.insert',
  text: ({ p, scope }) => `
    insert into autopay_schedule as s (id, organization_id, account_id, payment_method_id, amount_cents, frequency_unit,
      frequency_interval, start_date, anchor_day, end_date, next_run_date, created_by)
    select ${p.id}::text, a.organization_id, a.id, ${p.paymentMethodId}::text, ${p.amountCents}::bigint,
      ${p.frequencyUnit}::frequency_unit, ${p.frequencyInterval}::int, ${p.startDate}::date, ${p.anchorDay}::int,
      ${p.endDate}::date, ${p.nextRunDate}::date, ${p.createdBy}::text
      from account a where a.id = ${p.accountId} and ${scope('a.organization_id')}
    returning ${COLUMNS}`,
});

type Change = { id: string; paymentMethodId: string; amountCents: number; endDate: string | null; status: string };

export const updateSchedule = statement<Change, ScheduleStanding>({
  name: 'autopay_schedule.update',
  text: ({ p, scope }) => `
    update autopay_schedule s set payment_method_id = ${p.paymentMethodId}::text, amount_cents = ${p.amountCents}::bigint,
      end_date = ${p.endDate}::date, status = ${p.status}::autopay_status
     where s.id = ${p.id} and ${scope('s.organization_id')}
    returning ${STANDING}`,
});

export const cancelSchedule = statement<{ id: string }, ScheduleStanding>({
  name: 'autopay_schedule.cancel',
  text: ({ p, scope }) => `
    update autopay_schedule s set status = 'cancelled'
     where s.id = ${p.id} and ${scope('s.organization_id')} and s.status in ('active', 'paused')
    returning ${STANDING}`,
});

/** Whether a run of the schedule is under way or waits for another try: then its end has to wait too. */
export const openRun = statement<{ scheduleId: string }, { id: string }>({
  name: 'autopay_schedule.open_run',
  text: ({ p, scope }) => `
    select r.id from autopay_run r
     where r.schedule_id = ${p.scheduleId} and ${scope('r.organization_id')}
       and r.status in ('charging', 'retrying', 'charged', 'posting', 'refunding')
     limit 1`,
});

/** Runs that wait for another try are given up: a schedule that does not charge does not retry either. */
export const giveUpRetries = statement<{ scheduleId: string; failureCode: string }, { id: string }>({
  name: 'autopay_schedule.give_up_retries',
  text: ({ p, scope }) => `
    update autopay_run r set status = 'failed', next_try_on = null, failure_code = ${p.failureCode}::text,
           settled_at = clock_timestamp()
     where r.schedule_id = ${p.scheduleId} and ${scope('r.organization_id')} and r.status = 'retrying'
    returning r.id`,
});

/** An account as a schedule sees it: is it there, can it be paid? */
export const accountForSchedule = statement<
  { id: string },
  { organizationId: string; statusCode: string; loanSystemCode: string; externalId: string }
>({
  name: 'autopay_schedule.account',
  text: ({ p, scope }) => `
    select a.organization_id as "organizationId", a.status_code as "statusCode",
           a.loan_system_code as "loanSystemCode", a.external_id as "externalId"
      from account a where a.id = ${p.id} and ${scope('a.organization_id')}`,
});

type Funding = { id: string; accountId: string; processors: readonly string[]; today: string };

/**
 * A method that may fund an account, held until the transaction ends, so that it cannot be deactivated meanwhile; no row when
 * it may not, does not exist, or belongs to somebody else.
 */
export const holdEligibleMethod = statement<Funding, { id: string }>({
  name: 'autopay_schedule.hold_method',
  text: ({ p, scope }) => `
    select m.id from payment_method m
     where m.id = ${p.id} and ${scope('m.organization_id')} and ${isEligible('m', p)}
       and exists (select from account_borrower b
                    where b.organization_id = m.organization_id and b.person_id = m.party_id
                      and b.account_id = ${p.accountId} and b.is_active)
       for share of m`,
});

/** Where a schedule comes from; none of it is in the answers that keys keep. */
export interface ScheduleOrigin {
  readonly id: string;
  readonly createdAt: IsoInstant;
  readonly createdBy: string;
}

export const originsOfSchedules = statement<{ ids: readonly string[] }, ScheduleOrigin>({
  name: 'autopay_schedule.origins',
  text: ({ p, scope }) => `
    select s.id, s.created_at as "createdAt", s.created_by as "createdBy"
      from autopay_schedule s where s.id = any(${p.ids}::text[]) and ${scope('s.organization_id')}`,
});
