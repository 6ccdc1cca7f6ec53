import type {
  CampaignBounceType,
  CampaignEventType,
  EmailProviderCode,
} from '../../../core/contract/campaign-event.js';
import { statement } from '../../../core/db/statement.js';

export interface CampaignEventRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly campaignId: string;
  readonly eventType: CampaignEventType;
  readonly bounceType: CampaignBounceType | null;
  readonly recipient: string;
  readonly url: string | null;
  readonly occurredAt: string;
  readonly provider: EmailProviderCode;
  readonly providerMessageId: string | null;
  readonly isMachine: boolean;
}

/** A row of the page, or, of an empty page, the count alone. */
export type CountedEventRow = { readonly totalItems: number } & (
  | CampaignEventRow
  | { readonly [K in keyof CampaignEventRow]: null }
);

type PageOfWorkspace = {
  workspaceId: string;
  eventType: string | null;
  /** Both exclusive. */
  after: string;
  before: string;
  limit: number;
  offset: number;
};

/**
 * One page, latest first, and the count of all, in one statement: both are of the same instant. No row at all: the workspace is
 * not within reach.
 */
export const campaignEventPage = statement<PageOfWorkspace, CountedEventRow>({
  name: 'campaign_event.page',
  text: ({ p, scope }) => {
    const matching = `e.organization_id = w.organization_id and e.workspace_id = w.id
      and e.occurred_at > ${p.after}::timestamptz and e.occurred_at < ${p.before}::timestamptz
      and (${p.eventType}::text is null or e.event_type = ${p.eventType}::campaign_event_type)`;
    return `
    select total.count as "totalItems", page.id, page.workspace_id as "workspaceId", page.campaign_id as "campaignId",
      page.event_type as "eventType", page.bounce_type as "bounceType", page.recipient, page.url,
      page.occurred_at as "occurredAt", page.provider, page.provider_message_id as "providerMessageId",
      page.is_machine as "isMachine"
    from workspace w
    cross join lateral (select count(*) as count from campaign_event e where ${matching}) total
    left join lateral (
      select e.* from campaign_event e where ${matching}
      order by e.occurred_at desc, e.id desc limit ${p.limit} offset ${p.offset}::bigint
    ) page on true
    where w.id = ${p.workspaceId} and ${scope('w.organization_id')}
    order by page.occurred_at desc, page.id desc`;
  },
});
