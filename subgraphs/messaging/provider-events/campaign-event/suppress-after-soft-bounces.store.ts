import { inserted, LEFT_OUT, selectedFrom, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';

/**
 * Runs after soft bounces of an organization were stored, in the same transaction: suppresses recipients with three
 * of them within seven days, by event time and in any order of arrival. Retries of one message count once; bounces
 * before the address was last removed from the list do not count.
 *
 * Reads each recipient's bounces once, however many there are: a message counts from its bounce until it bounces
 * again, or until seven days later. The running sum is the number that count at each moment.
 */
export const suppressSoftBounces = statement({
  name: 'suppression.of_soft_bounces',
  takes: { organizationId: 'CampaignEvent.organizationId', ids: 'CampaignEvent.id[]' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('Suppression', {
      ...selectedFrom('Suppression', 'touched', ['organizationId', 'workspaceId', 'address']),
      reason: sql(`'soft_bounces'::suppression_reason`),
      createdAt: LEFT_OUT,
    });
    return `
    with touched as materialized (
      select e.organization_id, e.workspace_id, e.recipient, lower(e.recipient) as address,
             min(e.occurred_at) - interval '7 days' as first, max(e.occurred_at) + interval '7 days' as last
        from campaign_event e
       where e.organization_id = ${p.organizationId} and ${scope('e.organization_id')} and e.id = any(${p.ids}::text[])
       group by 1, 2, 3
    )
    insert into ${into}
    select distinct ${values}
      from touched
      left join suppression_removal removed on removed.organization_id = ${p.organizationId}
       and removed.workspace_id = touched.workspace_id and removed.address = touched.address
      cross join lateral (
        select sum(change.by) over (order by change.at, change.place rows unbounded preceding) as messages
          from (
            select b.occurred_at, b.occurred_at + interval '7 days' as ends_at,
                   lead(b.occurred_at) over (partition by coalesce(b.provider_message_id, b.id) order by b.occurred_at) as again_at
              from campaign_event b
             where b.organization_id = ${p.organizationId} and b.workspace_id = touched.workspace_id
               and b.recipient = touched.recipient and b.event_type = 'bounce' and b.bounce_type = 'soft'
               and b.occurred_at between touched.first and touched.last
               and (removed.removed_at is null or b.occurred_at > removed.removed_at)
          ) bounced
          cross join lateral (values
            (occurred_at, 1, 1),
            (least(again_at, ends_at), case when again_at <= ends_at then 0 else 2 end, -1)
          ) change(at, place, by)
      ) counted
     where counted.messages >= 3
       and not exists (
         select 1 from suppression s where s.organization_id = ${p.organizationId}
            and s.workspace_id = touched.workspace_id and s.address = touched.address)
     order by 1, 2, 3
    on conflict (organization_id, workspace_id, address) do nothing`;
  },
});
