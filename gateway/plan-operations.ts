import { operationFromDocument, Supergraph } from '@apollo/federation-internals';
import { type FetchNode, type QueryPlan, QueryPlanner } from '@apollo/query-planner';
import { parse } from 'graphql';
import type { PreparedOperation, PreparedOperations } from './prepared-operation.js';

/**
 * Plans every operation of a manifest, for the checked-in `prepared-operations.json`: planning takes a second of processor
 * time, and its result depends on nothing but checked-in files.
 *
 * @throws {GraphQLError} for an operation that the supergraph cannot answer
 */
export function planOperations(supergraphSdl: string, manifest: Readonly<Record<string, string>>): PreparedOperations {
  const supergraph = Supergraph.build(supergraphSdl);
  const planner = new QueryPlanner(supergraph);
  const apiSchema = supergraph.apiSchema();
  return Object.fromEntries(
    Object.entries(manifest).map(([id, query]) => {
      const plan = planner.buildQueryPlan(operationFromDocument(apiSchema, parse(query)));
      const fetch = onlyFetch(plan);
      return [id, fetch === undefined ? { kind: 'planned', query } : direct(fetch)];
    }),
  );
}

function onlyFetch({ node }: QueryPlan): FetchNode | undefined {
  return node?.kind === 'Fetch' && !node.requires && !node.inputRewrites && !node.outputRewrites ? node : undefined;
}

function direct(fetch: FetchNode): PreparedOperation {
  return {
    kind: 'direct',
    subgraph: fetch.serviceName,
    query: fetch.operation,
    variables: fetch.variableUsages ?? [],
  };
}
