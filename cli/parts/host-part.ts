import type { Server } from 'node:http';
import { type Address, listen } from './listen.js';
import type { Part } from './part.js';

const SWEEP_MS = 20;

/** A part that answers over HTTP. */
export interface HostPart extends Part {
  /** Once started: the port that it listens on, which is another than asked for when that was 0. */
  readonly port: number;
}

/** Makes a part of an HTTP server. `stop` is the server's own way of draining, where it has one. */
export function hostPart(
  name: string,
  server: Server,
  address: Address,
  stop: (graceMs: number) => Promise<void> = (graceMs) => drain(server, graceMs),
): HostPart {
  let { port } = address;
  return {
    name,
    get port() {
      return port;
    },
    start: async () => {
      port = await listen(server, address);
    },
    stop,
  };
}

/** Stops accepting, lets requests in flight finish, closes connections as they fall quiet, and all of them after the grace. */
function drain(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
    server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.close(() => {
      clearTimeout(deadline);
      clearInterval(sweep);
      resolve();
    });
  });
}
