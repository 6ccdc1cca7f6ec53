import type { IsoInstant } from '../../../core/dates.js';
import {
  idRange,
  type ListDefinition,
  mergedAcrossOrganizations,
  NEWEST_FIRST,
  newestIdFirst,
} from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';

export interface AssetRow {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly placeholder: string;
  readonly name: string;
  readonly description: string;
  readonly url: string | null;
  readonly isActive: boolean;
  readonly createdAt: IsoInstant;
}

const COLUMNS = `a.id, a.organization_id as "organizationId", a.workspace_id as "workspaceId", a.placeholder, a.name,
  a.description, a.url, a.is_active as "isActive", a.created_at as "createdAt"`;

export const assetsByIds = statement<{ ids: readonly string[] }, AssetRow>({
  name: 'workspace_asset.by_ids',
  text: ({ p, scope }) => `
    select ${COLUMNS} from workspace_asset a where a.id = any(${p.ids}::text[]) and ${scope('a.organization_id')}`,
});

type AfterId = { afterId: string };
type Filters = { workspaceId: string | null; createdFrom: string; createdBefore: string };

const assetPage = statement<Filters & AfterId & { limit: number }, AssetRow>({
  name: 'workspace_asset.page',
  text: ({ p, scope }) =>
    mergedAcrossOrganizations({
      rows: `select ${COLUMNS} from workspace_asset a
        where ${idRange('a', p.afterId)}
          and (${p.workspaceId}::text is null or a.workspace_id = ${p.workspaceId})
          and a.created_at >= ${p.createdFrom}::timestamptz and a.created_at < ${p.createdBefore}::timestamptz`,
      order: newestIdFirst('a'),
      mergedOrder: 'id desc',
      limit: p.limit,
      scope,
    }),
});

/** Newest first, inactive ones too. */
export const ASSETS: ListDefinition<Filters, AfterId, AssetRow> = {
  name: 'workspace_assets',
  statement: assetPage,
  ...NEWEST_FIRST,
};

type NewAsset = {
  id: string;
  workspaceId: string;
  placeholder: string;
  name: string;
  description: string;
  url: string | null;
  isActive: boolean;
};

/** Only after its placeholder was claimed. */
export const insertAsset = statement<NewAsset, AssetRow>({
  name: 'workspace_asset.insert',
  text: ({ p, scope }) => `
    insert into workspace_asset as a (id, organization_id, workspace_id, placeholder, name, description, url, is_active)
    select ${p.id}::text, w.organization_id, w.id, ${p.placeholder}::text, ${p.name}::text, ${p.description}::text,
      ${p.url}::text, ${p.isActive}::boolean
      from workspace w where w.id = ${p.workspaceId} and ${scope('w.organization_id')}
    returning ${COLUMNS}`,
});

type Change = {
  id: string;
  placeholder: string | null;
  name: string | null;
  description: string | null;
  isActive: boolean | null;
};

/** What is null stays; another placeholder only after it was claimed. */
export const updateAsset = statement<Change, AssetRow>({
  name: 'workspace_asset.update',
  text: ({ p, scope }) => `
    update workspace_asset a set
      placeholder = coalesce(${p.placeholder}::text, a.placeholder),
      name = coalesce(${p.name}::text, a.name),
      description = coalesce(${p.description}::text, a.description),
      is_active = coalesce(${p.isActive}::boolean, a.is_active)
     where a.id = ${p.id} and ${scope('a.organization_id')}
    returning ${COLUMNS}`,
});
