import { type Listening, listen } from '../db/listen-for-notifications.js';
import type { Logger } from '../logging/logger.js';

/** Notified when a key or an operator's token is revoked; the payload is the key's prefix or the token's id. */
export const REVOKED_CHANNEL = 'tributary_revoked';

/** A process's cache of keys or tokens. */
interface Directory {
  drop(id: string): void;
  dropAll(): void;
}

export interface RevocationsParts {
  readonly directories: readonly Directory[];
  readonly databaseUrl: string;
  readonly logger: Logger;
}

/**
 * Drops revoked keys and tokens from the caches of a process that serves requests, as soon as it is notified. This
 * only shortens the second for which a cached reading is trusted: correctness does not depend on it.
 */
export function listenForRevocations({ directories, databaseUrl, logger }: RevocationsParts): Listening {
  return listen({
    connectionString: databaseUrl,
    channel: REVOKED_CHANNEL,
    onMessage: (id) => {
      for (const directory of directories) directory.drop(id);
    },
    onGap: () => {
      for (const directory of directories) directory.dropAll();
    },
    logger,
  });
}
