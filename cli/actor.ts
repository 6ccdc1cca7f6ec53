import { userInfo } from 'node:os';
import { commandPrincipal, type Principal } from '../core/auth/principal.js';

/** Who sits at the command line: for the services, and for the audit. */
export function atCommandLine(): Principal {
  return commandPrincipal(userInfo().username);
}
