import type pg from 'pg';
import { ORGANIZATION_SCOPE } from '../../core/db/organization-scope.js';
import { TABLES } from '../../prisma/client/rows.js';

/** The names of the columns with the organization's id. */
const COLUMNS = { organizationId: 'organization_id', id: 'id' } as const;

interface ForeignKey {
  readonly from: string;
  readonly to: string;
  readonly name: string;
  readonly definition: string;
}

/** The result for each kind of tables. */
export interface Distributed {
  readonly distributed: readonly string[];
  readonly reference: readonly string[];
}

/**
 * Distributes the empty tables of a migrated database as the organization scope declares: an organization's rows by its
 * id, all on one node, its own row too. Tables tied to them by foreign keys are copied to every node; the rest, and the
 * job queue's, stay local. Foreign keys are dropped during this, because Citus allows none between a local and a
 * distributed table, and are added again without `on update cascade`, which Citus does not allow on the organization's
 * id; that id never changes. A foreign key from a copied to a distributed table is not added again. Triggers move with
 * their tables, if every node has `citus.enable_unsafe_triggers`.
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

/** Tables tied to these by foreign keys, transitively, in either direction. */
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
