import { derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

/** The most deliveries that are counted. */
export const MOST_DELIVERIES = 10_000;

/** Deliveries that were not made yet, along the index of each endpoint. */
export const waitingDeliveries = statement({
  name: 'webhook_delivery.count_waiting',
  gives: derived({ waiting: 'int8', retrying: 'int8', oldestAt: 'timestamptz?' }),
  text: ({ scope }) => `
    select count(*) as waiting, count(*) filter (where found.tries > 0) as retrying, min(found.created_at) as "oldestAt"
      from (
        select d.tries, d.created_at from webhook_subscription s cross join lateral (
          select d.tries, d.created_at from webhook_delivery d
           where d.organization_id = s.organization_id and d.endpoint_id = s.endpoint_id and d.status = 'pending'
           order by d.next_try_at limit ${MOST_DELIVERIES + 1}) d
         where ${scope('s.organization_id')} limit ${MOST_DELIVERIES + 1}) found having count(*) > 0`,
});
