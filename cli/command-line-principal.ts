import { userInfo } from 'node:os';
import { commandPrincipal, type Principal } from '../core/principal/principal.js';
import { READ_SCOPES, type Scope } from '../core/principal/scopes.js';

/** The operating system user who runs the command, as principal for services and for the audit log. */
export function commandLinePrincipal(): Principal {
  return commandPrincipal(userInfo().username);
}

/** The same principal with the scopes that a service requires. */
export function withScopes(scopes: readonly Scope[]): Principal {
  return { ...commandLinePrincipal(), scopes };
}

/** The command line has access to the database anyway, so it may read everything. */
export function reader(): Principal {
  return withScopes(READ_SCOPES);
}
