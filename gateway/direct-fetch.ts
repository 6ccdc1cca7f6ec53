import { Problem } from '../core/errors/problem.js';
import { graphOperations, timed } from '../core/telemetry/metrics.js';
import { traced } from '../core/telemetry/tracing.js';
import type { Caller, OperationResult } from './operation-runner-interface.js';
import { type PlannedOperation, usedVariables } from './prepared-operation.js';
import type { SubgraphClient } from './subgraph-client.js';

/** Runs an operation whose plan is one fetch from one subgraph. */
export function directFetch(
  operation: PlannedOperation & { readonly kind: 'direct' },
  client: SubgraphClient,
  variables: Readonly<Record<string, unknown>>,
  caller: Caller,
): Promise<OperationResult> {
  return client.execute({ query: operation.query, variables: usedVariables(operation, variables) }, caller);
}

/** Measures and traces an operation under its name. */
export function observed(name: string, work: () => Promise<OperationResult>): Promise<OperationResult> {
  return timed(graphOperations, { operation: name }, outcomeOf, () => traced(`operation ${name}`, {}, work));
}

/** An unreachable subgraph is reported as a response too; the next part must distinguish it from an internal error. */
export function asResult(error: unknown): OperationResult {
  if (!(error instanceof Problem)) throw error;
  return { data: null, errors: [{ message: error.message, extensions: error.extensions }] };
}

function outcomeOf({ errors }: OperationResult): string {
  return errors === undefined ? 'ok' : 'refused';
}
