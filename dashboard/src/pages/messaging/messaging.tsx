import { useQuery } from '@tanstack/react-query';
import { CampaignsDocument, type CampaignsQuery, FunnelDocument } from '../../generated/graphql';
import { ask } from '../../graph/ask';
import { Card, Page } from '../../ui/page';
import { Empty, Failed, Skeleton } from '../../ui/states';
import { ago } from '../../words/dates';
import { count } from '../../words/money';
import { worded } from '../../words/statuses';
import { TemplateList } from './template-list';

type Campaign = CampaignsQuery['campaigns']['items'][number];

export function Messaging() {
  const { data, error, refetch } = useQuery({
    queryKey: ['campaigns'],
    queryFn: ({ signal }) => ask(CampaignsDocument, {}, signal),
  });
  return (
    <Page title="Messaging" about="Templates, and what became of each campaign.">
      <div className="columns">
        <div className="stack">
          {error ? (
            <Failed error={error} retry={() => void refetch()} />
          ) : data?.campaigns.items.length === 0 ? (
            <Card title="Campaigns">
              <Empty title="No campaign is registered yet" />
            </Card>
          ) : (
            data?.campaigns.items.map((campaign) => <Funnel key={campaign.id} campaign={campaign} />)
          )}
        </div>
        <TemplateList />
      </div>
    </Page>
  );
}

/** Who opened, clicked, bounced, left: by people, with machines told apart. */
function Funnel({ campaign: { id, name, provider, createdAt } }: { readonly campaign: Campaign }) {
  const { data, error } = useQuery({
    queryKey: ['funnel', id],
    queryFn: ({ signal }) => ask(FunnelDocument, { id }, signal),
  });
  const counts = data?.campaignStats.counts ?? [];
  const most = Math.max(1, ...counts.map(({ uniqueRecipients }) => uniqueRecipients));
  return (
    <Card
      title={name}
      aside={
        <span className="quiet">
          {worded(provider)} · {ago(createdAt)}
        </span>
      }
    >
      {error ? (
        <p className="quiet">Its figures cannot be read now.</p>
      ) : data === undefined ? (
        <Skeleton />
      ) : (
        <table className="table plain bars">
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col">Recipients</th>
              <th scope="col" className="right">
                <span className="sr-only">Recipients in figures</span>
              </th>
              <th scope="col" className="right">
                Events
              </th>
              <th scope="col" className="right">
                By machines
              </th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ eventType, uniqueRecipients, events, machineEvents }) => (
              <tr key={eventType}>
                <td>{worded(eventType)}</td>
                <td className="bar">
                  <meter min={0} max={most} value={uniqueRecipients} aria-label={`Recipients, ${worded(eventType)}`} />
                </td>
                <td className="right">{count(uniqueRecipients)}</td>
                <td className="right">{count(events)}</td>
                <td className="right">{count(machineEvents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
