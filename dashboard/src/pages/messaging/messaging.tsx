import {
  CampaignsDocument,
  type CampaignsQuery,
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
import { CampaignResults } from './campaign-results';
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
                <CampaignResults key={campaign.id} campaign={campaign} counts={campaign.funnel?.counts ?? []} />
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
