import type { IsoDate, IsoInstant } from '../../../core/dates.js';
import {
  AFTER_EVERY_DATE,
  idRange,
  type ListDefinition,
  mergedAcrossOrganizations,
  NEWEST_FIRST,
  newestIdFirst,
} from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';
import type { RunStatus } from './work.store.js';

/** A run as it is shown. */
export interface AutopayRunRow {
  readonly id: string;
  readonly organizationId: string;
  readonly scheduleId: string;
  readonly accountId: string;
  readonly createdAt: IsoInstant;
  readonly dueOn: IsoDate;
  readonly status: RunStatus;
  readonly amountCents: number | null;
  readonly nextTryOn: IsoDate | null;
  readonly failureCode: string | null;
  readonly effectiveDate: IsoDate | null;
  readonly referenceNumber: number | null;
  readonly postedAt: IsoInstant | null;
  readonly refundedAt: IsoInstant | null;
  readonly attemptCount: number;
  /** Null until the loan system's transaction is known here. */
  readonly transactionId: string | null;
}

const COLUMNS = `r.id, r.organization_id as "organizationId", r.schedule_id as "scheduleId", r.account_id as "accountId",
  r.created_at as "createdAt", r.due_on as "dueOn", r.status, r.amount_cents as "amountCents", r.next_try_on as "nextTryOn",
  r.failure_code as "failureCode", r.effective_date as "effectiveDate", r.reference_number as "referenceNumber",
  r.posted_at as "postedAt", r.refunded_at as "refundedAt",
  (select count(*) from autopay_attempt t where t.organization_id = r.organization_id and t.run_id = r.id) as "attemptCount",
  (select t.id from transaction t where t.organization_id = r.organization_id and t.account_id = r.account_id
      and t.external_id = r.posting_external_id) as "transactionId"`;

export const runById = statement<{ id: string }, AutopayRunRow>({
  name: 'autopay_run.by_id',
  text: ({ p, scope }) => `
    select ${COLUMNS} from autopay_run r where r.id = ${p.id} and ${scope('r.organization_id')}`,
});

type Filters = {
  scheduleId: string | null;
  accountId: string | null;
  status: string | null;
  createdFrom: string;
  createdBefore: string;
};
type AfterId = { afterId: string };

/** Newest first. */
const runPage = statement<Filters & AfterId & { limit: number }, AutopayRunRow>({
  name: 'autopay_run.page',
  text: ({ p, scope }) =>
    mergedAcrossOrganizations({
      rows: `select ${COLUMNS} from autopay_run r
        where ${idRange('r', p.afterId)}
          and (${p.scheduleId}::text is null or r.schedule_id = ${p.scheduleId})
          and (${p.accountId}::text is null or r.account_id = ${p.accountId})
          and (${p.status}::text is null or r.status = ${p.status}::autopay_run_status)
          and r.created_at >= ${p.createdFrom}::timestamptz and r.created_at < ${p.createdBefore}::timestamptz`,
      order: newestIdFirst('r'),
      mergedOrder: 'id desc',
      limit: p.limit,
      scope,
    }),
});

export const AUTOPAY_RUNS: ListDefinition<Filters, AfterId, AutopayRunRow> = {
  name: 'autopay_runs',
  statement: runPage,
  ...NEWEST_FIRST,
};

/** Inclusive: `bounds` of core/contract/date-range.ts. */
type OfSchedule = { scheduleId: string; least: string; most: string };
type AfterDate = { afterOn: string };

/** A schedule has one run per date. */
const runPageOfSchedule = statement<OfSchedule & AfterDate & { limit: number }, AutopayRunRow>({
  name: 'autopay_run.page_of_schedule',
  text: ({ p, scope }) => `
    select ${COLUMNS} from autopay_run r
     where r.schedule_id = ${p.scheduleId} and ${scope('r.organization_id')}
       and r.due_on between ${p.least}::date and ${p.most}::date and r.due_on < ${p.afterOn}::date
     order by r.due_on desc limit ${p.limit}`,
});

/** Latest date first. */
export const RUNS_OF_SCHEDULE: ListDefinition<OfSchedule, AfterDate, AutopayRunRow> = {
  name: 'autopay_runs_of_schedule',
  statement: runPageOfSchedule,
  start: { afterOn: AFTER_EVERY_DATE },
  positionOf: ({ dueOn }) => ({ afterOn: dueOn }),
};

/** The latest runs of each of several schedules, latest date first. */
export const runsOfSchedules = statement<{ scheduleIds: readonly string[]; limit: number }, AutopayRunRow>({
  name: 'autopay_run.of_schedules',
  text: ({ p, scope }) => `
    select latest.* from autopay_schedule s
    cross join lateral (
      select ${COLUMNS} from autopay_run r where r.schedule_id = s.id and r.organization_id = s.organization_id
       order by r.due_on desc limit ${p.limit}) latest
     where s.id = any(${p.scheduleIds}::text[]) and ${scope('s.organization_id')}
     order by latest."dueOn" desc`,
});

/** An attempt to charge as it is shown. */
export interface AutopayAttemptRow {
  readonly runId: string;
  readonly number: number;
  readonly status: string;
  readonly amountCents: number;
  readonly failureCode: string | null;
  readonly createdAt: IsoInstant;
  readonly settledAt: IsoInstant | null;
}

export const attemptsOfRuns = statement<{ runIds: readonly string[] }, AutopayAttemptRow>({
  name: 'autopay_attempt.of_runs',
  text: ({ p, scope }) => `
    select t.run_id as "runId", t.number, t.status, t.amount_cents as "amountCents", t.failure_code as "failureCode",
           t.created_at as "createdAt", t.settled_at as "settledAt"
      from autopay_attempt t where t.run_id = any(${p.runIds}::text[]) and ${scope('t.organization_id')}
     order by t.number`,
});
