import { derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

/** The most deliveries that are counted. */
export const MOST_DELIVERIES = 10_000;

/**
 * Whether an attempt failed since the delivery was last queued. During the first attempt `tries` is already 1, without
 * a row of the attempt.
 */
const HAS_FAILED = `(found.tries > 1 or (found.tries = 1 and exists (
        select from webhook_attempt t
         where t.organization_id = found.organization_id and t.endpoint_id = found.endpoint_id
           and t.event_id = found.event_id and t.created_at >= coalesce(found.resent_at, found.created_at) offset 0)))`;

const READ = ['organization_id', 'endpoint_id', 'event_id', 'tries', 'created_at', 'resent_at']
  .map((column) => `d.${column}`)
  .join(', ');

/** Deliveries that were not made yet, along the index of each endpoint. Nothing is sent to a disabled endpoint. */
export const waitingDeliveries = statement({
  name: 'webhook_delivery.count_waiting',
  across: 'lenders',
  gives: derived({ waiting: 'int8', retrying: 'int8', oldestAt: 'timestamptz?' }),
  text: ({ scope }) => `
    select count(*) as waiting, count(*) filter (where ${HAS_FAILED}) as retrying, min(found.created_at) as "oldestAt"
      from (
        select ${READ} from webhook_subscription s
          join webhook_endpoint e on e.id = s.endpoint_id and e.status = 'enabled' and e.deleted_at is null
          cross join lateral (
            select ${READ} from webhook_delivery d
             where d.organization_id = s.organization_id and d.endpoint_id = s.endpoint_id and d.status = 'pending'
             order by d.next_try_at limit ${MOST_DELIVERIES + 1}) d
         where ${scope('s.organization_id')} limit ${MOST_DELIVERIES + 1}) found having count(*) > 0`,
});
