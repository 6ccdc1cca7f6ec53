import type { IsoInstant } from '../../../core/dates.js';
import { type Statement, statement } from '../../../core/db/statement.js';
import { type WorkspaceList, workspaceList } from '../workspace/workspace-list.js';

/** What every kind of placeholder has; what takes its place is a column of the kind's own. */
export interface PlaceholderRow {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly placeholder: string;
  readonly name: string;
  readonly description: string;
  readonly isActive: boolean;
  readonly createdAt: IsoInstant;
}

export interface MergeFieldRow extends PlaceholderRow {
  readonly value: string;
}

export interface AssetRow extends PlaceholderRow {
  readonly url: string | null;
}

type NewPlaceholder = {
  id: string;
  workspaceId: string;
  placeholder: string;
  name: string;
  description: string;
  content: string | null;
  isActive: boolean;
};

type Change = { [K in keyof Omit<NewPlaceholder, 'id' | 'workspaceId'>]: NewPlaceholder[K] | null } & { id: string };

export interface PlaceholderStore<Row> {
  readonly byIds: Statement<{ ids: readonly string[] }, Row>;
  /** Nobody else changes it until the transaction ends. */
  readonly lock: Statement<{ id: string }, Row>;
  /** Inactive ones too. */
  readonly list: WorkspaceList<Row>;
  /** Only after its placeholder was claimed. */
  readonly insert: Statement<NewPlaceholder, Row>;
  /** What is null stays; another placeholder only after it was claimed. */
  readonly update: Statement<Change, Row>;
}

/** Values that templates name. */
export const mergeFieldStore = placeholderStore<MergeFieldRow>('workspace_merge_field', 'value', 'changes');

/** Files that templates show. */
export const assetStore = placeholderStore<AssetRow>('workspace_asset', 'url', 'is_said_once');

function placeholderStore<Row extends PlaceholderRow>(
  table: string,
  content: keyof Row & string,
  contentOnce: 'changes' | 'is_said_once',
): PlaceholderStore<Row> {
  const columns = `f.id, f.organization_id as "organizationId", f.workspace_id as "workspaceId", f.placeholder, f.name,
    f.description, f.${content}, f.is_active as "isActive", f.created_at as "createdAt"`;
  const changed = (told: string, known: string) =>
    contentOnce === 'changes' ? `coalesce(${told}, ${known})` : `coalesce(${known}, ${told})`;
  return {
    byIds: statement<{ ids: readonly string[] }, Row>({
      name: `${table}.by_ids`,
      text: ({ p, scope }) =>
        `select ${columns} from ${table} f where f.id = any(${p.ids}::text[]) and ${scope('f.organization_id')}`,
    }),
    lock: statement<{ id: string }, Row>({
      name: `${table}.lock`,
      text: ({ p, scope }) =>
        `select ${columns} from ${table} f where f.id = ${p.id} and ${scope('f.organization_id')} for update`,
    }),
    list: workspaceList({ table, alias: 'f', columns }),
    insert: statement<NewPlaceholder, Row>({
      name: `${table}.insert`,
      text: ({ p, scope }) => `
        insert into ${table} as f (id, organization_id, workspace_id, placeholder, name, description, ${content}, is_active)
        select ${p.id}::text, w.organization_id, w.id, ${p.placeholder}::text, ${p.name}::text, ${p.description}::text,
          ${p.content}::text, ${p.isActive}::boolean
          from workspace w where w.id = ${p.workspaceId} and ${scope('w.organization_id')}
        returning ${columns}`,
    }),
    update: statement<Change, Row>({
      name: `${table}.update`,
      text: ({ p, scope }) => `
        update ${table} f set
          placeholder = coalesce(${p.placeholder}::text, f.placeholder),
          name = coalesce(${p.name}::text, f.name),
          description = coalesce(${p.description}::text, f.description),
          ${content} = ${changed(`${p.content}::text`, `f.${content}`)},
          is_active = coalesce(${p.isActive}::boolean, f.is_active)
         where f.id = ${p.id} and ${scope('f.organization_id')}
        returning ${columns}`,
    }),
  };
}
