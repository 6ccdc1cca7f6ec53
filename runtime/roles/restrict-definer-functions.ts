import type pg from 'pg';

/** Functions that run with their owner's rights. Functions of extensions are excluded, because they are not ours. */
const DEFINERS = `
  select made.oid::regprocedure::text as name,
         has_function_privilege('public', made.oid, 'execute') as "isOpen",
         $1::text is not null and not has_function_privilege($1, made.oid, 'execute') as "isMissed"
    from pg_proc made join pg_namespace space on space.oid = made.pronamespace
   where made.prosecdef and space.nspname = 'public' and pg_has_role(made.proowner, 'usage')
     and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = made.oid and deptype = 'e')
   order by 1`;

interface Definer {
  /** With its arguments, quoted where needed. */
  readonly name: string;
  /** Whether PUBLIC may execute it, the default of Postgres for every function. */
  readonly isOpen: boolean;
  readonly isMissed: boolean;
}

/**
 * Restricts functions with the owner's rights to the product's role. The grant comes before the revoke, so that the
 * running product never lacks the right. Must run as the owner.
 *
 * @param run - undefined if the product works as the owner.
 * @returns the functions whose rights were changed.
 */
export async function restrictDefinerFunctions(client: pg.Client, run: string | undefined): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const { name, isOpen, isMissed } of (await client.query<Definer>(DEFINERS, [run ?? null])).rows) {
    // has_function_privilege is also true for the product's role if PUBLIC has the right.
    if (run !== undefined && (isOpen || isMissed)) {
      await client.query(`grant execute on function ${name} to ${client.escapeIdentifier(run)}`);
    }
    if (isOpen) await client.query(`revoke execute on function ${name} from public`);
    if (isOpen || isMissed) changed.push(name);
  }
  return changed;
}
