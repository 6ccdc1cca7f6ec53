import { columns, derived, type RowOf } from '../../../core/db/columns.js';
import { rowOf, selected } from '../../../core/db/model-rows.js';
import type { ScopedModels } from '../../../core/db/prisma.js';
import { statement } from '../../../core/db/statement.js';
import { workspaceList } from '../workspace/workspace-list.js';

const OWN = columns('Campaign', 'c', ['id', 'organizationId', 'workspaceId', 'name', 'provider', 'createdAt']);
const CAMPAIGN = OWN.and(
  derived({ identifiers: 'text[]' }),
  `array(select i.identifier from campaign_identifier i
          where i.organization_id = c.organization_id and i.campaign_id = c.id order by 1) as identifiers`,
);
export type CampaignRow = RowOf<typeof CAMPAIGN>;

export async function campaignsByIds(
  { campaign }: ScopedModels,
  ids: readonly string[],
): Promise<readonly CampaignRow[]> {
  const identifiers = { select: { identifier: true }, orderBy: { identifier: 'asc' } } as const;
  const found = await campaign.findMany({ select: { ...selected(OWN), identifiers }, where: { id: { in: [...ids] } } });
  return found.map(({ identifiers, ...own }) => ({
    ...rowOf(OWN, own),
    identifiers: identifiers.map(({ identifier }) => identifier),
  }));
}

export const CAMPAIGNS = workspaceList('Campaign', 'c', CAMPAIGN);

type NewCampaign = Omit<CampaignRow, 'createdAt' | 'identifiers'>;

/** In a workspace of its organization, as a foreign key says. */
export async function insertCampaign({ campaign }: ScopedModels, row: NewCampaign): Promise<void> {
  await campaign.create({ select: { id: true }, data: row });
}

const TAKEN = columns('CampaignIdentifier', 'i', ['identifier']);

/** Those that somebody has, of any organization: registrations take turns (`holdRegistration`), so that they stay free meanwhile. */
export const takenIdentifiers = statement({
  name: 'campaign_identifier.taken',
  unscoped:
    'an identifier is one campaign’s, of whichever organization; whoever asks is told that it is taken, not whose it is',
  takes: { provider: 'CampaignIdentifier.provider', identifiers: 'CampaignIdentifier.identifier[]' },
  gives: TAKEN,
  text: ({ p }) => `
    select ${TAKEN} from campaign_identifier i
     where i.provider = ${p.provider}::email_provider_code and i.identifier = any(${p.identifiers}::text[])`,
});

/** Only those that nobody has. */
export async function insertIdentifiers(
  { campaignIdentifier }: ScopedModels,
  { organizationId, id: campaignId, provider }: Pick<CampaignRow, 'organizationId' | 'id' | 'provider'>,
  identifiers: readonly string[],
): Promise<void> {
  const rows = identifiers.map((identifier) => ({ organizationId, provider, identifier, campaignId }));
  await campaignIdentifier.createMany({ data: rows });
}

type CampaignKey = Pick<CampaignRow, 'organizationId' | 'id'>;

export async function deleteIdentifiers(
  { campaignIdentifier }: ScopedModels,
  { organizationId, id }: CampaignKey,
  identifiers: readonly string[],
): Promise<void> {
  await campaignIdentifier.deleteMany({
    where: { organizationId, campaignId: id, identifier: { in: [...identifiers] } },
  });
}

export async function renameCampaign(
  { campaign }: ScopedModels,
  { organizationId, id }: CampaignKey,
  name: string,
): Promise<void> {
  const where = { organizationId_id: { organizationId, id } };
  await campaign.update({ select: { id: true }, where, data: { name } });
}

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
