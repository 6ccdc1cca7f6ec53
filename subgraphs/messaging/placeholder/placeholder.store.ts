import { type Columns, columns, type RowOf } from '../../../core/db/columns.js';
import { tableOf } from '../../../core/db/sql-types.js';
import { type ParametersOf, type Statement, type StatementTools, statement } from '../../../core/db/statement.js';
import { LEFT_OUT, sql } from '../../../core/db/written.js';
import { type WorkspaceList, workspaceList } from '../workspace/workspace-list.js';

/** What every kind of placeholder has; what takes its place is a column of the kind's own. */
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

/** And `content`, of the type that the kind's own column has. */
export const NEW_PLACEHOLDER = {
  id: 'text',
  workspaceId: 'text',
  placeholder: 'text',
  name: 'text',
  description: 'text',
  isActive: 'bool',
} as const;
type New = ParametersOf<typeof NEW_PLACEHOLDER>;

export const PLACEHOLDER_CHANGE = {
  id: 'text',
  placeholder: 'text?',
  name: 'text?',
  description: 'text?',
  content: 'text?',
  isActive: 'bool?',
} as const;
type Change = ParametersOf<typeof PLACEHOLDER_CHANGE>;

export interface PlaceholderStore<Row, Content extends string | null> {
  readonly byIds: Statement<{ ids: readonly string[] }, Row>;
  /** Nobody else changes it until the transaction ends. */
  readonly lock: Statement<{ id: string }, Row>;
  /** Inactive ones too. */
  readonly list: WorkspaceList<Row>;
  /** Only after its placeholder was claimed. */
  readonly insert: Statement<New & { readonly content: Content }, Row>;
  /** What is null stays; another placeholder only after it was claimed. */
  readonly update: Statement<Change, Row>;
}

type Readings<Row> = Pick<PlaceholderStore<Row, never>, 'byIds' | 'lock' | 'list'>;

/** How one kind is read; its columns call the table `f`. */
export function placeholderReadings<R extends PlaceholderRow>(
  model: 'WorkspaceMergeField' | 'WorkspaceAsset',
  kind: Columns<R>,
): Readings<RowOf<Columns<R>>> {
  const table = tableOf(model);
  return {
    byIds: statement({
      name: `${table}.by_ids`,
      takes: { ids: 'text[]' },
      gives: kind,
      text: ({ p, scope }) =>
        `select ${kind} from ${table} f where f.id = any(${p.ids}::text[]) and ${scope('f.organization_id')}`,
    }),
    lock: statement({
      name: `${table}.lock`,
      takes: { id: 'text' },
      gives: kind,
      text: ({ p, scope }) =>
        `select ${kind} from ${table} f where f.id = ${p.id} and ${scope('f.organization_id')} for update`,
    }),
    list: workspaceList(model, 'f', kind),
  };
}

/** What an insert writes of every kind, from its workspace `w`. */
export function newPlaceholder(p: StatementTools<New>['p']) {
  return {
    id: p.id,
    organizationId: sql('w.organization_id'),
    workspaceId: sql('w.id'),
    placeholder: p.placeholder,
    name: p.name,
    description: p.description,
    isActive: p.isActive,
    createdAt: LEFT_OUT,
  } as const;
}

/** What an update of `f` writes of every kind. */
export function changedPlaceholder(p: StatementTools<Change>['p']) {
  return {
    placeholder: sql(`coalesce(${p.placeholder}::text, f.placeholder)`),
    name: sql(`coalesce(${p.name}::text, f.name)`),
    description: sql(`coalesce(${p.description}::text, f.description)`),
    isActive: sql(`coalesce(${p.isActive}::boolean, f.is_active)`),
  } as const;
}
