import type { Server } from 'node:http';
import { drain } from '../../core/http/drain.js';
import { type Address, listen } from './listen.js';
import type { Part } from './part.js';

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
