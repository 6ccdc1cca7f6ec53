import type { Subgraph } from '../../core/graphql/subgraph.js';
import { createSubgraphHost, type SubgraphHostSource } from '../../subgraphs/subgraph-http-host.js';
import type { Resources } from '../assembly/resources.js';
import { subgraphExecutor } from '../assembly/subgraph-executor.js';
import { type HostPart, hostPart } from './host-part.js';

/** One subgraph over HTTP, with the files that it sends or receives. */
export function subgraphPart(
  resources: Resources,
  subgraph: Subgraph,
  port: number,
  files: Pick<SubgraphHostSource, 'boardings' | 'exports' | 'lists'> = {},
): HostPart {
  const { config, isReady, logger } = resources;
  const tokens = resources.internalTokens.verifierFor(`subgraph ${subgraph.name}`);
  const execute = subgraphExecutor(subgraph, resources);
  const host = createSubgraphHost({ execute, tokens, isReady, logger, ...files });
  return hostPart(`subgraph ${subgraph.name}`, host, { host: config.HOST, port, variable: 'INTERNAL_PORT' });
}
