import { inserted, sql } from '../../core/db/insert-sql.js';
import { statement } from '../../core/db/statement.js';

const ACCOUNT = { organizationId: 'Account.organizationId', accountId: 'Account.id' } as const;

/** Records lifecycle events that are new. `events` is JSON: normalized events, each with a fresh id. */
export const recordEvents = statement({
  name: 'projection.record_events',
  takes: { ...ACCOUNT, events: 'jsonb' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('LifecycleEvent', {
      id: sql('event.id'),
      organizationId: sql('account.organization_id'),
      accountId: sql('account.id'),
      type: sql('event.type::lifecycle_event_type'),
      fromStatus: sql('event."fromStatus"::account_status'),
      toStatus: sql('event."toStatus"::account_status'),
      occurredAt: sql('event."occurredAt"'),
    });
    return `
    insert into ${into} select ${values}
    from account, jsonb_to_recordset(${p.events}::jsonb) as event (id text, type text, "fromStatus" text,
      "toStatus" text, "occurredAt" timestamptz)
    where account.id = ${p.accountId} and account.organization_id = ${p.organizationId}
      and ${scope('account.organization_id')} and not exists (
        select 1 from lifecycle_event known
        where known.organization_id = account.organization_id and known.account_id = account.id
          and known.occurred_at = event."occurredAt" and known.type = event.type::lifecycle_event_type)`;
  },
});
