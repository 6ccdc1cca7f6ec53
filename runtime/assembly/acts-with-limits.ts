import type { ActsWithLimits } from '../../core/approvals/act-with-limit-interface.js';
import type { SubgraphsSource } from '../../subgraphs/index.js';
import { paymentsActsWithLimits } from '../../subgraphs/payments/acts-with-limits.js';
import { paymentsServices } from '../../subgraphs/payments/services.js';
import { servicingActsWithLimits } from '../../subgraphs/servicing/acts-with-limits.js';
import { servicingServices } from '../../subgraphs/servicing/services.js';

/** The acts of every subgraph that may need a second person: the worker carries out approved ones. */
export function actsWithLimits(source: SubgraphsSource): ActsWithLimits {
  return {
    ...paymentsActsWithLimits({ ...paymentsServices(source), db: source.db, clock: source.clock }),
    ...servicingActsWithLimits({ ...servicingServices(source), db: source.db, clock: source.clock }),
  };
}
