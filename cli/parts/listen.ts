import type { Server } from 'node:http';
import { CommandError } from '../command-error.js';

export interface Address {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** The environment variable that names the port, for the message when it is taken. */
  readonly variable: string;
}

/** Returns the port that the server listens on. @throws {CommandError} one line that names the port and its variable. */
export function listen(server: Server, { host, port, variable }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => reject(new CommandError(explain(error, host, port, variable)));
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      const address = server.address();
      resolve(address === null || typeof address === 'string' ? port : address.port);
    });
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number, variable: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} (${variable}) on ${host} is taken: stop what listens there, or set ${variable} to another port`;
    case 'EACCES':
      return `port ${port} (${variable}) needs rights that this user does not have: set ${variable} to a port above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `this machine has no address ${host}: set HOST to one that it has`;
    default:
      return `cannot listen on ${host}:${port} (${variable}): ${error.message}`;
  }
}
