import { columns, derived, type RowOf } from '../../../../core/db/columns.js';
import {
  AFTER_EVERY_DATE,
  CREATED,
  idRange,
  isCreatedThen,
  type ListDefinition,
  type ListRows,
  newestFirst,
  newestIdFirst,
} from '../../../../core/db/paged-lists.js';
import { type ParametersOf, type StatementTools, statement } from '../../../../core/db/statement.js';

const RUN = columns('AutopayRun', 'r', [
  'id',
  'organizationId',
  'scheduleId',
  'accountId',
  'createdAt',
  'dueOn',
  'status',
  'amountCents',
  'nextTryOn',
  'failureCode',
  'effectiveDate',
  'referenceNumber',
  'postedAt',
  'refundedAt',
  'possibleDuplicateOf',
]);
/** `transactionId`: null until the loan system's transaction has been imported. */
const ABOUT = derived({ attemptCount: 'int8', transactionId: 'Transaction.id?' });
export const SHOWN = [RUN, ABOUT] as const;

/** A run as the API shows it. */
export type AutopayRunRow = RowOf<typeof RUN> & RowOf<typeof ABOUT>;

export const SELECTED = `${RUN},
  (select count(*) from autopay_attempt t where t.organization_id = r.organization_id and t.run_id = r.id) as "attemptCount",
  (select t.id from transaction t where t.organization_id = r.organization_id and t.account_id = r.account_id
      and t.external_id = r.posting_external_id) as "transactionId"`;

export const runById = statement({
  name: 'autopay_run.by_id',
  takes: { id: 'AutopayRun.id' },
  gives: SHOWN,
  text: ({ p, scope }) => `
    select ${SELECTED} from autopay_run r where r.id = ${p.id} and ${scope('r.organization_id')}`,
});

export const RUN_FILTERS = {
  scheduleId: 'AutopayRun.scheduleId?',
  accountId: 'AutopayRun.accountId?',
  statuses: 'text[]?',
  ...CREATED,
} as const;

/** Reads by primary key, or by status when only a few statuses are wanted. */
const runList = (name: string, page: string, range: ListRows<typeof RUN_FILTERS>, order: string) =>
  newestFirst({
    name,
    page,
    across: 'lenders',
    filters: RUN_FILTERS,
    gives: SHOWN,
    rows: (p) => `select ${SELECTED} from autopay_run r
      where ${range(p)}
        and ${runsFiltered(p)}`,
    order,
  });

export function runsFiltered(p: StatementTools<ParametersOf<typeof RUN_FILTERS>>['p']): string {
  return `(${p.scheduleId}::text is null or r.schedule_id = ${p.scheduleId})
        and (${p.accountId}::text is null or r.account_id = ${p.accountId})
        and (${p.statuses}::text[] is null or r.status = any(${p.statuses}::text[]::autopay_run_status[]))
        and ${isCreatedThen('r', p)}`;
}

export const AUTOPAY_RUNS = runList(
  'autopay_runs',
  'autopay_run.page',
  (p) => idRange('r', p.afterId),
  newestIdFirst('r'),
);

export const AUTOPAY_RUNS_BY_STATUS = runList(
  'autopay_runs_by_status',
  'autopay_run.page_by_status',
  (p) => `r.organization_id = organization.id and r.status = any(${p.statuses}::text[]::autopay_run_status[])
        and r.id < ${p.afterId}`,
  'r.id desc',
);

/** Inclusive: `bounds` of core/contract/date-range.ts. */
const OF_SCHEDULE = { scheduleId: 'AutopayRun.scheduleId', least: 'date', most: 'date' } as const;
type OfSchedule = ParametersOf<typeof OF_SCHEDULE>;
type AfterDate = { afterOn: string };

/** A schedule has one run per date. */
const runPageOfSchedule = statement({
  name: 'autopay_run.page_of_schedule',
  takes: { ...OF_SCHEDULE, afterOn: 'date', limit: 'int8' },
  gives: SHOWN,
  text: ({ p, scope }) => `
    select ${SELECTED} from autopay_run r
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
export const runsOfSchedules = statement({
  name: 'autopay_run.of_schedules',
  takes: { scheduleIds: 'AutopaySchedule.id[]', limit: 'int8' },
  gives: SHOWN,
  text: ({ p, scope, oneOf }) => `
    select latest.* from autopay_schedule s
    cross join lateral (
      select ${SELECTED} from autopay_run r where r.schedule_id = s.id and r.organization_id = s.organization_id
       order by r.due_on desc limit ${p.limit}) latest
     where ${oneOf('s.id', 'scheduleIds')} and ${scope('s.organization_id')}
     order by latest."dueOn" desc`,
});

/** The latest runs of each of several loans, one-time charges included, newest first. */
export const runsOfAccounts = statement({
  name: 'autopay_run.of_accounts',
  takes: { accountIds: 'Account.id[]', limit: 'int8' },
  gives: SHOWN,
  text: ({ p, scope, oneOf }) => `
    select latest.* from account a
    cross join lateral (
      select ${SELECTED} from autopay_run r where r.account_id = a.id and r.organization_id = a.organization_id
       order by r.id desc limit ${p.limit}) latest
     where ${oneOf('a.id', 'accountIds')} and ${scope('a.organization_id')}
     order by latest.id desc`,
});

const ATTEMPT = columns('AutopayAttempt', 't', [
  'runId',
  'number',
  'status',
  'amountCents',
  'failureCode',
  'createdAt',
  'settledAt',
]);
/** An attempt to charge, as the API shows it. */
export type AutopayAttemptRow = RowOf<typeof ATTEMPT>;

export const attemptsOfRuns = statement({
  name: 'autopay_attempt.of_runs',
  takes: { runIds: 'AutopayAttempt.runId[]' },
  gives: ATTEMPT,
  text: ({ scope, oneOf }) => `
    select ${ATTEMPT}
      from autopay_attempt t where ${oneOf('t.run_id', 'runIds')} and ${scope('t.organization_id')}
     order by t.number`,
});
