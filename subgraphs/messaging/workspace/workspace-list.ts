import {
  idRange,
  type ListDefinition,
  mergedAcrossOrganizations,
  NEWEST_FIRST,
  newestIdFirst,
} from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';

type AfterId = { afterId: string };
type Filters = { workspaceId: string | null; createdFrom: string; createdBefore: string };

export type WorkspaceList<Row> = ListDefinition<Filters, AfterId, Row>;

interface ListedTable {
  readonly table: string;
  /** What `columns` call the table. */
  readonly alias: string;
  readonly columns: string;
}

/** The list of a table whose rows belong to workspaces: newest first, of one workspace or of all within reach. */
export function workspaceList<Row extends { readonly id: string }>(source: ListedTable): WorkspaceList<Row> {
  const { table, alias: row, columns } = source;
  const page = statement<Filters & AfterId & { limit: number }, Row>({
    name: `${table}.page`,
    text: ({ p, scope }) =>
      mergedAcrossOrganizations({
        rows: `select ${columns} from ${table} ${row}
          where ${idRange(row, p.afterId)}
            and (${p.workspaceId}::text is null or ${row}.workspace_id = ${p.workspaceId})
            and ${row}.created_at >= ${p.createdFrom}::timestamptz and ${row}.created_at < ${p.createdBefore}::timestamptz`,
        order: newestIdFirst(row),
        mergedOrder: 'id desc',
        limit: p.limit,
        scope,
      }),
  });
  return { name: `${table}s`, statement: page, ...NEWEST_FIRST };
}
