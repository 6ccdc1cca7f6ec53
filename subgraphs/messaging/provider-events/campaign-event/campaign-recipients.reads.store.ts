import { derived, type RowOf } from '../../../../core/db/columns.js';
import type { ListDefinition } from '../../../../core/db/paged-lists.js';
import { type ParametersOf, statement } from '../../../../core/db/statement.js';

const RECIPIENT = derived({
  id: 'CampaignEvent.id',
  recipient: 'text',
  events: 'int8',
  firstAt: 'timestamptz',
  lastAt: 'timestamptz',
  isHardBounce: 'bool?',
});
/** A recipient with events of one type. */
export type RecipientRow = RowOf<typeof RECIPIENT>;

const FILTERS = {
  campaignId: 'Campaign.id',
  eventType: 'CampaignEvent.eventType',
  isMachine: 'CampaignEvent.isMachine',
} as const;
type AfterRecipient = { afterRecipient: string };

/**
 * The recipients that `campaignCounts` counts as distinct, in the order of their addresses: a page reads only its own
 * part of the index on lower(recipient). The id is the one of the recipient's first stored event.
 */
const recipientPage = statement({
  name: 'campaign_event.recipients',
  takes: { ...FILTERS, afterRecipient: 'text', limit: 'int8' },
  gives: RECIPIENT,
  text: ({ p, scope }) => `
    select page.* from campaign c cross join lateral (
      select min(e.id) as id, lower(e.recipient) as recipient, count(*) as events, min(e.occurred_at) as "firstAt",
             max(e.occurred_at) as "lastAt", bool_or(e.bounce_type = 'hard') as "isHardBounce"
        from campaign_event e
       where e.organization_id = c.organization_id and e.campaign_id = c.id
         and e.event_type = ${p.eventType}::campaign_event_type and e.is_machine = ${p.isMachine}::bool
         and lower(e.recipient) > ${p.afterRecipient}::text
       group by lower(e.recipient) order by lower(e.recipient) limit ${p.limit}) page
     where c.id = ${p.campaignId} and ${scope('c.organization_id')}
     order by page.recipient limit ${p.limit}`,
});

/** In the order of addresses, which are contact data: cursors hold them encrypted. */
export const RECIPIENTS: ListDefinition<ParametersOf<typeof FILTERS>, AfterRecipient, RecipientRow> = {
  name: 'campaign_recipients',
  statement: recipientPage,
  isSealed: true,
  start: { afterRecipient: '' },
  positionOf: ({ recipient }) => ({ afterRecipient: recipient }),
};
