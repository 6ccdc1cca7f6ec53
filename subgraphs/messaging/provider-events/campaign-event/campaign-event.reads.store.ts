import { columns, derived, type RowOf } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

const EVENT = columns('CampaignEvent', 'page', [
  'id',
  'organizationId',
  'workspaceId',
  'campaignId',
  'eventType',
  'bounceType',
  'recipient',
  'url',
  'occurredAt',
  'provider',
  'providerMessageId',
  'isMachine',
]);
export type CampaignEventRow = RowOf<typeof EVENT>;

const EVENT_OR_NONE = EVENT.orNull();
const TOTAL = derived({ totalItems: 'int8' });

/** A row of the page, or only the total for an empty page. */
export type CountedEventRow = RowOf<typeof TOTAL> & RowOf<typeof EVENT_OR_NONE>;

/**
 * One page, latest first, and the total, in one statement so that both are consistent. No row: the workspace is out
 * of scope. `after` and `before` are exclusive. The page begins after the event at `behindAt` and `behindId`, plus
 * `offset` events.
 */
export const campaignEventPage = statement({
  name: 'campaign_event.page',
  takes: {
    workspaceId: 'Workspace.id',
    eventType: 'CampaignEvent.eventType?',
    after: 'timestamptz',
    before: 'timestamptz',
    behindAt: 'timestamptz',
    behindId: 'CampaignEvent.id',
    limit: 'int8',
    offset: 'int8',
  },
  gives: [TOTAL, EVENT_OR_NONE],
  text: ({ p, scope }) => {
    const matching = `e.organization_id = w.organization_id and e.workspace_id = w.id
      and e.occurred_at > ${p.after}::timestamptz and e.occurred_at < ${p.before}::timestamptz
      and (${p.eventType}::campaign_event_type is null or e.event_type = ${p.eventType}::campaign_event_type)`;
    return `
    select total.count as "totalItems", ${EVENT_OR_NONE}
    from workspace w
    cross join lateral (select count(*) as count from campaign_event e where ${matching}) total
    left join lateral (
      select e.* from campaign_event e where ${matching}
        and (e.occurred_at, e.id) < (${p.behindAt}::timestamptz, ${p.behindId}::text)
      order by e.occurred_at desc, e.id desc limit ${p.limit} offset ${p.offset}::bigint
    ) page on true
    where w.id = ${p.workspaceId} and ${scope('w.organization_id')}
    order by page.occurred_at desc, page.id desc`;
  },
});
