import { CREATED, idRange, isCreatedThen, newestFirst, newestIdFirst } from '../../../../core/db/paged-lists.js';
import { SCHEDULE, SELECTED } from './autopay-schedule.store.js';

const FILTERS = {
  accountId: 'AutopaySchedule.accountId?',
  statuses: 'text[]?',
  ...CREATED,
} as const;

/** Schedules by loan and status, newest first. */
export const SCHEDULES = newestFirst({
  name: 'autopay_schedules',
  page: 'autopay_schedule.page',
  filters: FILTERS,
  gives: SCHEDULE,
  rows: (p) => `select ${SELECTED} from autopay_schedule s
      where ${idRange('s', p.afterId)} and not s.is_one_time
        and (${p.accountId}::text is null or s.account_id = ${p.accountId})
        and (${p.statuses}::text[] is null or s.status = any(${p.statuses}::text[]::autopay_status[]))
        and ${isCreatedThen('s', p)}`,
  order: newestIdFirst('s'),
});

/** Reads a page of each status, which have indexes of their own, and merges them. */
const listOfStatuses = (name: string, page: string, which: string) =>
  newestFirst({
    name,
    page,
    filters: FILTERS,
    gives: SCHEDULE,
    rows: (p) => `select found.* from unnest(${p.statuses}::text[]::autopay_status[]) as sought(status)
      cross join lateral (
        select ${SELECTED} from autopay_schedule s
        where s.organization_id = organization.id and s.status = sought.status and ${which} and s.id < ${p.afterId}
          and (${p.accountId}::text is null or s.account_id = ${p.accountId})
          and ${isCreatedThen('s', p)}
        order by s.id desc limit ${p.limit}) found`,
    order: 'found.id desc',
  });

/** The same for active schedules only. */
export const ACTIVE_SCHEDULES = listOfStatuses(
  'active_autopay_schedules',
  'autopay_schedule.page_of_active',
  `s.status = 'active'`,
);

/** The same for statuses other than `active`. */
export const OTHER_SCHEDULES = listOfStatuses(
  'other_autopay_schedules',
  'autopay_schedule.page_of_others',
  `s.status <> 'active' and not s.is_one_time`,
);
