import type { Columns, RowOf } from '../../../../core/db/columns.js';
import {
  idRange,
  type ListDefinition,
  mergedAcrossOrganizations,
  NEWEST_FIRST,
  newestIdFirst,
} from '../../../../core/db/paged-lists.js';
import { type FieldOf, type Model, tableOf } from '../../../../core/db/sql-types.js';
import { type ParametersOf, statement } from '../../../../core/db/statement.js';

type AfterId = { afterId: string };

const FILTERS = { workspaceId: 'text?', createdFrom: 'timestamptz', createdBefore: 'timestamptz' } as const;

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
  const page = statement({
    name: `${table}.page`,
    takes: { ...FILTERS, afterId: 'text', limit: 'int8' },
    gives: columns,
    text: ({ p, scope }) =>
      mergedAcrossOrganizations({
        rows: `select ${columns} from ${table} ${alias}
          where ${idRange(alias, p.afterId)}
            and (${p.workspaceId}::text is null or ${alias}.workspace_id = ${p.workspaceId})
            and ${alias}.created_at >= ${p.createdFrom}::timestamptz and ${alias}.created_at < ${p.createdBefore}::timestamptz`,
        order: newestIdFirst(alias),
        mergedOrder: 'id desc',
        limit: p.limit,
        scope,
      }),
  });
  return { name: `${table}s`, statement: page, ...NEWEST_FIRST };
}
