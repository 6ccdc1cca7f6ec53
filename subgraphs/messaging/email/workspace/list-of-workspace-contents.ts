import type { Columns, RowOf } from '../../../../core/db/columns.js';
import {
  type AfterId,
  CREATED,
  idRange,
  isCreatedThen,
  type ListDefinition,
  newestFirst,
  newestIdFirst,
} from '../../../../core/db/paged-lists.js';
import { type FieldOf, type Model, tableOf } from '../../../../core/db/sql-types.js';
import { type ParametersOf } from '../../../../core/db/statement.js';

const FILTERS = { workspaceId: 'text?', ...CREATED } as const;

export type WorkspaceList<Row> = ListDefinition<ParametersOf<typeof FILTERS>, AfterId, Row>;

/** Models whose rows belong to workspaces and are listed by id. */
type Listed = { [M in Model]: 'id' | 'workspaceId' | 'createdAt' extends FieldOf<M> ? M : never }[Model];

/**
 * The list of a model whose rows belong to workspaces: newest first, of one workspace or of all in scope.
 *
 * @param alias - the table alias in `columns`.
 */
export function workspaceList<R extends { readonly id: string }>(
  model: Listed,
  alias: string,
  columns: Columns<R>,
): WorkspaceList<RowOf<Columns<R>>> {
  const table = tableOf(model);
  return newestFirst({
    name: `${table}s`,
    page: `${table}.page`,
    filters: FILTERS,
    gives: columns,
    rows: (p) => `select ${columns} from ${table} ${alias}
      where ${idRange(alias, p.afterId)}
        and (${p.workspaceId}::text is null or ${alias}.workspace_id = ${p.workspaceId})
        and ${isCreatedThen(alias, p)}`,
    order: newestIdFirst(alias),
  });
}
