import { addSealingGauges } from '../../core/audit/sealing/sealing-gauges.js';
import { type Config, loadConfig } from '../../core/config/load.js';
import { memoryExposingFlags } from '../../core/config/memory-exposing-flags.js';
import type { SigningPart } from '../../core/config/part-keys.js';
import { NEEDS_OF_PARTS, type ProcessNeeds } from '../../core/config/secrets-needed-by-process.js';
import { partReadinessCheck } from '../../core/http/part-readiness-check.js';
import { withoutErrorText } from '../../core/logging/log-without-error-text.js';
import { createLogger } from '../../core/logging/logger.js';
import { SUBGRAPH_NAMES, type SubgraphName } from '../../core/principal/subgraph-names.js';
import { remoteBoardings } from '../../gateway/remote-boarding-upload.js';
import { remoteExports } from '../../gateway/remote-exports.js';
import { remoteRunner } from '../../gateway/remote-runner.js';
import { addBusinessGauges } from '../../subgraphs/payments/counts/waiting-for-outcome-or-decision-gauges.js';
import { addTieOutGauges } from '../../subgraphs/payments/tie-out/comparison/gauges.js';
import { rateLimits } from '../assembly/facade-services-and-rate-limits.js';
import { facadeOperations, remoteGateway, remoteParts } from '../assembly/gateway-and-subgraph-executors.js';
import { type Resources, withChecks } from '../assembly/resources.js';
import { subgraphUrls } from '../assembly/subgraph-urls.js';
import { findEmbeddedDatabase } from '../embedded/embedded-database.js';
import { Lifecycle, shutdownTimesOf } from '../lifecycle.js';
import type { HostPart } from '../parts/host-part.js';
import { basePart, closing, gatewayPart, gatewayPartsPart, securePart, subgraphPart } from '../parts/hosts.js';
import { requireFreePorts } from '../parts/listen-and-check-ports.js';
import { LoanSystemStatusPart } from '../parts/loan-system-status-part.js';
import { keepMemoryPrivate } from '../parts/memory-privacy.js';
import { ObservabilityPart } from '../parts/observability-part.js';
import type { Part } from '../parts/part.js';
import { ResourcesPart } from '../parts/resources-part.js';
import { WorkerPart } from '../parts/worker-part.js';
import { RunError } from '../run-error.js';

type Begin = <P extends Part>(part: P) => Promise<P>;
type StartPart = (begin: Begin, resources: Resources) => Promise<HostPart | undefined>;

/** Runs one part until it receives a signal to stop. */
export function servePart(name: SigningPart): Promise<void> {
  return run(name, NEEDS_OF_PARTS[name], PARTS[name]);
}

/** Runs one subgraph until it receives a signal to stop. */
export function serveSubgraph(name: SubgraphName): Promise<void> {
  return run(`subgraph-${name}`, NEEDS_OF_PARTS[name], async (begin, resources) => {
    await resources.addedSystems.refresh();
    await begin(new ObservabilityPart(resources, `tributary-subgraph-${name}`));
    if (CALLS_LOAN_SYSTEMS.includes(name)) await begin(new LoanSystemStatusPart(resources, name));
    return begin(subgraphPart(resources, name, internalPort(resources.config, subgraphUrls(resources.config)[name])));
  });
}

const PARTS: Readonly<Record<SigningPart, StartPart>> = {
  rest: async (begin, resources) => begin(basePart(await facadeParts('rest', begin, resources))),
  secure: async (begin, resources) => {
    keepMemoryPrivate(memoryExposingFlags());
    return begin(securePart(await facadeParts('secure', begin, resources)));
  },
  gateway: async (begin, shared) => {
    const { config } = shared;
    const port = internalPort(config, config.GATEWAY_URL);
    await requireFreePorts([
      { host: config.HOST, port: config.GRAPHQL_PORT, variable: 'GRAPHQL_PORT' },
      { host: config.HOST, port, variable: 'INTERNAL_PORT (or that of GATEWAY_URL)' },
    ]);
    const urls = subgraphUrls(config);
    const subgraphs = SUBGRAPH_NAMES.map((name) =>
      partReadinessCheck(`subgraph ${name}`, urls[name], shared.internalTokens),
    );
    const resources = withChecks(shared, subgraphs);
    const gateway = await remoteGateway(resources);
    await begin(closing('gateway server', () => gateway.stop()));
    const limits = rateLimits(resources, true);
    await begin(closing('rate limits', () => limits.close()));
    await begin(new ObservabilityPart(resources, 'tributary-gateway', [limits.check]));
    await begin(gatewayPartsPart(resources, gateway, port));
    const exports = remoteExports(config.SUBGRAPH_REPORTING_URL, remoteParts(resources));
    return begin(gatewayPart(resources, gateway, limits, { exports }));
  },
  worker: async (begin, resources) => {
    const worker = new WorkerPart(resources);
    const gauges = [addBusinessGauges, addSealingGauges, addTieOutGauges, worker.addGauge];
    await begin(new ObservabilityPart(resources, 'tributary-worker', [worker.check], gauges));
    await begin(worker);
    await begin(new LoanSystemStatusPart(resources, 'worker'));
    return undefined;
  },
};

const CALLS_LOAN_SYSTEMS: readonly SubgraphName[] = ['payments', 'servicing'];

/** Its database may be a replica. */
const READS_ONLY: readonly string[] = ['subgraph-reporting'];

async function run(name: string, use: ProcessNeeds, startPart: StartPart): Promise<void> {
  const config = await loadConfig(undefined, use);
  const verbose = createLogger(config.LOG_LEVEL, name);
  const logger = name === 'secure' ? withoutErrorText(verbose) : verbose;
  const databaseUrl = config.DATABASE_URL ?? (await findEmbeddedDatabase(config.dataDir))?.url;
  if (databaseUrl === undefined)
    throw new RunError('set DATABASE_URL, or run `tributary start` in the same data folder');
  await new Lifecycle(logger, shutdownTimesOf(config)).run(async (begin) => {
    const { resources } = await begin(
      new ResourcesPart(config, logger, () => databaseUrl, { onlyReads: READS_ONLY.includes(name) }),
    );
    const host = await startPart(begin, resources);
    logger.info({ port: host?.port }, `${name} is running`);
  });
}

async function facadeParts(name: 'rest' | 'secure', begin: Begin, shared: Resources) {
  const resources = withChecks(shared, [
    partReadinessCheck('gateway', shared.config.GATEWAY_URL, shared.internalTokens),
  ]);
  const limits = rateLimits(resources, true);
  await begin(closing('rate limits', () => limits.close()));
  const { config } = resources;
  const parts = remoteParts(resources);
  await begin(new ObservabilityPart(resources, `tributary-${name}`, [limits.check]));
  const operations = remoteRunner(config.GATEWAY_URL, await facadeOperations(), parts);
  const exports = remoteExports(config.SUBGRAPH_REPORTING_URL, parts);
  const boardings = remoteBoardings(config.SUBGRAPH_SERVICING_URL, parts);
  return { resources, limits, operations, exports, boardings };
}

/** Where this part listens for others: the configured port, or the one in its address for them. */
function internalPort({ INTERNAL_PORT }: Config, address: string): number {
  const { port, protocol } = new URL(address);
  return INTERNAL_PORT || Number(port) || (protocol === 'https:' ? 443 : 80);
}
