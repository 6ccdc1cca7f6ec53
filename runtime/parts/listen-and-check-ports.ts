import { createServer, type Server } from 'node:http';
import { RunError } from '../run-error.js';

export interface Address {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The environment variable that names the port, for the message when it is taken. */
  readonly variable: string;
}

/** Returns the port that the server listens on. @throws {RunError} one line that names the port and its variable. */
export function listen(server: Server, address: Address): Promise<number> {
  const { host, port } = address;
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(new RunError(isTaken ? takenPorts([address]) : explain(error, address)));
    };
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      const listening = server.address();
      resolve(listening === null || typeof listening === 'string' ? port : listening.port);
    });
  });
}

/**
 * Tries every address at once, before any slow work starts.
 *
 * @throws {RunError} one line with all addresses that are not available or that two hosts share.
 */
export async function requireFreePorts(addresses: readonly Address[]): Promise<void> {
  const wanted = addresses.filter(({ port }) => port !== 0);
  for (const { port } of wanted) {
    const same = wanted.filter((other) => other.port === port).map(({ variable }) => variable);
    if (same.length > 1) throw new RunError(`${same.join(' and ')} are both ${port}: each needs its own port`);
  }
  const faults = await Promise.all(wanted.map(async (address) => ({ address, error: await fault(address) })));
  const isTaken = ({ error }: (typeof faults)[number]) => error?.code === 'EADDRINUSE';
  const taken = faults.filter(isTaken).map(({ address }) => address);
  const lines = [
    ...(taken.length > 0 ? [takenPorts(taken)] : []),
    ...faults.flatMap((one) => (one.error === undefined || isTaken(one) ? [] : [explain(one.error, one.address)])),
  ];
  if (lines.length > 0) throw new RunError(lines.join('; '));
}

function fault({ host, port }: Address): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

function takenPorts(addresses: readonly Address[]): string {
  const taken = addresses.map(({ host, port, variable }) => `port ${port} (${variable}) on ${host} is taken`);
  const others = addresses.map(({ port, variable }) => `${variable}=${port + (port < 64_000 ? 1_000 : -1_000)}`);
  return `${taken.join(', ')}: stop what listens there, or choose another port, for example ${others.join(' ')}`;
}

function explain(error: NodeJS.ErrnoException, { host, port, variable }: Address): string {
  switch (error.code) {
    case 'EACCES':
      return `port ${port} (${variable}) needs rights that this user does not have: set ${variable} to a port above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `this machine does not have the address ${host}: set HOST to one of its addresses`;
    default:
      return `cannot listen on ${host}:${port} (${variable}): ${error.message}`;
  }
}
