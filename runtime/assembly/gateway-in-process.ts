import type { Gateway } from '../../gateway/gateway.js';
import { localSubgraph } from '../../gateway/subgraph-client.js';
import { SUBGRAPHS } from '../../subgraphs/index.js';
import { gateway } from './gateway.js';
import type { Resources } from './resources.js';
import { subgraphExecutor } from './subgraph-executor.js';
import { subgraphsSource } from './subgraphs-source.js';

/** The gateway with every subgraph in this process. */
export async function gatewayInProcess(resources: Resources): Promise<Gateway> {
  await resources.addedSystems.refresh();
  const source = subgraphsSource(resources);
  return gateway(resources, (name) => localSubgraph(subgraphExecutor(SUBGRAPHS[name](source), resources)));
}
