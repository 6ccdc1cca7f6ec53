import type { Replica } from '../../core/db/replica/replica.js';
import { type AroundWrite, createExecutor, type Execute } from '../../core/graphql/executor.js';
import type { Subgraph } from '../../core/graphql/subgraph.js';
import type { Logger } from '../../core/logging/logger.js';

interface ExecutorParts {
  readonly logger: Logger;
  readonly replica: Replica | undefined;
}

/**
 * One subgraph's compiled execution. With a replica, a client's writes are marked, so that its next reads do not miss
 * them.
 */
export function subgraphExecutor({ schema }: Subgraph, { logger, replica }: ExecutorParts): Execute {
  const aroundWrite: AroundWrite | undefined =
    replica && ((principal, write) => replica.ownWrites.around(principal, write));
  return createExecutor(schema, logger, aroundWrite);
}
