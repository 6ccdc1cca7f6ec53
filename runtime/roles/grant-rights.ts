import pg from 'pg';
import { type Privilege, rightsOn } from './table-rights.js';

const RELATIONS = `
  select space.nspname as schema, class.relname as name, class.relkind = 'S' as "isSequence",
         coalesce(array_agg(held.privilege_type) filter (where held.privilege_type is not null), '{}') as held,
         class.relrowsecurity and not exists (
           select from pg_policy where polrelid = class.oid and run.oid = any(polroles)) as "lacksPolicy"
    from pg_class class
    join pg_namespace space on space.oid = class.relnamespace
    join pg_roles run on run.rolname = $1
    left join lateral aclexplode(class.relacl) held on held.grantee = run.oid
   where space.nspname in ('public', 'graphile_worker') and class.relkind in ('r', 'p', 'v', 'S')
     and pg_has_role(class.relowner, 'usage')
     and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')
   group by space.nspname, class.oid, run.oid
   order by 1, 2`;

/** For tables of later migrations, until `migrate` grants their exact rights. */
const LATER = ['public', 'graphile_worker'].flatMap((schema) => [
  `alter default privileges in schema ${schema} grant select, insert, update, delete on tables to `,
  `alter default privileges in schema ${schema} grant usage on sequences to `,
]);

interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly isSequence: boolean;
  /** Granted to the role itself, not through another role. */
  readonly held: readonly string[];
  /** Row level security hides every row of it from the role. */
  readonly lacksPolicy: boolean;
}

/**
 * Grants the product's role its rights on each table, and revokes all others. In one transaction, so that the running
 * product never lacks a right. Must run as the owner.
 *
 * @returns the tables and sequences whose rights were changed, with their schemas.
 */
export async function grantRights(client: pg.Client, run: string): Promise<readonly string[]> {
  const role = pg.escapeIdentifier(run);
  await client.query('begin');
  try {
    await client.query(`grant usage on schema public, graphile_worker to ${role}`);
    for (const later of LATER) await client.query(`${later}${role}`);
    const changed: string[] = [];
    for (const relation of (await client.query<Relation>(RELATIONS, [run])).rows) {
      const steps = stepsFor(relation, role);
      for (const step of steps) await client.query(step);
      if (steps.length > 0) changed.push(`${relation.schema}.${relation.name}`);
    }
    await client.query('commit');
    return changed;
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // if the connection was lost, Postgres rolls back
    throw error;
  }
}

function stepsFor({ schema, name, isSequence, held, lacksPolicy }: Relation, role: string): readonly string[] {
  const wanted = rightsOn(schema, name, isSequence);
  const relation = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
  const what = isSequence ? `sequence ${relation}` : relation;
  const steps: string[] = [];
  if (wanted !== undefined && !isSame(wanted, held)) {
    steps.push(`revoke all on ${what} from ${role}`);
    if (wanted.length > 0) steps.push(`grant ${wanted.join(', ')} on ${what} to ${role}`);
  }
  // The job queue's tables show rows only to their owner, unless a policy allows more.
  if (lacksPolicy) steps.push(`create policy ${role} on ${relation} to ${role} using (true) with check (true)`);
  return steps;
}

function isSame(wanted: readonly Privilege[], held: readonly string[]): boolean {
  return wanted.length === held.length && wanted.every((privilege) => held.includes(privilege));
}
