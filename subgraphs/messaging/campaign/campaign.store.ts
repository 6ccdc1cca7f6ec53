import { columns, derived, type RowOf } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { assigned, inserted, LEFT_OUT, sql } from '../../../core/db/written.js';
import { workspaceList } from '../workspace/workspace-list.js';

const CAMPAIGN = columns('Campaign', 'c', ['id', 'organizationId', 'workspaceId', 'name', 'provider', 'createdAt']).and(
  derived({ identifiers: 'text[]' }),
  `array(select i.identifier from campaign_identifier i
          where i.organization_id = c.organization_id and i.campaign_id = c.id order by 1) as identifiers`,
);
export type CampaignRow = RowOf<typeof CAMPAIGN>;

export const campaignsByIds = statement({
  name: 'campaign.by_ids',
  takes: { ids: 'Campaign.id[]' },
  gives: CAMPAIGN,
  text: ({ p, scope }) => `
    select ${CAMPAIGN} from campaign c where c.id = any(${p.ids}::text[]) and ${scope('c.organization_id')}`,
});

export const CAMPAIGNS = workspaceList('Campaign', 'c', CAMPAIGN);

const OWNER = columns('Campaign', 'c', ['organizationId']);

/** No row: the workspace is not within reach. */
export const insertCampaign = statement({
  name: 'campaign.insert',
  takes: { id: 'Campaign.id', workspaceId: 'Workspace.id', name: 'Campaign.name', provider: 'Campaign.provider' },
  gives: OWNER,
  text: ({ p, scope }) => {
    const row = {
      id: p.id,
      organizationId: sql('w.organization_id'),
      workspaceId: sql('w.id'),
      name: p.name,
      provider: p.provider,
      createdAt: LEFT_OUT,
    } as const;
    const { into, values } = inserted('Campaign', row, 'c');
    return `
    insert into ${into}
    select ${values} from workspace w where w.id = ${p.workspaceId} and ${scope('w.organization_id')}
    returning ${OWNER}`;
  },
});

const IDENTIFIERS = { campaignId: 'Campaign.id', identifiers: 'CampaignIdentifier.identifier[]' } as const;
const IDENTIFIER = columns('CampaignIdentifier', 'i', ['identifier']);

/** Those that nobody has, of any organization: registrations take turns (`holdRegistration`), so that none comes between. */
export const insertIdentifiers = statement({
  name: 'campaign.insert_identifiers',
  takes: IDENTIFIERS,
  gives: IDENTIFIER,
  text: ({ p, scope }) => {
    const row = {
      provider: sql('c.provider'),
      identifier: sql('named.identifier'),
      organizationId: sql('c.organization_id'),
      campaignId: sql('c.id'),
    } as const;
    const { into, values } = inserted('CampaignIdentifier', row, 'i');
    return `
    insert into ${into}
    select ${values}
      from campaign c cross join unnest(${p.identifiers}::text[]) named(identifier)
     where c.id = ${p.campaignId} and ${scope('c.organization_id')} and not exists (
       select from campaign_identifier taken where taken.provider = c.provider and taken.identifier = named.identifier)
     order by named.identifier
    on conflict (organization_id, provider, identifier) do nothing returning ${IDENTIFIER}`;
  },
});

export const deleteIdentifiers = statement({
  name: 'campaign.delete_identifiers',
  takes: IDENTIFIERS,
  gives: IDENTIFIER,
  text: ({ p, scope }) => `
    delete from campaign_identifier i
     where i.campaign_id = ${p.campaignId} and i.identifier = any(${p.identifiers}::text[]) and ${scope('i.organization_id')}
    returning ${IDENTIFIER}`,
});

const ID = columns('Campaign', 'c', ['id']);

export const renameCampaign = statement({
  name: 'campaign.rename',
  takes: { campaignId: 'Campaign.id', name: 'Campaign.name' },
  gives: ID,
  text: ({ p, scope }) => `
    update campaign c set ${assigned('Campaign', { name: p.name })}
     where c.id = ${p.campaignId} and ${scope('c.organization_id')} returning ${ID}`,
});

const HOLDER = columns('CampaignIdentifier', 'i', ['campaignId']);

export const deleteIdentifier = statement({
  name: 'campaign.delete_identifier',
  takes: { provider: 'CampaignIdentifier.provider', identifier: 'CampaignIdentifier.identifier' },
  gives: HOLDER,
  text: ({ p, scope }) => `
    delete from campaign_identifier i
     where i.provider = ${p.provider}::email_provider_code and i.identifier = ${p.identifier} and ${scope('i.organization_id')}
    returning ${HOLDER}`,
});
