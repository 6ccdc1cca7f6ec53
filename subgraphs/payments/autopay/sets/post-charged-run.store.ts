import { columns } from '../../../../core/db/columns.js';
import { assigned, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { insertEventSql, NEXT_EVENT_SEQUENCE } from '../../../../core/events/insert-event-sql.js';
import { UNLOCKED_ENTRY, unlockedEntryParts } from '../../../../ledger/store/unlocked-entry.js';
import { NEW_TRANSACTION, newTransactionParts } from '../../../../loan-model/projection/projection.store.js';
import { MOVED, previousStatusSql, RETURNED } from '../run/run-and-attempt-transitions.store.js';

const NUMBER = 'posting.reference_number';

/**
 * Posts a charged run to its loan on the ledger, which was decided without a lock: entry, run, event, account,
 * transaction and snapshot, as a statement of its own. No row, and nothing written: the loan's row is another version
 * than the one that was read, another process has the schedule or has continued the run, or the schedule ends with it.
 */
export const postChargedRun = statement({
  name: 'autopay_run.post_charged',
  takes: {
    ...UNLOCKED_ENTRY,
    ...NEW_TRANSACTION,
    id: 'AutopayRun.id',
    scheduleId: 'AutopayRun.scheduleId',
    effectiveOn: 'date',
    memo: 'LedgerEntry.memo',
  },
  gives: columns('AutopayRun', 'moved', ['id']),
  text: ({ p, scope }) => `
    with charged as materialized (
      select r.id from autopay_schedule s
        join autopay_run r on r.organization_id = s.organization_id and r.id = ${p.id}
       where r.status = 'charged' and r.organization_id = ${p.organizationId} and s.organization_id = ${p.organizationId} and s.id = ${p.scheduleId} and ${scope('s.organization_id')}
         and (s.end_date is null or s.next_run_date <= s.end_date)
         for update of s, r skip locked
    ), ${previousStatusSql(p.id, p.organizationId)}, ${unlockedEntryParts(
      { p, scope },
      {
        effectiveOn: p.effectiveOn,
        externalReference: sql(p.id),
        memo: p.memo,
        condition: 'exists (select from charged)',
      },
    )}, moved as (
      update autopay_run set ${assigned('AutopayRun', {
        eventSequence: NEXT_EVENT_SEQUENCE,
        status: sql(`'posted'`),
        effectiveDate: p.effectiveOn,
        referenceNumber: sql(NUMBER),
        postingExternalId: sql(`${NUMBER}::text`),
        postedAt: p.postedAt,
        settledAt: sql('statement_timestamp()'),
        leaseUntil: sql('null'),
        failureCode: sql('null'),
      })}
        from posting where id = ${p.id} and organization_id = ${p.organizationId}
      returning ${RETURNED}
    ), recorded_event as (${insertEventSql({ ...MOVED, previousStatus: sql('was.status') }, 'moved cross join was')}
    ), ${newTransactionParts({ p, scope }, { of: 'posting', externalId: `${NUMBER}::text` })}
    select moved.id from moved`,
});
