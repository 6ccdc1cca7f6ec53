import type { Config } from '../core/config/load.js';
import { withClient } from '../core/db/with-client.js';
import { makeRoles, type Roles, rolesSql } from '../runtime/roles/create-database-roles.js';
import { roleOf } from '../runtime/roles/role-in-database-url.js';
import { CommandError } from './command-error.js';
import type { Answer } from './command-result-as-json-or-text.js';

/**
 * Creates the roles that the two addresses name, or only prints the SQL; without addresses, the SQL uses the usual
 * names.
 *
 * @throws {CommandError} when roles are to be created and an address is missing or names no role.
 */
export async function setUpRoles(config: Config, onlyPrints: boolean): Promise<Answer> {
  const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: url } = config;
  if (onlyPrints) {
    const roles = { owner: namedIn(ownerUrl) ?? usual('owner'), run: namedIn(url) ?? usual('run') };
    const sql = rolesSql(roles, databaseIn(ownerUrl ?? url));
    return { document: { sql }, text: sql.trimEnd() };
  }
  if (ownerUrl === undefined || url === undefined) {
    throw new CommandError('set DATABASE_OWNER_URL and DATABASE_URL: they name the roles to create');
  }
  const [owner, run] = [namedIn(ownerUrl), namedIn(url)];
  if (owner === undefined || run === undefined) {
    throw new CommandError('DATABASE_OWNER_URL and DATABASE_URL must name their roles');
  }
  const roles: Roles = { owner, run };
  await withClient(config.DATABASE_ADMIN_URL ?? ownerUrl, (client) => makeRoles(client, roles));
  const without = [owner, run].filter(({ password }) => password === undefined).map(({ name }) => name);
  const left = without.length === 0 ? '' : ` ${without.join(' and ')} got no password: the address has none.`;
  return {
    document: { owner: owner.name, run: run.name, without_password: without },
    text: `The roles ${owner.name} (owner) and ${run.name} (run) are set up.${left} \`migrate\` grants them the tables.`,
  };
}

function namedIn(url: string | undefined) {
  return url === undefined ? undefined : roleOf(url);
}

function usual(purpose: 'owner' | 'run') {
  return { name: `tributary_${purpose}`, password: undefined };
}

function databaseIn(url: string | undefined): string {
  return url === undefined ? 'tributary' : decodeURIComponent(new URL(url).pathname.slice(1));
}
