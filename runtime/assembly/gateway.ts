import type { SubgraphName } from '../../core/principal/subgraph-names.js';
import { createGateway, type Gateway } from '../../gateway/gateway.js';
import { registeredDocuments } from '../../gateway/registered/registered-documents.js';
import { remoteSubgraph, type SubgraphClient } from '../../gateway/subgraph-client.js';
import { contactReads } from './audited-exports-letters-and-contact-reads.js';
import {
  dashboardDocuments,
  dashboardPlans,
  facadeOperations,
  preparedOperations,
  supergraphSdl,
} from './gateway-files.js';
import { remoteParts } from './remote-parts.js';
import type { Resources } from './resources.js';
import { subgraphUrls } from './subgraph-urls.js';

/** The gateway with every subgraph behind HTTP. */
export function remoteGateway(resources: Resources): Promise<Gateway> {
  const urls = subgraphUrls(resources.config);
  const parts = remoteParts(resources);
  return gateway(resources, (name) => remoteSubgraph(name, urls[name], parts));
}

export async function gateway(resources: Resources, client: (name: SubgraphName) => SubgraphClient): Promise<Gateway> {
  const { config, logger } = resources;
  const [prepared, persisted] = [await preparedOperations(), await facadeOperations()];
  return createGateway({
    recordContactRead: contactReads(resources),
    supergraphSdl: await supergraphSdl(),
    preparedOperations: prepared,
    persistedOperations: persisted,
    registeredDocuments: registeredDocuments(
      { ...persisted, ...(await dashboardDocuments()) },
      { ...prepared, ...(await dashboardPlans()) },
    ),
    subgraphs: {
      servicing: client('servicing'),
      payments: client('payments'),
      reporting: client('reporting'),
      messaging: client('messaging'),
    },
    limits: {
      tokens: config.GRAPHQL_MAX_TOKENS,
      rootFields: config.GRAPHQL_MAX_ROOT_FIELDS,
      depth: config.GRAPHQL_MAX_DEPTH,
      aliases: config.GRAPHQL_MAX_ALIASES,
      directives: config.GRAPHQL_MAX_DIRECTIVES,
      cost: config.GRAPHQL_MAX_COST,
      values: config.GRAPHQL_MAX_VALUES,
      mostCharacters: config.GRAPHQL_MAX_ANSWER,
    },
    isProduction: config.isProduction,
    logger,
  });
}
