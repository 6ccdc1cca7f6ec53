import type { SubgraphName } from '../core/principal/subgraph-names.js';
import { asResult, directFetch, observed } from './direct-fetch.js';
import { NotBegun } from './not-begun.js';
import { operationIdOf } from './operation-id.js';
import type { OperationResult, OperationRunner } from './operation-runner-interface.js';
import type { PreparedOperation, PreparedOperations } from './prepared-operation.js';
import type { SubgraphClient } from './subgraph-client.js';

/** A subgraph that was not reached gets no calls for this long: each would delay its request. */
const AVOIDED_MS = 10_000;

export interface DirectRunnerSource {
  /** The facade's documents, by operation name. */
  readonly documents: Readonly<Record<string, string>>;
  readonly prepared: PreparedOperations;
  readonly subgraphs: Readonly<Record<SubgraphName, SubgraphClient>>;
  readonly gateway: OperationRunner;
  /** A monotonic clock in milliseconds. */
  readonly monotonic?: () => number;
}

/**
 * Runs the operations of a facade in another process. An operation whose plan is one fetch goes to its subgraph, one
 * HTTP call instead of two. The gateway runs the others, and those that the subgraph certainly did not begin: it is not
 * reachable from here, or has an older version.
 */
export function directRunner({
  documents,
  prepared,
  subgraphs,
  gateway,
  monotonic = () => performance.now(),
}: DirectRunnerSource): OperationRunner {
  const clients = new Map<string, SubgraphClient>(Object.entries(subgraphs));
  const plans = new Map<string, PreparedOperation | undefined>(
    Object.entries(documents).map(([name, document]) => [name, prepared[operationIdOf(document)]]),
  );
  const avoidedUntil = new Map<string, number>();
  return {
    async run(name, variables, caller) {
      const plan = plans.get(name);
      if (plan?.kind !== 'direct') return gateway.run(name, variables, caller);
      const client = clients.get(plan.subgraph);
      const isAvoided = monotonic() < (avoidedUntil.get(plan.subgraph) ?? 0);
      if (client === undefined || isAvoided) return gateway.run(name, variables, caller);
      try {
        const result = await observed(name, () => directFetch(plan, client, variables, caller).catch(exceptNotBegun));
        return isNotUnderstood(result) ? gateway.run(name, variables, caller) : result;
      } catch (error) {
        if (!(error instanceof NotBegun)) throw error;
        avoidedUntil.set(plan.subgraph, monotonic() + AVOIDED_MS);
        return gateway.run(name, variables, caller);
      }
    },
  };
}

function exceptNotBegun(error: unknown): OperationResult {
  if (error instanceof NotBegun) throw error;
  return asResult(error);
}

/** The document does not fit the subgraph's schema, so nothing was executed. */
function isNotUnderstood({ data, errors = [] }: OperationResult): boolean {
  return data === null && errors.some(({ extensions }) => extensions?.['code'] === 'GRAPHQL_VALIDATION_FAILED');
}
