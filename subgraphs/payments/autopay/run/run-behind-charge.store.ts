import { readById } from '../../../../core/db/by-id.js';
import { columns, derived, type RowOf } from '../../../../core/db/columns.js';
import { assigned } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';

const ATTEMPT = columns('AutopayAttempt', 't', ['id', 'runId']);
const RUN = columns('AutopayRun', 'r', ['scheduleId']);

/** The run that made the charge with this reference. */
export const runOfAttempt = statement({
  name: 'charge_returns.run_of_attempt',
  takes: { id: 'AutopayAttempt.id', organizationId: 'AutopayAttempt.organizationId' },
  gives: [ATTEMPT, RUN],
  text: ({ p, scope }) => `
    select ${ATTEMPT}, ${RUN}
      from autopay_attempt t join autopay_run r on r.organization_id = t.organization_id and r.id = t.run_id
     where t.id = ${p.id} and t.organization_id = ${p.organizationId} and ${scope('t.organization_id')}`,
});

const POSTED = columns('AutopayRun', 'r', ['amountCents', 'postingExternalId']);
export type PostedRunRow = RowOf<typeof POSTED>;

export const postedRun = readById('charge_returns.posted_run', 'AutopayRun', 'r', POSTED);

/** Postgres' clock, which orders requests to a processor and the changes made because of their answers. */
export const databaseNow = statement({
  name: 'charge_returns.now',
  unscoped: 'reads_no_rows',
  takes: {},
  gives: derived({ now: 'ProcessorEvent.receivedAt' }),
  text: () => 'select clock_timestamp() as now',
});

const READ = columns('AutopayAttempt', 't', ['id']);

/** Requires the schedule's lock. No row: a newer answer was applied after this request began. */
export const markChargeRead = statement({
  name: 'charge_returns.read',
  takes: {
    id: 'AutopayAttempt.id',
    organizationId: 'AutopayAttempt.organizationId',
    askedAt: 'timestamptz',
    readAt: 'timestamptz',
  },
  gives: READ,
  text: ({ p, scope }) => `
    update autopay_attempt t set ${assigned('AutopayAttempt', { standingReadAt: p.readAt })}
     where t.id = ${p.id} and t.organization_id = ${p.organizationId} and ${scope('t.organization_id')}
       and (t.standing_read_at is null or t.standing_read_at < ${p.askedAt}::timestamptz)
    returning ${READ}`,
});
