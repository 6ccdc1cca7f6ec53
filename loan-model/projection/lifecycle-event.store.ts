import { inserted, sql } from '../../core/db/insert-sql.js';
import { statement } from '../../core/db/statement.js';

/** Records lifecycle events that are new. `events` is JSON: normalized events, each with its account and a fresh id. */
export const recordEvents = statement({
  name: 'projection.record_events',
  takes: { organizationId: 'Account.organizationId', events: 'json' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('LifecycleEvent', {
      id: sql('event.id'),
      organizationId: sql('o.id'),
      accountId: sql('event."accountId"'),
      type: sql('event.type::lifecycle_event_type'),
      fromStatus: sql('event."fromStatus"::account_status'),
      toStatus: sql('event."toStatus"::account_status'),
      occurredAt: sql('event."occurredAt"'),
    });
    return `
    insert into ${into} select ${values}
      from organization o, json_to_recordset(${p.events}::json) as event ("accountId" text, id text, type text,
        "fromStatus" text, "toStatus" text, "occurredAt" timestamptz)
     where o.id = ${p.organizationId} and ${scope('o.id')} and not exists (
        select 1 from lifecycle_event known
         where known.organization_id = o.id and known.account_id = event."accountId"
           and known.occurred_at = event."occurredAt" and known.type = event.type::lifecycle_event_type)`;
  },
});
