import type { Config } from '../../core/config/load.js';
import type { SubgraphName } from '../../core/principal/subgraph-names.js';

/** The address of each subgraph that runs as a separate process. */
export function subgraphUrls(config: Config): Readonly<Record<SubgraphName, string>> {
  return {
    servicing: config.SUBGRAPH_SERVICING_URL,
    payments: config.SUBGRAPH_PAYMENTS_URL,
    reporting: config.SUBGRAPH_REPORTING_URL,
    messaging: config.SUBGRAPH_MESSAGING_URL,
  };
}
