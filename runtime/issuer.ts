import type { Config } from '../core/config/load.js';
import { readDatabaseRecord } from './embedded/database-record.js';

/**
 * The address by which clients know this service, without a slash at its end; its tokens name it as their issuer, so it must be
 * the same in every part. Beside a running start on the embedded database it is that one's.
 */
export async function issuerOf(config: Config): Promise<string> {
  if (config.PUBLIC_URL !== undefined) return config.PUBLIC_URL.replace(/\/+$/, '');
  const running = config.DATABASE_URL === undefined ? await readDatabaseRecord(config.dataDir) : undefined;
  return running?.issuer ?? ownAddress(config);
}

/** What a start writes down for the others. */
export function ownAddress({ HOST, PORT, PUBLIC_URL }: Pick<Config, 'HOST' | 'PORT' | 'PUBLIC_URL'>): string {
  return PUBLIC_URL?.replace(/\/+$/, '') ?? addressOf(HOST, PORT);
}

/** The address by which clients know the secure host, without a slash at its end. */
export function secureAddress({ HOST, SECURE_PORT, SECURE_PUBLIC_URL }: Config): string {
  return SECURE_PUBLIC_URL?.replace(/\/+$/, '') ?? addressOf(HOST, SECURE_PORT);
}

export function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
