import type { CampaignEventType } from '../../../core/contract/campaign-event.js';
import { statement } from '../../../core/db/statement.js';

export interface CampaignCountRow {
  readonly eventType: CampaignEventType;
  readonly events: number;
  readonly uniqueRecipients: number;
  readonly machineEvents: number;
  readonly machineUniqueRecipients: number;
}

/** A row for every type, in the order of the types; none when the campaign is not within reach. */
export const campaignCounts = statement<{ campaignId: string }, CampaignCountRow>({
  name: 'campaign_event.counts',
  text: ({ p, scope }) => `
    select kind.type as "eventType",
      count(e.id) filter (where not e.is_machine) as events,
      count(distinct lower(e.recipient)) filter (where not e.is_machine) as "uniqueRecipients",
      count(e.id) filter (where e.is_machine) as "machineEvents",
      count(distinct lower(e.recipient)) filter (where e.is_machine) as "machineUniqueRecipients"
    from campaign c
    cross join unnest(enum_range(null::campaign_event_type)) kind(type)
    left join campaign_event e on e.organization_id = c.organization_id and e.campaign_id = c.id and e.event_type = kind.type
    where c.id = ${p.campaignId} and ${scope('c.organization_id')}
    group by kind.type order by kind.type`,
});
