import { Problem } from '../core/errors/problem.js';
import type { Principal } from '../core/principal/principal.js';
import { READ_SCOPES } from '../core/principal/scopes.js';
import { CommandError } from './command-error.js';
import { commandLinePrincipal } from './command-line-principal.js';

/** The command line has access to the database anyway, so it gets every right. */
export function reader(): Principal {
  return { ...commandLinePrincipal(), scopes: READ_SCOPES };
}

/** Turns a service's refusal into a message for the command line. */
export async function withPlainRefusals<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new CommandError(
      error.issues?.map(({ msg }) => msg.replace(/^Value error, /, '')).join('; ') ?? error.message,
    );
  }
}
