import { type LookupAddress, type LookupAllOptions, lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressGuard } from './address-guard.js';

/** What a connection that the guard refuses fails with. */
export class AddressNotAllowed extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED';
}

export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Connects only to addresses that the guard allows. Three looks, for none sees everything: an address that is written in the URL
 * (no lookup is made for it), every address that a name resolves to (one of them is connected to, and the other may be next), and
 * the address that the socket has come to.
 */
export function guardedConnect(
  guard: AddressGuard,
  timeoutMs: number,
  resolveName: Resolve = resolve,
): buildConnector.connector {
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      const [first] = addresses;
      const refused = addresses.find(({ address }) => !guard.allows(address));
      if (first === undefined || refused !== undefined) return callback(new AddressNotAllowed(), '', 0);
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
  const connect = buildConnector({ lookup, timeout: timeoutMs, allowH2: false });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !guard.allows(host)) return callback(new AddressNotAllowed(), null);
    connect(options, (...answer) => {
      const [error, socket] = answer;
      if (error === null && socket !== null && !guard.allows(socket.remoteAddress ?? '')) {
        socket.destroy();
        return callback(new AddressNotAllowed(), null);
      }
      callback(...answer);
    });
  };
}
