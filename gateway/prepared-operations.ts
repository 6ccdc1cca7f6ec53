import { operationFromDocument, type Supergraph } from '@apollo/federation-internals';
import { type FetchNode, type QueryPlan, QueryPlanner } from '@apollo/query-planner';
import { parse } from 'graphql';

/** An operation that was read, checked against the supergraph and planned once, at start. */
export type PreparedOperation =
  /** The plan is one fetch from one subgraph: it goes straight there. */
  | {
      readonly kind: 'direct';
      readonly subgraph: string;
      readonly query: string;
      readonly variables: readonly string[];
    }
  /** The plan has several steps: the gateway's own executor runs it. */
  | { readonly kind: 'planned'; readonly query: string };

/** Prepares every operation of a manifest. @throws {GraphQLError} for one that the supergraph cannot answer. */
export function prepareOperations(
  supergraph: Supergraph,
  manifest: Readonly<Record<string, string>>,
): ReadonlyMap<string, PreparedOperation> {
  const planner = new QueryPlanner(supergraph);
  const apiSchema = supergraph.apiSchema();
  return new Map(
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
