import type { EmailProviderCode } from '../../../core/contract/campaign-event.js';
import { statement } from '../../../core/db/statement.js';
import { workspaceList } from '../workspace/workspace-list.js';

export interface CampaignRow {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly provider: EmailProviderCode;
  readonly identifiers: readonly string[];
  readonly createdAt: string;
}

const COLUMNS = `c.id, c.organization_id as "organizationId", c.workspace_id as "workspaceId", c.name, c.provider,
  array(select i.identifier from campaign_identifier i
         where i.organization_id = c.organization_id and i.campaign_id = c.id order by 1) as identifiers,
  c.created_at as "createdAt"`;

export const campaignsByIds = statement<{ ids: readonly string[] }, CampaignRow>({
  name: 'campaign.by_ids',
  text: ({ p, scope }) => `
    select ${COLUMNS} from campaign c where c.id = any(${p.ids}::text[]) and ${scope('c.organization_id')}`,
});

export const CAMPAIGNS = workspaceList<CampaignRow>({ table: 'campaign', alias: 'c', columns: COLUMNS });

type NewCampaign = { id: string; workspaceId: string; name: string; provider: string };

/** No row: the workspace is not within reach. */
export const insertCampaign = statement<NewCampaign, { organizationId: string }>({
  name: 'campaign.insert',
  text: ({ p, scope }) => `
    insert into campaign (id, organization_id, workspace_id, name, provider)
    select ${p.id}::text, w.organization_id, w.id, ${p.name}::text, ${p.provider}::email_provider_code
      from workspace w where w.id = ${p.workspaceId} and ${scope('w.organization_id')}
    returning organization_id as "organizationId"`,
});

type NewIdentifiers = { campaignId: string; identifiers: readonly string[] };

/** Those that nobody has, of any organization: registrations take turns (`holdRegistration`), so that none comes between. */
export const insertIdentifiers = statement<NewIdentifiers, { identifier: string }>({
  name: 'campaign.insert_identifiers',
  text: ({ p, scope }) => `
    insert into campaign_identifier (provider, identifier, organization_id, campaign_id)
    select c.provider, named.identifier, c.organization_id, c.id
      from campaign c cross join unnest(${p.identifiers}::text[]) named(identifier)
     where c.id = ${p.campaignId} and ${scope('c.organization_id')} and not exists (
       select from campaign_identifier taken where taken.provider = c.provider and taken.identifier = named.identifier)
     order by named.identifier
    on conflict (organization_id, provider, identifier) do nothing returning identifier`,
});

export const deleteIdentifiers = statement<NewIdentifiers, { identifier: string }>({
  name: 'campaign.delete_identifiers',
  text: ({ p, scope }) => `
    delete from campaign_identifier
     where campaign_id = ${p.campaignId} and identifier = any(${p.identifiers}::text[]) and ${scope('organization_id')}
    returning identifier`,
});

export const renameCampaign = statement<{ campaignId: string; name: string }, { id: string }>({
  name: 'campaign.rename',
  text: ({ p, scope }) => `
    update campaign set name = ${p.name} where id = ${p.campaignId} and ${scope('organization_id')} returning id`,
});

export const deleteIdentifier = statement<{ provider: string; identifier: string }, { campaignId: string }>({
  name: 'campaign.delete_identifier',
  text: ({ p, scope }) => `
    delete from campaign_identifier
     where provider = ${p.provider}::email_provider_code and identifier = ${p.identifier} and ${scope('organization_id')}
    returning campaign_id as "campaignId"`,
});
