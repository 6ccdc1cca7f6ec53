import { derived, type RowOf } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

const COUNTS = derived({
  eventType: 'CampaignEvent.eventType',
  events: 'int8',
  uniqueRecipients: 'int8',
  machineEvents: 'int8',
  machineUniqueRecipients: 'int8',
});
export type CampaignCountRow = RowOf<typeof COUNTS>;

/** A row for every type, in the order of the types; none when the campaign is out of scope. */
export const campaignCounts = statement({
  name: 'campaign_event.counts',
  takes: { campaignId: 'Campaign.id' },
  gives: COUNTS,
  text: ({ p, scope }) => `
    select kind.type as "eventType",
      count(e.id) filter (where not e.is_machine) as events,
      count(distinct lower(e.recipient)) filter (where not e.is_machine) as "uniqueRecipients",
      count(e.id) filter (where e.is_machine) as "machineEvents",
      count(distinct lower(e.recipient)) filter (where e.is_machine) as "machineUniqueRecipients"
    from campaign c
    cross join unnest(enum_range(null::campaign_event_type)) kind(type)
    left join campaign_event e on e.organization_id = c.organization_id and e.campaign_id = c.id and e.event_type = kind.type
      and ${scope('e.organization_id')}
    where c.id = ${p.campaignId} and ${scope('c.organization_id')}
    group by kind.type order by kind.type`,
});
