import { operationFromDocument, Supergraph } from '@apollo/federation-internals';
import { type FetchNode, type QueryPlan, QueryPlanner } from '@apollo/query-planner';
import { type DocumentNode, Kind, parse } from 'graphql';
import { operationIdOf } from './operation-id.js';
import type { PlannedOperation, PreparedOperation, PreparedOperations } from './prepared-operation.js';
import type { ReleasedOperations } from './released-operations.js';

/**
 * Plans every operation of a manifest and of released versions, for the checked-in `prepared-operations.json`: planning
 * takes seconds of processor time, and its result depends only on checked-in files.
 *
 * @param manifest - this version's: name → document
 * @throws {Error} for an operation that the supergraph cannot answer: operations of released facades must keep working
 */
export function planOperations(
  supergraphSdl: string,
  manifest: Readonly<Record<string, string>>,
  released: ReleasedOperations = {},
): PreparedOperations {
  const supergraph = Supergraph.build(supergraphSdl);
  const planner = new QueryPlanner(supergraph);
  const apiSchema = supergraph.apiSchema();
  const prepared = new Map<string, PreparedOperation>();
  const add = (id: string, document: string, releasedAs: readonly string[]) => {
    const parsed = parse(document);
    const plan = planner.buildQueryPlan(operationFromDocument(apiSchema, parsed));
    prepared.set(id, {
      name: nameOf(parsed),
      ...(releasedAs.length > 0 && { releasedAs }),
      ...planned(plan, document),
    });
  };

  const names = namesOf(released);
  for (const document of Object.values(manifest)) {
    const id = operationIdOf(document);
    add(id, document, names.get(id) ?? []);
  }
  for (const [releasedId, document] of Object.entries(released)) {
    const id = operationIdOf(document);
    if (prepared.has(id)) continue;
    try {
      add(id, document, names.get(id) ?? []);
    } catch (error) {
      throw new Error(`a released facade uses ${releasedId}, which the supergraph can no longer answer`, {
        cause: error,
      });
    }
  }
  return Object.fromEntries(prepared);
}

/** Digest of a document → the ids that released facades use for it, except ids equal to the digest. */
function namesOf(released: ReleasedOperations): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const [releasedId, document] of Object.entries(released)) {
    const id = operationIdOf(document);
    if (releasedId !== id) names.set(id, [...(names.get(id) ?? []), releasedId]);
  }
  return names;
}

function nameOf({ definitions }: DocumentNode): string {
  const operation = definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (operation?.name === undefined) throw new Error('an operation has no name');
  return operation.name.value;
}

function planned(plan: QueryPlan, query: string): PlannedOperation {
  const fetch = onlyFetch(plan);
  return fetch === undefined ? { kind: 'planned', query } : direct(fetch);
}

function onlyFetch({ node }: QueryPlan): FetchNode | undefined {
  return node?.kind === 'Fetch' && !node.requires && !node.inputRewrites && !node.outputRewrites ? node : undefined;
}

function direct(fetch: FetchNode): PlannedOperation {
  return {
    kind: 'direct',
    subgraph: fetch.serviceName,
    query: fetch.operation,
    variables: fetch.variableUsages ?? [],
  };
}
