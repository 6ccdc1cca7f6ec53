import { Problem } from '../core/errors/problem.js';
import type { GraphRequest, GraphResult } from '../core/graphql/executor.js';
import { missingFields } from './fields-a-failed-fetch-would-return.js';
import type { Caller, GraphCaller } from './operation-runner-interface.js';
import type { SubgraphClient } from './subgraph-client.js';

/**
 * Calls a subgraph for a document of the GraphQL server, and collects the contact data that it read. An unreachable
 * subgraph is an answer with errors.
 */
export async function callSubgraph(
  client: SubgraphClient,
  operation: GraphRequest,
  caller: Caller,
  contactReads: GraphCaller['contactReads'],
): Promise<GraphResult> {
  const result = await client.execute(operation, caller).catch((error: unknown) => unreachable(operation, error));
  for (const organizationId of result.contactOf ?? []) contactReads?.organizationIds.add(organizationId);
  for (const personId of result.contactPersons ?? []) contactReads?.personIds.add(personId);
  for (const digest of result.contactSought ?? []) contactReads?.soughtDigests.add(digest);
  return result;
}

/**
 * Most missing fields listed for one fetch: an unreachable part must not cause large responses, and a client needs no
 * more.
 */
const MOST_MISSING = 200;

/**
 * For an unreachable subgraph: an error for each missing field, so that a client knows which are missing (GraphQL,
 * section 7.1.2).
 */
function unreachable({ query, variables }: GraphRequest, error: unknown): GraphResult {
  if (!(error instanceof Problem)) throw error;
  const { message, extensions } = error;
  const missing = missingFields(query, variables);
  const errors = missing.slice(0, MOST_MISSING).map((path) => ({ message, path, extensions }));
  const left = missing.length - errors.length;
  return {
    data: null,
    errors: left === 0 ? errors : [...errors, { message: `${message} (${left} more fields are missing)`, extensions }],
  };
}
