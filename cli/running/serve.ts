import { type Config, loadConfig } from '../../core/config/load.js';
import { tellingFlags } from '../../core/config/telling-flags.js';
import { findEmbeddedDatabase } from '../../core/db/embedded/embedded-database.js';
import type { SubgraphName } from '../../core/graphql/subgraph-names.js';
import { partCheck } from '../../core/health/part-check.js';
import { withoutErrorText } from '../../core/log-without-text.js';
import { createLogger } from '../../core/logger.js';
import { remoteExports } from '../../gateway/remote-exports.js';
import { remoteRunner } from '../../gateway/remote-runner.js';
import { addBusinessGauges } from '../../subgraphs/payments/posting/business-gauges.js';
import { rateLimits } from '../assembly/facade.js';
import { facadeOperations, gatewayApart, remoteParts } from '../assembly/graph.js';
import { needing, type Resources } from '../assembly/resources.js';
import { subgraphUrls } from '../assembly/subgraph-urls.js';
import { CommandError } from '../command-error.js';
import { Lifecycle, patienceOf } from '../lifecycle.js';
import { keepMemoryPrivate } from '../parts/discretion.js';
import type { HostPart } from '../parts/host-part.js';
import { basePart, closing, gatewayPart, securePart, subgraphPart, workerPart } from '../parts/hosts.js';
import { ObservabilityPart } from '../parts/observability-part.js';
import type { Part } from '../parts/part.js';
import { ResourcesPart } from '../parts/resources-part.js';
import { SightingsPart } from '../parts/sightings-part.js';

type Begin = <P extends Part>(part: P) => Promise<P>;
type StartPart = (begin: Begin, resources: Resources) => Promise<HostPart | undefined>;

export type PartName = 'rest' | 'secure' | 'gateway' | 'worker';

/** Runs one part until it is told to stop. */
export function servePart(name: PartName): Promise<void> {
  return run(name, PARTS[name]);
}

/** Runs one subgraph until it is told to stop. */
export function serveSubgraph(name: SubgraphName): Promise<void> {
  return run(`subgraph-${name}`, async (begin, resources) => {
    await resources.addedSystems.refresh();
    await begin(new ObservabilityPart(resources, `tributary-subgraph-${name}`));
    if (CALLS_LOAN_SYSTEMS.includes(name)) await begin(new SightingsPart(resources, name));
    return begin(subgraphPart(resources, name, portOf(resources.config, name)));
  });
}

const PARTS: Readonly<Record<PartName, StartPart>> = {
  rest: async (begin, resources) => begin(basePart(await facadeParts('rest', begin, resources))),
  secure: async (begin, resources) => {
    keepMemoryPrivate(tellingFlags());
    return begin(securePart(await facadeParts('secure', begin, resources)));
  },
  gateway: async (begin, shared) => {
    const subgraphs = Object.entries(subgraphUrls(shared.config)).map(([name, url]) =>
      partCheck(`subgraph ${name}`, url, shared.internalTokens),
    );
    const resources = needing(shared, subgraphs);
    const gateway = await gatewayApart(resources);
    await begin(closing('gateway server', () => gateway.stop()));
    const limits = rateLimits(resources, true);
    await begin(closing('rate limits', () => limits.close()));
    await begin(new ObservabilityPart(resources, 'tributary-gateway', [limits.check]));
    return begin(gatewayPart(resources, gateway, limits));
  },
  worker: async (begin, resources) => {
    await begin(new ObservabilityPart(resources, 'tributary-worker', [], [addBusinessGauges]));
    await begin(workerPart(resources));
    await begin(new SightingsPart(resources, 'worker'));
    return undefined;
  },
};

const CALLS_LOAN_SYSTEMS: readonly SubgraphName[] = ['payments', 'servicing'];

/** Its database may be a replica. */
const READS_ONLY: readonly string[] = ['subgraph-reporting'];

const PROCESSES_CARDS: readonly string[] = ['secure', 'worker', 'payments'];

async function run(name: string, startPart: StartPart): Promise<void> {
  const config = await loadConfig(undefined, {
    captures: name === 'secure',
    processes: PROCESSES_CARDS.includes(name),
  });
  const verbose = createLogger(config.LOG_LEVEL, name);
  const logger = name === 'secure' ? withoutErrorText(verbose) : verbose;
  const databaseUrl = config.DATABASE_URL ?? (await findEmbeddedDatabase(config.dataDir));
  if (databaseUrl === undefined)
    throw new CommandError('set DATABASE_URL, or run `tributary start` in the same data folder');
  await new Lifecycle(logger, patienceOf(config)).run(async (begin) => {
    const { resources } = await begin(
      new ResourcesPart(config, logger, () => databaseUrl, { onlyReads: READS_ONLY.includes(name) }),
    );
    const host = await startPart(begin, resources);
    logger.info({ port: host?.port }, `${name} is running`);
  });
}

async function facadeParts(name: 'rest' | 'secure', begin: Begin, shared: Resources) {
  const resources = needing(shared, [partCheck('gateway', shared.config.GATEWAY_URL, shared.internalTokens)]);
  const limits = rateLimits(resources, true);
  await begin(closing('rate limits', () => limits.close()));
  const { config } = resources;
  const parts = remoteParts(resources);
  await begin(new ObservabilityPart(resources, `tributary-${name}`, [limits.check]));
  const operations = remoteRunner(config.GATEWAY_URL, await facadeOperations(), parts);
  const exports = remoteExports(config.SUBGRAPH_REPORTING_URL, parts);
  return { resources, limits, operations, exports };
}

function portOf(config: Config, name: SubgraphName): number {
  if (config.SUBGRAPH_PORT !== 0) return config.SUBGRAPH_PORT;
  return Number(new URL(subgraphUrls(config)[name]).port);
}
