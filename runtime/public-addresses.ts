import type { Config } from '../core/config/load.js';
import { readDatabaseRecord } from './embedded/database-record.js';

/**
 * The service's public address, without a trailing slash. Tokens have it as their issuer, so it must be the same in
 * every part. A process beside a running start with the embedded database uses that start's address.
 */
export async function issuerOf(config: Config): Promise<string> {
  if (config.PUBLIC_URL !== undefined) return config.PUBLIC_URL.replace(/\/+$/, '');
  const running = config.DATABASE_URL === undefined ? await readDatabaseRecord(config.dataDir) : undefined;
  return running?.issuer ?? ownAddress(config);
}

/** The value that a start records for other processes. */
export function ownAddress({ HOST, PORT, PUBLIC_URL }: Pick<Config, 'HOST' | 'PORT' | 'PUBLIC_URL'>): string {
  return PUBLIC_URL?.replace(/\/+$/, '') ?? addressOf(HOST, PORT);
}

/** The secure host's public address, without a trailing slash. */
export function secureAddress({ HOST, SECURE_PORT, SECURE_PUBLIC_URL }: Config): string {
  return SECURE_PUBLIC_URL?.replace(/\/+$/, '') ?? addressOf(HOST, SECURE_PORT);
}

export function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
