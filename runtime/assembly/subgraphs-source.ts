import type { SubgraphsSource } from '../../subgraphs/index.js';
import { loanSystems } from './loan-systems.js';
import type { Resources } from './resources.js';
import { messagingSource } from './sources/messaging-source.js';
import { paymentsSource } from './sources/payments-source.js';
import { servicingSource } from './sources/servicing-source.js';

/** Dependencies of every subgraph, for resolvers and jobs alike. All of them share the loan systems. */
export function subgraphsSource(resources: Resources): SubgraphsSource {
  const systems = loanSystems(resources);
  return {
    ...messagingSource(resources),
    ...paymentsSource(resources, systems),
    ...servicingSource(resources, systems),
  };
}
