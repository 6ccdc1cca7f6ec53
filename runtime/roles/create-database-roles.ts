import pg from 'pg';
import type { NamedRole } from './role-in-database-url.js';
import { scramVerifier } from './scram.js';

/** Unusable roles; the message is for the person who sets them up. */
export class RolesError extends Error {
  override readonly name = 'RolesError';
}

/** The owner of the tables, and the product's role. */
export interface Roles {
  readonly owner: NamedRole;
  readonly run: NamedRole;
}

/**
 * SQL that creates the two roles for one database if they are missing, and grants their rights on the database itself.
 * The product's rights on each table are granted by `migrate`, as the tables' owner. May be repeated at any time. It
 * contains no password.
 */
export function rolesSql({ owner, run }: Roles, database: string): string {
  const [ownerName, runName, databaseName] = [owner.name, run.name, database].map(pg.escapeIdentifier);
  return `${[made(owner), made(run)].join('\n')}
-- The owner sees what the product's sessions do, so that migrate can say which of them it waits for.
grant ${runName} to ${ownerName};
grant connect, create on database ${databaseName} to ${ownerName};
grant connect on database ${databaseName} to ${runName};
grant usage, create on schema public to ${ownerName};
grant usage on schema public to ${runName};
revoke create on schema public from public;
`;
}

function made({ name }: NamedRole): string {
  const [text, identifier] = [pg.escapeLiteral(name), pg.escapeIdentifier(name)];
  return `do $do$ begin
  if not exists (select from pg_roles where rolname = ${text}) then create role ${identifier} login; end if;
end $do$;`;
}

/**
 * Creates the roles of a database, and sets their passwords if known: this is also how a password is changed.
 *
 * @param client of a role that may create roles, connected to the database.
 * @throws {RolesError} when the product's role would be too powerful, or the owner.
 */
export async function makeRoles(client: pg.Client, roles: Roles): Promise<void> {
  const { owner, run } = roles;
  if (owner.name === run.name) {
    throw new RolesError(`both addresses name the role ${run.name}: the product needs another role than the owner`);
  }
  const { rows } = await client.query<{ database: string; me: string }>(
    'select current_database() as database, current_user as me',
  );
  await client.query('begin');
  await client.query(rolesSql(roles, rows[0]?.database ?? ''));
  for (const { name, password } of [owner, run]) {
    // The role that runs this has a working password.
    if (password === undefined || name === rows[0]?.me) continue;
    await client.query(
      `alter role ${pg.escapeIdentifier(name)} login password ${pg.escapeLiteral(asKept(name, password))}`,
    );
  }
  await refuseMighty(client, run.name);
  await client.query('commit');
}

function asKept(name: string, password: string): string {
  if (/^[\x21-\x7e]+$/.test(password)) return scramVerifier(password);
  throw new RolesError(`the password of ${name} has characters outside ASCII, or spaces: use letters, digits, - and _`);
}

async function refuseMighty(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query(
    'select from pg_roles where rolname = $1 and (rolsuper or rolcreaterole or rolbypassrls)',
    [name],
  );
  if (rows.length === 0) return;
  await client.query('rollback');
  throw new RolesError(
    `the role ${name} of DATABASE_URL may create roles or bypass policies: name a role without such rights`,
  );
}
