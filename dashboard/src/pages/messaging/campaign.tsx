import { useParams } from '@tanstack/react-router';
import { CAMPAIGN_EVENT_CHOICES, CAMPAIGN_EVENTS, campaignEventText, providerName } from '../../format/campaigns';
import { count } from '../../format/money';
import { CampaignRecipientsDocument, type CampaignRecipientsQuery, OneCampaignDocument } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { useList } from '../../graph/use-paged-or-whole-list';
import { TimeZoneOf } from '../../lender/page-time-zone';
import { DASH } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { UnreadPage } from '../../ui/unread-page';
import { useFilters } from '../../ui/use-filters';

type Recipient = CampaignRecipientsQuery['campaignRecipients']['items'][number];

const BY = [
  { id: 'people', text: 'People' },
  { id: 'automated', text: 'Automated' },
];

/** The recipients behind a number of a campaign, with masked addresses. */
export function CampaignView() {
  const { id } = useParams({ from: '/messaging/campaigns/$id' });
  const { search, choice } = useFilters('/messaging/campaigns/$id');
  const eventType = CAMPAIGN_EVENTS.find((type) => type === search.event) ?? 'open';
  const by = search.by === 'automated' ? 'automated' : 'people';
  const { data, error, refetch } = useAnswer('campaign', OneCampaignDocument, { id });
  const list = useList(
    'campaign-recipients',
    CampaignRecipientsDocument,
    { id, eventType, isMachine: by === 'automated' },
    ({ campaignRecipients }) => campaignRecipients,
  );
  if (data === undefined) return <UnreadPage title="Campaign" error={error} refetch={refetch} />;
  const { name, provider, organizationId } = data.campaign;
  return (
    <TimeZoneOf organizationId={organizationId}>
      <ListPage
        title={name}
        about={`${campaignEventText(eventType)}, as ${providerName(provider)} reported it. Addresses are masked.`}
        list={list}
        columns={eventType === 'bounce' ? [...COLUMNS, BOUNCE] : COLUMNS}
        keyOf={(row) => row.id}
        empty={{ title: 'No recipients', text: 'The email provider has reported no such event.' }}
        actions={
          <>
            {choice('Event', 'event', CAMPAIGN_EVENT_CHOICES, eventType)}
            {choice('By', 'by', BY, by)}
          </>
        }
      />
    </TimeZoneOf>
  );
}

const COLUMNS: readonly Column<Recipient>[] = [
  { name: 'Recipient', cell: ({ maskedRecipient }) => maskedRecipient },
  { name: 'Events', isNumber: true, isFirstWhereNarrow: true, cell: ({ events }) => count(events) },
  { name: 'First', cell: ({ firstAt }) => <Instant at={firstAt} /> },
  { name: 'Latest', cell: ({ lastAt }) => <Instant at={lastAt} /> },
];

const BOUNCE: Column<Recipient> = {
  name: 'Bounce',
  cell: ({ isHardBounce }) => (isHardBounce === null ? DASH : isHardBounce ? 'Hard' : 'Soft'),
};
