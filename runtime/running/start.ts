import { addSealingGauges } from '../../core/audit/sealing/sealing-gauges.js';
import { loadConfig } from '../../core/config/load.js';
import { memoryExposingFlags } from '../../core/config/memory-exposing-flags.js';
import { createLogger } from '../../core/logging/logger.js';
import { addBusinessGauges } from '../../subgraphs/payments/counts/waiting-for-outcome-or-decision-gauges.js';
import { addTieOutGauges } from '../../subgraphs/payments/tie-out/comparison/gauges.js';
import { gatewayInProcess } from '../assembly/gateway-in-process.js';
import { localListExports } from '../assembly/list-exports.js';
import { localFiles } from '../assembly/local-files.js';
import { rateLimits } from '../assembly/rate-limits.js';
import { demoBanner } from '../demo/banner.js';
import { DemoRenewal } from '../demo/credentials-renewal.js';
import { planPastComparisons } from '../demo/plan-past-comparisons.js';
import { ensureCredentials, seedIfEmpty } from '../demo/seed-and-write-demo-credentials.js';
import { Lifecycle, shutdownTimesOf } from '../lifecycle.js';
import { migrate } from '../migrate/migrate.js';
import { basePart } from '../parts/base-host-part.js';
import { DatabasePart } from '../parts/database-part.js';
import { gatewayPart } from '../parts/gateway-host-parts.js';
import { requireFreePorts } from '../parts/listen-and-check-ports.js';
import { LoanSystemStatusPart } from '../parts/loan-system-status-part.js';
import { keepMemoryPrivate } from '../parts/memory-privacy.js';
import { ObservabilityPart } from '../parts/observability-part.js';
import { closing } from '../parts/part.js';
import { ResourcesPart } from '../parts/resources-part.js';
import { securePart } from '../parts/secure-host-part.js';
import { WorkerPart } from '../parts/worker-part.js';
import { addressOf } from '../public-addresses.js';

const say = (line: string) => process.stderr.write(`tributary: ${line}\n`);

const LISTENING = ['PORT', 'GRAPHQL_PORT', 'SECURE_PORT', 'METRICS_PORT'] as const;

/**
 * Runs every host, the worker and, without DATABASE_URL, an embedded Postgres in this process, until it receives a
 * signal to stop.
 */
export async function start(json: boolean): Promise<void> {
  const config = await loadConfig(undefined, {
    captures: true,
    processes: true,
    keepsSecrets: true,
    posts: true,
    tokens: 'issues',
  });
  await requireFreePorts(LISTENING.map((variable) => ({ host: config.HOST, port: config[variable], variable })));
  const logger = createLogger(config.LOG_LEVEL, 'start');
  await new Lifecycle(logger, shutdownTimesOf(config)).run(async (begin) => {
    const database = await begin(new DatabasePart(config, logger));
    const { applied } = await migrate(database.ownerUrl, { runsAs: database.url, say });
    if (applied.length > 0) say(`applied ${applied.length} database migration(s)`);
    // Written before readiness: a client that waits for readiness reads the credentials next, with the addresses of
    // this start.
    let isAnnounced = false;
    const announced = { name: 'addresses announced', isRequired: true, passes: async () => isAnnounced };
    const { resources } = await begin(new ResourcesPart(config, logger, () => database.url, { checks: [announced] }));
    if (database.isEmbedded && (await seedIfEmpty(resources, say))) await planPastComparisons(resources);

    const gateway = await gatewayInProcess(resources);
    await begin(closing('gateway server', () => gateway.stop()));
    const limits = rateLimits(resources, false);
    await begin(closing('rate limits', () => limits.close()));
    const worker = new WorkerPart(resources);
    const gauges = [addBusinessGauges, addSealingGauges, addTieOutGauges, worker.addGauge];
    await begin(new ObservabilityPart(resources, 'tributary', [limits.check, worker.check], gauges));
    await begin(worker);
    await begin(new LoanSystemStatusPart(resources, 'start'));
    // Only a developer may inspect the process.
    keepMemoryPrivate(config.isProduction ? memoryExposingFlags() : []);
    const secure = await begin(securePart({ resources, operations: gateway, limits }));
    const files = localFiles(resources);
    const isDemo = database.isEmbedded;
    const graph = await begin(
      gatewayPart(resources, gateway, limits, { isDemo, ...files, lists: localListExports(resources) }),
    );
    const base = await begin(basePart({ resources, operations: gateway, limits }, files));

    const addresses = {
      base_url: addressOf(config.HOST, base.port),
      graphql_url: `${addressOf(config.HOST, graph.port)}/graphql`,
      secure_url: addressOf(config.HOST, secure.port),
    };
    const demo = database.isEmbedded ? await ensureCredentials(resources, addresses) : undefined;
    if (demo !== undefined) await begin(new DemoRenewal(resources, addresses));
    const text = demo ? demoText(demo) : `Tributary is running: ${Object.values(addresses).join(', ')}\n`;
    isAnnounced = true;
    process.stdout.write(json ? `${JSON.stringify(addresses)}\n` : text);
  });
}

function demoText({ credentials, path }: Awaited<ReturnType<typeof ensureCredentials>>): string {
  return demoBanner(credentials, path);
}
