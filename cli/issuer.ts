import type { Config } from '../core/config/load.js';

/** The address by which clients know this service, without a slash at its end; its tokens name it as their issuer, in every part. */
export function issuerOf({ HOST, PORT, PUBLIC_URL }: Pick<Config, 'HOST' | 'PORT' | 'PUBLIC_URL'>): string {
  return PUBLIC_URL?.replace(/\/+$/, '') ?? addressOf(HOST, PORT);
}

export function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
