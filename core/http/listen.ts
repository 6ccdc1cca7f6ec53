import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RunningHost {
  /** The port that it really listens on (a configured 0 means any free one). */
  readonly port: number;
  /** Takes no new connection, answers what is in flight for at most `graceMs` milliseconds, then closes every connection. */
  stop(graceMs: number): Promise<void>;
}

/** A port that somebody else has; its message is for the person who starts the process. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** The variable that sets the port, for the message. */
  readonly variable: string;
}

/** @throws {PortTakenError} when the port is in use. */
export function listen(server: Server, { host, port, variable }: ListenOptions): Promise<RunningHost> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new PortTakenError(`Port ${port} is taken; free it, or set ${variable} to another one.`) : error);
    });
    server.listen(port, host, () => {
      resolve({ port: (server.address() as AddressInfo).port, stop: (graceMs) => stop(server, graceMs) });
    });
  });
}

function stop(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}
