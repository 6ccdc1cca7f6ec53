import { columns, derived, type RowOf } from '../../../../core/db/columns.js';
import { inserted, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { isSettled } from '../event/event.reads.store.js';

/** Identifies a subscription: one endpoint in one of its organizations. */
export const SUBSCRIPTION = {
  organizationId: 'WebhookSubscription.organizationId',
  endpointId: 'WebhookSubscription.endpointId',
} as const;
export const SUBSCRIBED = columns('WebhookSubscription', 's', ['organizationId', 'endpointId']);
/** One organization's events for one endpoint. */
export type Subscription = RowOf<typeof SUBSCRIBED>;

/**
 * Subscribes an endpoint to events from now on; moves an existing subscription to now. Returns the time of the first
 * event skipped by that: created, but not queued for the endpoint yet. Null: no event was skipped. Events not
 * committed yet are not skipped, because they will be sent.
 */
export const subscribe = statement({
  name: 'webhook_subscription.write',
  takes: SUBSCRIPTION,
  gives: derived({ passedOverSince: 'timestamptz?' }),
  text: ({ p, scope }) => {
    const { into, values } = inserted('WebhookSubscription', {
      organizationId: sql('o.id'),
      endpointId: p.endpointId,
      // After all committed events, and before all that may still be committed.
      throughTransaction: sql('pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1'),
      throughPosition: sql('9223372036854775807'),
    });
    // One statement, so that both parts see the same committed transactions.
    return `
    with before as (
      select s.through_transaction, s.through_position from webhook_subscription s
       where s.organization_id = ${p.organizationId} and s.endpoint_id = ${p.endpointId} and ${scope('s.organization_id')}
    ), written as (
      insert into ${into} select ${values} from organization o where o.id = ${p.organizationId} and ${scope('o.id')}
      on conflict (organization_id, endpoint_id) do update
        set through_transaction = excluded.through_transaction, through_position = excluded.through_position
    )
    select min(v.created_at) as "passedOverSince" from before cross join lateral (
      select v.created_at from event v
       where v.organization_id = ${p.organizationId} and ${isSettled('v')}
         and (v.transaction_id, v.position) > (before.through_transaction, before.through_position)) v`;
  },
});

export const unsubscribe = statement({
  name: 'webhook_subscription.delete',
  takes: SUBSCRIPTION,
  text: ({ p, scope }) => `
    delete from webhook_subscription
     where organization_id = ${p.organizationId} and endpoint_id = ${p.endpointId} and ${scope('organization_id')}`,
});

/** Subscriptions with events that are not queued for their endpoint yet. */
export const subscriptionsBehind = statement({
  name: 'webhook_subscription.behind',
  gives: SUBSCRIBED,
  // `offset 0`: runs per endpoint, along its index, and does not scan everything that is due.
  text: ({ scope }) => `
    select ${SUBSCRIBED} from webhook_subscription s
     where ${scope('s.organization_id')} and exists (
       select from event v where v.organization_id = s.organization_id
          and (v.transaction_id, v.position) > (s.through_transaction, s.through_position) and ${isSettled('v')})`,
});
