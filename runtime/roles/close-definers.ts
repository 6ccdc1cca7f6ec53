import type pg from 'pg';

/** Functions that do with their owner's rights what they do. Of extensions we are not the ones to say. */
const DEFINERS = `
  select made.oid::regprocedure::text as name,
         has_function_privilege('public', made.oid, 'execute') as "isOpen",
         $1::text is not null and not has_function_privilege($1, made.oid, 'execute') as "isMissed"
    from pg_proc made join pg_namespace space on space.oid = made.pronamespace
   where made.prosecdef and space.nspname = 'public' and pg_has_role(made.proowner, 'usage')
     and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = made.oid and deptype = 'e')
   order by 1`;

interface Definer {
  /** With its arguments, quoted where it must be. */
  readonly name: string;
  /** To whoever may connect, as Postgres makes every function. */
  readonly isOpen: boolean;
  readonly isMissed: boolean;
}

/**
 * Functions of the owner's rights are for the product's role, and nobody else's to call. The right is given before the other is taken, so
 * that the product at work never lacks it. To be run by the owner.
 *
 * @param run - undefined where the product works as the owner.
 * @returns the functions whose rights were changed.
 */
export async function closeDefiners(client: pg.Client, run: string | undefined): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const { name, isOpen, isMissed } of (await client.query<Definer>(DEFINERS, [run ?? null])).rows) {
    // What everybody may, has_function_privilege finds with the product's role too.
    if (run !== undefined && (isOpen || isMissed)) {
      await client.query(`grant execute on function ${name} to ${client.escapeIdentifier(run)}`);
    }
    if (isOpen) await client.query(`revoke execute on function ${name} from public`);
    if (isOpen || isMissed) changed.push(name);
  }
  return changed;
}
