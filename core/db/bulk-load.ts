import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type CopiedValue, copyText } from './copy-text.js';

/** Writes whole tables, for seeders only: without scope, and with only the database's own checks. */
export interface BulkLoad {
  /**
   * Copies rows, with values in the order of `columns`, as fast as the server takes them. `rebuildsIndexes` drops the
   * table's indexes except its primary key and builds them again afterwards, which pays off for a million rows. Dropping
   * an index locks the table until the commit: other sessions cannot use it in that time.
   */
  copy(
    table: string,
    columns: readonly string[],
    rows: Iterable<readonly CopiedValue[]>,
    options?: { readonly rebuildsIndexes: boolean },
  ): Promise<void>;
}

/**
 * Runs a bulk load in one transaction on a dedicated connection: if it is killed or fails, nothing remains. After the
 * commit, the written tables are analyzed, so that plans fit their new content.
 */
export async function bulkLoad<T>(databaseUrl: string, work: (load: BulkLoad) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'tributary-bulk' });
  await client.connect();
  const written = new Set<string>();
  try {
    await client.query('begin');
    const result = await work({
      copy: async (table, columns, rows, options) => {
        const into = [table, ...columns].map((name) => client.escapeIdentifier(name));
        const rebuild = options?.rebuildsIndexes ? await dropIndexes(client, table) : [];
        const stream = client.query(copyFrom(`copy ${into[0]} (${into.slice(1).join(', ')}) from stdin`));
        await pipeline(Readable.from(copyText(rows), { objectMode: true, highWaterMark: 2 }), stream);
        for (const definition of rebuild) await client.query(definition);
        written.add(table);
      },
    });
    await client.query('commit');
    for (const table of written) await client.query(`vacuum (analyze) ${client.escapeIdentifier(table)}`);
    return result;
  } finally {
    // Ends an open transaction too.
    await client.end();
  }
}

/** Drops the indexes that no constraint needs. @returns the statements that build them again */
async function dropIndexes(client: pg.Client, table: string): Promise<readonly string[]> {
  const found = await client.query<{ name: string; definition: string }>(INDEXES_OF, [table]);
  await client.query("set local maintenance_work_mem = '256MB'");
  for (const { name } of found.rows) await client.query(`drop index ${client.escapeIdentifier(name)}`);
  return found.rows.map(({ definition }) => definition);
}

const INDEXES_OF = `
  select class.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class class on class.oid = i.indexrelid
   where i.indrelid = $1::regclass and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`;
