import type pg from 'pg';
import { ORGANIZATION_SCOPE } from '../../core/db/organization-scope.js';
import { TABLES } from '../../prisma/client/rows.js';

/** How the columns are called that hold the organization's id. */
const COLUMNS = { organizationId: 'organization_id', id: 'id' } as const;

interface ForeignKey {
  readonly from: string;
  readonly to: string;
  readonly name: string;
  readonly definition: string;
}

/** What became of the tables. */
export interface Distributed {
  readonly distributed: readonly string[];
  readonly reference: readonly string[];
}

/**
 * Distributes the empty tables of a migrated database by what the organization scope declares: rows of an organization by its id, all
 * of one on one node, its own row too; what foreign keys tie to them is copied to every node; the rest, and the job queue's, stay local.
 * Foreign keys go meanwhile, for Citus takes none between a local and a distributed table, and come back without `on update
 * cascade`: it takes none on the organization, which never changes. One from a copied to a distributed table stays away. Triggers go
 * with their tables, where every node has `citus.enable_unsafe_triggers`.
 */
export async function distribute(client: pg.Client): Promise<Distributed> {
  const columns = new Map(
    Object.entries(ORGANIZATION_SCOPE).flatMap(([model, rule]) =>
      'column' in rule ? [[tableOf(model), COLUMNS[rule.column]] as const] : [],
    ),
  );
  const distributed = [...columns.keys()];
  const keys = await foreignKeys(client);
  const reference = tiedTo(keys, distributed);
  const touched = keys.filter(({ from, to }) =>
    [from, to].some((table) => [...distributed, ...reference].includes(table)),
  );
  for (const { from, name } of touched) await client.query(`alter table ${from} drop constraint ${name}`);
  for (const table of reference) await client.query('select create_reference_table($1)', [table]);
  const [first] = distributed;
  for (const [table, column] of columns) {
    const beside = table === first ? 'default' : first;
    await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [table, column, beside]);
  }
  const kept = touched.filter(({ from, to }) => distributed.includes(from) || !distributed.includes(to));
  for (const { from, name, definition } of kept)
    await client.query(`alter table ${from} add constraint ${name} ${definition.replace(' ON UPDATE CASCADE', '')}`);
  return { distributed, reference };
}

/** Tables that foreign keys tie to these, one after another, in either direction. */
function tiedTo(keys: readonly ForeignKey[], tables: readonly string[]): readonly string[] {
  const tied = new Set<string>();
  const walk = (table: string) => {
    for (const { from, to } of keys) {
      const other = from === table ? to : to === table ? from : undefined;
      if (other === undefined || tables.includes(other) || tied.has(other)) continue;
      tied.add(other);
      walk(other);
    }
  };
  for (const table of tables) walk(table);
  return [...tied];
}

async function foreignKeys(client: pg.Client): Promise<readonly ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`,
  );
  return rows;
}

function tableOf(model: string): string {
  const found = Object.entries(TABLES).find(([name]) => name === model);
  if (found === undefined) throw new Error(`the schema has no ${model}`);
  return found[1].table;
}
