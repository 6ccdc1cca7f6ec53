import { AddedSystems } from '../../connectors/loan-systems/added/added-systems.js';
import type { RemoteKind } from '../../connectors/loan-systems/remote-kind.js';
import type { Config } from '../../core/config/load.js';
import type { Database } from '../../core/db/database.js';
import type { Logger } from '../../core/logging/logger.js';
import type { Clock } from '../../core/time/clock.js';

export interface AddedSystemsSource {
  readonly db: Database;
  readonly clock: Clock;
  readonly config: Config;
  readonly logger: Logger;
  readonly kinds: Readonly<Record<string, RemoteKind>>;
}

/**
 * The loan systems that were added, with their settings from the configuration.
 *
 * @param only - for a caller that needs just this one
 */
export function addedSystems({ config, ...parts }: AddedSystemsSource, only?: string): AddedSystems {
  return new AddedSystems({
    ...parts,
    secretOf: config.secretOf,
    timeoutMs: config.LOAN_SYSTEM_TIMEOUT_MS,
    settleAfterMs: config.LOAN_SYSTEM_SETTLE_AFTER_MS,
    breakMs: config.LOAN_SYSTEM_BREAK_MS,
    ...(only !== undefined && { only }),
  });
}
