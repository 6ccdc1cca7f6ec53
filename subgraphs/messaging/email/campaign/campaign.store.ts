import { comparedText, type PlainText } from '../../../../core/contract/stored-text.js';
import { columns, derived, type RowOf } from '../../../../core/db/columns.js';
import type { ScopedModels } from '../../../../core/db/prisma.js';
import { rowOf, selected } from '../../../../core/db/prisma-rows-by-columns.js';
import { statement } from '../../../../core/db/statement.js';
import { workspaceList } from '../workspace/list-of-workspace-contents.js';

const OWN = columns('Campaign', 'c', ['id', 'organizationId', 'workspaceId', 'name', 'provider', 'createdAt']);
const CAMPAIGN = OWN.and(
  derived({
    identifiers: 'CampaignIdentifier.identifier[]',
    unapprovedIdentifiers: 'CampaignIdentifier.identifier[]',
  }),
  `array(select i.identifier from campaign_identifier i
          where i.organization_id = c.organization_id and i.campaign_id = c.id order by 1) as identifiers`,
  `array(select i.identifier from campaign_identifier i
          where i.organization_id = c.organization_id and i.campaign_id = c.id and i.approved_at is null
          order by 1) as "unapprovedIdentifiers"`,
);
export type CampaignRow = RowOf<typeof CAMPAIGN>;

export async function campaignsByIds(
  { campaign }: ScopedModels,
  ids: readonly string[],
): Promise<readonly CampaignRow[]> {
  const identifiers = { select: { identifier: true, approvedAt: true }, orderBy: { identifier: 'asc' } } as const;
  const found = await campaign.findMany({ select: { ...selected(OWN), identifiers }, where: { id: { in: [...ids] } } });
  return found.map(({ identifiers, ...own }) => ({
    ...rowOf(OWN, own),
    identifiers: identifiers.map(({ identifier }) => identifier),
    unapprovedIdentifiers: identifiers.flatMap(({ identifier, approvedAt }) =>
      approvedAt === null ? [identifier] : [],
    ),
  }));
}

export const CAMPAIGNS = workspaceList('Campaign', 'c', CAMPAIGN);

type NewCampaign = Omit<CampaignRow, 'createdAt' | 'identifiers' | 'unapprovedIdentifiers'>;

/** The foreign key guarantees that the workspace belongs to the campaign's organization. */
export async function insertCampaign({ campaign }: ScopedModels, row: NewCampaign): Promise<void> {
  await campaign.create({ select: { id: true }, data: row });
}

const HELD = columns('CampaignIdentifier', 'i', ['identifier', 'organizationId', 'campaignId', 'approvedBy']);

/**
 * The holders of identifiers in all organizations. `holdRegistration` serializes registrations, so the result stays
 * valid.
 */
export const heldIdentifiers = statement({
  name: 'campaign_identifier.held',
  unscoped: 'compares_across_organizations',
  takes: { provider: 'CampaignIdentifier.provider', identifiers: 'text[]' },
  gives: HELD,
  text: ({ p }) => `
    select ${HELD} from campaign_identifier i
     where i.provider = ${p.provider}::email_provider_code and i.identifier = any(${p.identifiers}::text[])`,
});

/** Since when calls to the shared address match an identifier, and the operator who approved it. */
export interface Approval {
  readonly approvedAt: string | null;
  readonly approvedBy: string | null;
}

/** Only identifiers that the organization does not have yet. */
export async function insertIdentifiers(
  { campaignIdentifier }: ScopedModels,
  { organizationId, id: campaignId, provider }: Pick<CampaignRow, 'organizationId' | 'id' | 'provider'>,
  identifiers: readonly PlainText[],
  approval: Approval,
): Promise<void> {
  const rows = identifiers.map((identifier) => ({ organizationId, provider, identifier, campaignId, ...approval }));
  await campaignIdentifier.createMany({ data: rows });
}

/** For one organization's identifiers. */
export async function setApproval(
  { campaignIdentifier }: ScopedModels,
  organizationId: string,
  provider: CampaignRow['provider'],
  identifiers: readonly string[],
  approval: Approval,
): Promise<void> {
  const where = { organizationId, provider, identifier: { in: identifiers.map(comparedText) } };
  await campaignIdentifier.updateMany({ where, data: { ...approval } });
}

type CampaignKey = Pick<CampaignRow, 'organizationId' | 'id'>;

export async function deleteIdentifiers(
  { campaignIdentifier }: ScopedModels,
  { organizationId, id }: CampaignKey,
  identifiers: readonly string[],
): Promise<void> {
  await campaignIdentifier.deleteMany({
    where: { organizationId, campaignId: id, identifier: { in: identifiers.map(comparedText) } },
  });
}

export async function renameCampaign(
  { campaign }: ScopedModels,
  { organizationId, id }: CampaignKey,
  name: PlainText,
): Promise<void> {
  const where = { organizationId_id: { organizationId, id } };
  await campaign.update({ select: { id: true }, where, data: { name } });
}

const HOLDER = columns('CampaignIdentifier', 'i', ['campaignId']);

export const deleteIdentifier = statement({
  name: 'campaign.delete_identifier',
  takes: { provider: 'CampaignIdentifier.provider', identifier: 'text' },
  gives: HOLDER,
  text: ({ p, scope }) => `
    delete from campaign_identifier i
     where i.provider = ${p.provider}::email_provider_code and i.identifier = ${p.identifier} and ${scope('i.organization_id')}
    returning ${HOLDER}`,
});
