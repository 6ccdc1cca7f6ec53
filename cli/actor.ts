import { userInfo } from 'node:os';
import { commandPrincipal, type Principal } from '../core/principal/principal.js';
import type { Scope } from '../core/principal/scopes.js';

/** Who sits at the command line: for the services, and for the audit. */
export function atCommandLine(): Principal {
  return commandPrincipal(userInfo().username);
}

/** The same with the scopes of what a command does, where a service asks for them. */
export function withScopes(scopes: readonly Scope[]): Principal {
  return { ...atCommandLine(), scopes };
}
