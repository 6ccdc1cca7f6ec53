import type { PlainText } from '../../../../core/contract/stored-text.js';
import { type Columns, columns, type RowOf } from '../../../../core/db/columns.js';
import type { ScopedModels } from '../../../../core/db/prisma.js';
import { type OwnerStatement, ownerOf, type RowKey } from '../../../../core/db/row-key.js';
import { tableOf } from '../../../../core/db/sql-types.js';
import { type Statement, statement } from '../../../../core/db/statement.js';
import { type WorkspaceList, workspaceList } from '../workspace/list-of-workspace-contents.js';

/** Columns of every kind of placeholder; each kind has its own column for the replacement. */
export const SHARED_FIELDS = [
  'id',
  'organizationId',
  'workspaceId',
  'placeholder',
  'name',
  'description',
  'isActive',
  'createdAt',
] as const;
const SHARED = columns('WorkspaceMergeField', 'f', SHARED_FIELDS);
export type PlaceholderRow = RowOf<typeof SHARED>;

/** `content`: the replacement, in the kind's own column. */
export type NewPlaceholder<Content> = Omit<PlaceholderRow, 'createdAt'> & { readonly content: Content };

/** Undefined fields keep their values. */
export interface PlaceholderChange {
  readonly placeholder: string | undefined;
  readonly name: PlainText | undefined;
  readonly description: PlainText | undefined;
  readonly isActive: boolean | undefined;
  readonly content: PlainText | undefined;
}

export interface PlaceholderStore<Row extends PlaceholderRow, Content extends PlainText | null> {
  byId(models: ScopedModels, id: string): Promise<Row | undefined>;
  /** The organization that owns it. */
  readonly owner: OwnerStatement;
  /** Locks it until the transaction ends. */
  readonly lock: Statement<RowKey, Row>;
  /** Includes inactive ones. */
  readonly list: WorkspaceList<Row>;
  /**
   * Only after its placeholder was claimed; the foreign key guarantees that the workspace belongs to its
   * organization.
   */
  insert(models: ScopedModels, row: NewPlaceholder<Content>): Promise<Row>;
  /** Only under its lock; changes the placeholder only after the new one was claimed. */
  update(models: ScopedModels, locked: Row, change: PlaceholderChange): Promise<Row>;
}

type Readings<Row extends PlaceholderRow> = Pick<PlaceholderStore<Row, never>, 'owner' | 'lock' | 'list'>;

/** Lists and locks rows of one kind; its columns use the table alias `f`. */
export function placeholderReadings<R extends PlaceholderRow>(
  model: 'WorkspaceMergeField' | 'WorkspaceAsset',
  kind: Columns<R>,
): Readings<RowOf<Columns<R>>> {
  const table = tableOf(model);
  return {
    owner: ownerOf(model),
    lock: statement({
      name: `${table}.lock`,
      takes: { id: 'text', organizationId: 'text' },
      gives: kind,
      text: ({ p, scope }) => `
        select ${kind} from ${table} f
         where f.id = ${p.id} and f.organization_id = ${p.organizationId} and ${scope('f.organization_id')} for update`,
    }),
    list: workspaceList(model, 'f', kind),
  };
}

/** The database key of a placeholder that was read. */
export function keyOf({ organizationId, id }: Pick<PlaceholderRow, 'organizationId' | 'id'>) {
  return { organizationId_id: { organizationId, id } };
}
