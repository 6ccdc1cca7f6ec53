import { type Listening, listen } from '../../db/notifications.js';
import type { Logger } from '../../logger.js';
import type { KeyDirectory } from './directory.js';
import { REVOKED_CHANNEL } from './store.js';

export interface RevocationsParts {
  readonly directory: KeyDirectory;
  readonly databaseUrl: string;
  readonly logger: Logger;
}

/**
 * Drops keys from this process' directory as soon as they are revoked elsewhere, for processes that serve requests. It
 * only shortens the second for which a directory believes what it read: nothing depends on it.
 */
export function hearRevocations({ directory, databaseUrl, logger }: RevocationsParts): Listening {
  return listen({
    connectionString: databaseUrl,
    channel: REVOKED_CHANNEL,
    onMessage: (prefix) => directory.drop(prefix),
    onGap: () => directory.dropAll(),
    logger,
  });
}
