import type { IsoInstant } from '../../../core/dates.js';
import {
  idRange,
  type ListDefinition,
  mergedAcrossOrganizations,
  NEWEST_FIRST,
  newestIdFirst,
} from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';

export interface MergeFieldRow {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly placeholder: string;
  readonly name: string;
  readonly description: string;
  readonly value: string;
  readonly isActive: boolean;
  readonly createdAt: IsoInstant;
}

const COLUMNS = `m.id, m.organization_id as "organizationId", m.workspace_id as "workspaceId", m.placeholder, m.name,
  m.description, m.value, m.is_active as "isActive", m.created_at as "createdAt"`;

export const mergeFieldsByIds = statement<{ ids: readonly string[] }, MergeFieldRow>({
  name: 'workspace_merge_field.by_ids',
  text: ({ p, scope }) => `
    select ${COLUMNS} from workspace_merge_field m where m.id = any(${p.ids}::text[]) and ${scope('m.organization_id')}`,
});

type AfterId = { afterId: string };
type Filters = { workspaceId: string | null; createdFrom: string; createdBefore: string };

const mergeFieldPage = statement<Filters & AfterId & { limit: number }, MergeFieldRow>({
  name: 'workspace_merge_field.page',
  text: ({ p, scope }) =>
    mergedAcrossOrganizations({
      rows: `select ${COLUMNS} from workspace_merge_field m
        where ${idRange('m', p.afterId)}
          and (${p.workspaceId}::text is null or m.workspace_id = ${p.workspaceId})
          and m.created_at >= ${p.createdFrom}::timestamptz and m.created_at < ${p.createdBefore}::timestamptz`,
      order: newestIdFirst('m'),
      mergedOrder: 'id desc',
      limit: p.limit,
      scope,
    }),
});

/** Newest first, inactive ones too. */
export const MERGE_FIELDS: ListDefinition<Filters, AfterId, MergeFieldRow> = {
  name: 'workspace_merge_fields',
  statement: mergeFieldPage,
  ...NEWEST_FIRST,
};

type NewMergeField = {
  id: string;
  workspaceId: string;
  placeholder: string;
  name: string;
  description: string;
  value: string;
  isActive: boolean;
};

/** Only after its placeholder was claimed. */
export const insertMergeField = statement<NewMergeField, MergeFieldRow>({
  name: 'workspace_merge_field.insert',
  text: ({ p, scope }) => `
    insert into workspace_merge_field as m (id, organization_id, workspace_id, placeholder, name, description, value, is_active)
    select ${p.id}::text, w.organization_id, w.id, ${p.placeholder}::text, ${p.name}::text, ${p.description}::text,
      ${p.value}::text, ${p.isActive}::boolean
      from workspace w where w.id = ${p.workspaceId} and ${scope('w.organization_id')}
    returning ${COLUMNS}`,
});

type Change = {
  id: string;
  placeholder: string | null;
  name: string | null;
  description: string | null;
  value: string | null;
  isActive: boolean | null;
};

/** What is null stays; another placeholder only after it was claimed. */
export const updateMergeField = statement<Change, MergeFieldRow>({
  name: 'workspace_merge_field.update',
  text: ({ p, scope }) => `
    update workspace_merge_field m set
      placeholder = coalesce(${p.placeholder}::text, m.placeholder),
      name = coalesce(${p.name}::text, m.name),
      description = coalesce(${p.description}::text, m.description),
      value = coalesce(${p.value}::text, m.value),
      is_active = coalesce(${p.isActive}::boolean, m.is_active)
     where m.id = ${p.id} and ${scope('m.organization_id')}
    returning ${COLUMNS}`,
});
