import type { Config } from '../core/config/load.js';

/** The address by which clients know this service, which its tokens name as their issuer: the same in every part. */
export function issuerOf({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): string {
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
}
