import { loadConfig } from '../../core/config/load.js';
import type { SigningPart } from '../../core/config/part-keys.js';
import { NEEDS_OF_PARTS, type PartName } from '../../core/config/secrets-needed-by-process.js';
import { withoutErrorText } from '../../core/logging/log-without-error-text.js';
import { createLogger } from '../../core/logging/logger.js';
import type { SubgraphName } from '../../core/principal/subgraph-names.js';
import { findEmbeddedDatabase } from '../embedded/embedded-database.js';
import { Lifecycle, shutdownTimesOf } from '../lifecycle.js';
import { ResourcesPart } from '../parts/resources-part.js';
import { RunError } from '../run-error.js';
import { CALLS_LOAN_SYSTEMS } from './parts/parts-that-call-loan-systems.js';
import type { StartPart } from './parts/start-part.js';

/** Each loads only its own part: seven processes with all modules would need twice the memory. */
const PARTS: Readonly<Record<SigningPart, () => Promise<StartPart>>> = {
  rest: async () => (await import('./parts/rest.js')).startPart,
  secure: async () => (await import('./parts/secure.js')).startPart,
  gateway: async () => (await import('./parts/gateway.js')).startPart,
  worker: async () => (await import('./parts/worker.js')).startPart,
};

/** Runs one part until it receives a signal to stop. */
export function servePart(name: SigningPart): Promise<void> {
  return run(name, name, PARTS[name]);
}

/** Runs one subgraph until it receives a signal to stop. */
export function serveSubgraph(name: SubgraphName): Promise<void> {
  return run(`subgraph-${name}`, name, async () => (await import('./parts/subgraph.js')).loadSubgraph(name));
}

/** Its database may be a replica. */
const READS_ONLY: readonly PartName[] = ['reporting'];

/** @param name - in logs */
async function run(name: string, part: PartName, load: () => Promise<StartPart>): Promise<void> {
  const config = await loadConfig(undefined, NEEDS_OF_PARTS[part]);
  const verbose = createLogger(config.LOG_LEVEL, name);
  const logger = name === 'secure' ? withoutErrorText(verbose) : verbose;
  const databaseUrl = config.DATABASE_URL ?? (await findEmbeddedDatabase(config.dataDir))?.url;
  if (databaseUrl === undefined)
    throw new RunError('set DATABASE_URL, or run `tributary start` in the same data folder');
  const startPart = await load();
  await new Lifecycle(logger, shutdownTimesOf(config)).run(async (begin) => {
    const needs = { onlyReads: READS_ONLY.includes(part), callsLoanSystems: CALLS_LOAN_SYSTEMS.has(part) };
    const { resources } = await begin(new ResourcesPart(config, logger, () => databaseUrl, needs));
    const host = await startPart(begin, resources);
    logger.info({ port: host?.port }, `${name} is running`);
  });
}
