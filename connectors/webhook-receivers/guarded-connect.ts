import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressGuard } from './address-guard.js';

/** The error of a connection that the guard refuses. */
export class AddressNotAllowed extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED';
}

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface ConnectOptions {
  readonly timeoutMs: number;
  readonly resolve: Resolve;
  readonly verifiesCertificates: boolean;
}

/**
 * Connects only to addresses that the guard allows. There are three checks, because none of them covers every case: an
 * address in the URL itself (there is no lookup for it), every address that a name resolves to (we connect to one of
 * them, and next time perhaps to another), and the address to which the socket is connected.
 */
export function guardedConnect(
  guard: AddressGuard,
  { timeoutMs, resolve, verifiesCertificates }: ConnectOptions,
): buildConnector.connector {
  const lookup: LookupFunction = (hostname, options, callback) => {
    const found = (addresses: readonly LookupAddress[]) => {
      const [first] = addresses;
      const refused = addresses.find(({ address }) => !guard.allows(address));
      if (first === undefined || refused !== undefined) return callback(new AddressNotAllowed(), '', 0);
      if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    };
    resolve(hostname).then(found, (error) => callback(error, '', 0));
  };
  const connect = buildConnector({
    lookup,
    timeout: timeoutMs,
    allowH2: false,
    rejectUnauthorized: verifiesCertificates,
  });
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
