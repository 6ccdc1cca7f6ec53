import { ago } from '../../format/dates';
import { textOf } from '../../format/display-names';
import { count } from '../../format/money';
import { statusText } from '../../format/statuses';
import {
  type CampaignEventType,
  CampaignsDocument,
  type CampaignsQuery,
  type EmailProvider,
  type FunnelOfCampaignFragment,
  FunnelsDocument,
  type FunnelsQueryVariables,
} from '../../generated/graphql';
import { request } from '../../graph/request';
import { usePaged } from '../../graph/use-paged-or-whole-list';
import { useLender } from '../../lender/chosen-lender';
import { Empty, Failed, Skeleton } from '../../ui/empty-failed-and-loading-states';
import { Card, Page } from '../../ui/page';
import { ShowMore } from '../../ui/show-more';
import { TableHead } from '../../ui/table-head';
import { TemplateList } from './template-list';

type Campaign = CampaignsQuery['campaigns']['items'][number];

interface CampaignWithResults extends Campaign {
  readonly funnel: FunnelOfCampaignFragment | undefined;
}

export function Messaging() {
  const organizationId = useLender();
  const list = usePaged({
    key: ['campaigns', organizationId],
    read: async (cursor, signal) => {
      const { campaigns } = await request(CampaignsDocument, { organizationId, cursor }, signal);
      const funnels = await funnelsOf(campaigns.items, signal);
      return {
        ...campaigns,
        items: campaigns.items.map((each, at): CampaignWithResults => ({ ...each, funnel: funnels[at] })),
      };
    },
  });
  return (
    <Page title="Messaging" about="Templates and campaign results.">
      <div className="columns">
        <div className="stack">
          {list.error ? (
            <Failed error={list.error} retry={list.retry} />
          ) : list.isLoading ? (
            <Card title="Campaigns">
              <Skeleton />
            </Card>
          ) : list.rows.length === 0 ? (
            <Card title="Campaigns">
              <Empty title="No campaign is registered yet">
                Your mailer registers them with the API; opens, clicks and bounces are counted here.
              </Empty>
            </Card>
          ) : (
            <div className="funnels">
              {list.rows.map((campaign) => (
                <Funnel key={campaign.id} campaign={campaign} />
              ))}
            </div>
          )}
          <ShowMore more={list.more} />
        </div>
        <TemplateList />
      </div>
    </Page>
  );
}

/** Reads the results of a page of campaigns in one request. */
async function funnelsOf(campaigns: readonly Campaign[], signal: AbortSignal) {
  if (campaigns.length === 0) return [];
  const places = Array.from({ length: CAMPAIGNS }, (_, at) => at);
  const variables = Object.fromEntries(
    places.flatMap((at) => [
      [`id${at}`, campaigns[at]?.id ?? ''],
      [`has${at}`, at < campaigns.length],
    ]),
  ) as FunnelsQueryVariables;
  const { c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 } = await request(FunnelsDocument, variables, signal);
  return [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9];
}

/** The number of campaigns on a page. */
const CAMPAIGNS = 10;

/** Opens, clicks, bounces and unsubscribes, with people and machines counted separately. */
function Funnel({ campaign: { name, provider, createdAt, funnel } }: { readonly campaign: CampaignWithResults }) {
  const counts = funnel?.counts ?? [];
  const most = Math.max(1, ...counts.map(({ uniqueRecipients }) => uniqueRecipients));
  return (
    <Card
      title={name}
      aside={
        <span className="quiet">
          {textOf(PROVIDERS, provider) ?? statusText(provider)} · {ago(createdAt)}
        </span>
      }
    >
      {counts.length === 0 ? (
        <p className="quiet">No results yet.</p>
      ) : (
        <table className="table plain bars">
          <TableHead
            columns={[
              'Event',
              'Recipients',
              { hidden: 'Recipients in figures' },
              { number: 'Events' },
              { number: 'Automated' },
            ]}
          />
          <tbody>
            {counts.map(({ eventType, uniqueRecipients, events, machineEvents }) => (
              <tr key={eventType}>
                <td>{eventName(eventType)}</td>
                <td className="bar">
                  <meter
                    min={0}
                    max={most}
                    value={uniqueRecipients}
                    aria-label={`Recipients, ${eventName(eventType)}`}
                  />
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

const PROVIDERS: Readonly<Record<EmailProvider, string>> = {
  generic: 'Generic',
  mailgun: 'Mailgun',
  postmark: 'Postmark',
  sendgrid: 'SendGrid',
};

const EVENTS: Readonly<Record<CampaignEventType, string>> = {
  bounce: 'Bounce',
  click: 'Click',
  open: 'Open',
  unsubscribe: 'Unsubscribe',
};

function eventName(type: string): string {
  return textOf(EVENTS, type) ?? statusText(type);
}
