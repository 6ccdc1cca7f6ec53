import type { Config } from '../../core/config/load.js';
import { KeyedDigests } from '../../core/secrets/keyed-digests.js';
import type { SubgraphsSource } from '../../subgraphs/index.js';
import type { TieOutParts } from '../../subgraphs/payments/tie-out/comparison/tie-out-parts.js';
import { checkBooks } from '../../subgraphs/reporting/books/check-books.js';

/** Dependencies of the tie-out: it connects subgraphs that do not know each other. */
export function tieOutParts(
  {
    db,
    clock,
    systems,
    processors,
    logger,
  }: Pick<SubgraphsSource, 'db' | 'clock' | 'systems' | 'processors' | 'logger'>,
  config: Pick<Config, 'DATA_ENCRYPTION_KEYS'>,
): TieOutParts {
  const macs = tieOutMacs(config);
  const check: TieOutParts['checkBooks'] = (principal, days) => checkBooks(db, principal, days);
  return { db, clock, systems, processors, logger, macs, checkBooks: check };
}

/** MACs of the tie-out's results. */
export function tieOutMacs({ DATA_ENCRYPTION_KEYS: keys }: Pick<Config, 'DATA_ENCRYPTION_KEYS'>): KeyedDigests {
  return new KeyedDigests(keys, 'tie-out results');
}
