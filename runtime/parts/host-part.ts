import type { HttpHost } from '../../core/http/front/http-host.js';
import { type Address, listen } from './listen-and-check-ports.js';
import type { Part } from './part.js';

/** A part that serves HTTP. */
export interface HostPart extends Part {
  /** After the start: the port that it listens on, which differs from the configured one if that was 0. */
  readonly port: number;
}

/** Makes a part of a host. */
export function hostPart(name: string, host: HttpHost, address: Address): HostPart {
  let { port } = address;
  return {
    name,
    get port() {
      return port;
    },
    start: async () => {
      port = await listen(host.server, address);
    },
    announceStop: () => host.announceStop(),
    stop: (graceMs) => host.stop(graceMs),
  };
}
