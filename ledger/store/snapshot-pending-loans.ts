import { inserted, leftOut, sql } from '../../core/db/insert-sql.js';
import { statement } from '../../core/db/statement.js';

/**
 * Writes snapshots for loans that are booked and not disbursed and have none, because an earlier version wrote none.
 * They are in the series from this day on. If another process is first, its snapshot stays.
 */
export const snapshotPendingLoans = statement({
  name: 'position.snapshot_pending_loans',
  takes: { organizationId: 'PastDueSnapshot.organizationId', day: 'date' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('PastDueSnapshot', {
      organizationId: sql('a.organization_id'),
      accountId: sql('a.id'),
      asOf: p.day,
      statusCode: sql('a.status_code'),
      balanceCents: sql('0'),
      pastDueCents: sql('0'),
      ...leftOut('oldestUnpaidOn', 'oldestUnpaidCents', 'nextDueOn', 'nextDueCents'),
    });
    return `
    insert into ${into}
    select ${values} from account a
      join ledger_loan l on l.organization_id = a.organization_id and l.id = a.external_id
     where a.organization_id = ${p.organizationId} and ${scope('a.organization_id')} and a.status_code = 'pending'
       and a.created_at < ${p.day}::date + 1
       and not exists (select from past_due_snapshot s where s.organization_id = a.organization_id and s.account_id = a.id)
    on conflict (organization_id, account_id, as_of) do nothing`;
  },
});
