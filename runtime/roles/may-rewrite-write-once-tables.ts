import { withClient } from '../../core/db/with-client.js';
import { TABLE_RIGHTS } from './table-rights.js';

const APPENDED = [...TABLE_RIGHTS].filter(
  ([, rights]) => rights.includes('INSERT') && !rights.includes('UPDATE') && !rights.includes('DELETE'),
);

/**
 * Whether the role of an address may change write-once tables: the tables' owner may, and so may a single role from
 * before there were two.
 */
export function mayRewrite(databaseUrl: string): Promise<boolean> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ may: boolean }>(
      `select bool_or(has_table_privilege(to_regclass(name), 'update, delete, truncate')) as may from unnest($1::text[]) name`,
      [APPENDED.map(([table]) => table)],
    );
    return rows[0]?.may === true;
  });
}
