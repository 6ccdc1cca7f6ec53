import { type Listening, listen } from '../db/notifications.js';
import type { Logger } from '../logging/logger.js';

/** Heard by every process when a key or an operator's token is revoked; the payload is the key's prefix or the token's id. */
export const REVOKED_CHANNEL = 'tributary_revoked';

/** What this process remembers of keys, or of tokens. */
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
 * Drops keys and tokens from this process' directories as soon as they are revoked elsewhere, for processes that serve
 * requests. It only shortens the second for which a directory believes what it read: nothing depends on it.
 */
export function hearRevocations({ directories, databaseUrl, logger }: RevocationsParts): Listening {
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
