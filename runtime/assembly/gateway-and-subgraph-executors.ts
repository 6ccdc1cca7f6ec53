import { readFile } from 'node:fs/promises';
import type { Replica } from '../../core/db/replica/replica.js';
import { type AroundWrite, createExecutor } from '../../core/graphql/executor.js';
import type { SubgraphName } from '../../core/principal/subgraph-names.js';
import type { RemoteParts } from '../../gateway/call-part.js';
import { createGateway, type Gateway } from '../../gateway/gateway.js';
import type { PreparedOperations } from '../../gateway/prepared-operation.js';
import { registeredDocuments } from '../../gateway/registered/registered-documents.js';
import { localSubgraph, remoteSubgraph, type SubgraphClient } from '../../gateway/subgraph-client.js';
import { SUBGRAPHS, type SubgraphsSource } from '../../subgraphs/index.js';
import { contactReads } from './audited-exports-letters-and-contact-reads.js';
import type { Resources } from './resources.js';
import { subgraphUrls } from './subgraph-urls.js';
import { subgraphsSource } from './subgraphs-source.js';

/**
 * One subgraph's compiled execution. With a replica, a client's writes are marked, so that its next reads do not miss
 * them.
 */
export function subgraphExecutor(name: SubgraphName, source: SubgraphsSource, replica: Replica | undefined) {
  const aroundWrite: AroundWrite | undefined =
    replica && ((principal, write) => replica.ownWrites.around(principal, write));
  return createExecutor(SUBGRAPHS[name](source).schema, source.logger, aroundWrite);
}

/** The gateway with every subgraph in this process. */
export async function gatewayInProcess(resources: Resources): Promise<Gateway> {
  await resources.addedSystems.refresh();
  const source = subgraphsSource(resources);
  return gateway(resources, (name) => localSubgraph(subgraphExecutor(name, source, resources.replica)));
}

/** The gateway with every subgraph behind HTTP. */
export function remoteGateway(resources: Resources): Promise<Gateway> {
  const urls = subgraphUrls(resources.config);
  const parts = remoteParts(resources);
  return gateway(resources, (name) => remoteSubgraph(name, urls[name], parts));
}

/** How this process calls other parts. */
export function remoteParts({ config, internalTokens: tokens, logger }: Resources): RemoteParts {
  return { tokens, logger, readTimeoutMs: config.PART_READ_TIMEOUT_MS };
}

/** The facade's documents, by operation name. */
export function facadeOperations(): Promise<Readonly<Record<string, string>>> {
  return fromJson('persisted-operations.json');
}

async function gateway(resources: Resources, client: (name: SubgraphName) => SubgraphClient): Promise<Gateway> {
  const { config, logger } = resources;
  const preparedOperations = await fromJson<PreparedOperations>('prepared-operations.json');
  const persistedOperations = await facadeOperations();
  return createGateway({
    recordContactRead: contactReads(resources),
    supergraphSdl: await readFile(gatewayFile('supergraph.graphql'), 'utf8'),
    preparedOperations,
    persistedOperations,
    registeredDocuments: registeredDocuments(
      {
        ...persistedOperations,
        ...(await fromJson<Readonly<Record<string, string>>>('dashboard/generated/documents.json')),
      },
      { ...preparedOperations, ...(await fromJson<PreparedOperations>('dashboard/generated/plans.json')) },
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

async function fromJson<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(gatewayFile(name), 'utf8'));
}

function gatewayFile(name: string): URL {
  return new URL(`../../gateway/${name}`, import.meta.url);
}
