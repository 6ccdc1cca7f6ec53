import type { IsoDate, IsoInstant } from '../../../core/dates.js';
import {
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
}

const COLUMNS = `r.id, r.organization_id as "organizationId", r.schedule_id as "scheduleId", r.account_id as "accountId",
  r.created_at as "createdAt", r.due_on as "dueOn", r.status, r.amount_cents as "amountCents", r.next_try_on as "nextTryOn",
  r.failure_code as "failureCode", r.effective_date as "effectiveDate", r.reference_number as "referenceNumber",
  r.posted_at as "postedAt", r.refunded_at as "refundedAt"`;

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
