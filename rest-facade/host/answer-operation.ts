import { type Principal, requireOrganization, requireScope } from '../../core/auth/principal.js';
import { invalid, Problem } from '../../core/errors/problem.js';
import type { Answer } from '../answer/answer.js';
import { graphAnswer } from '../answer/from-graph.js';
import { readBody } from '../request/body.js';
import type { Exchange } from '../request/exchange.js';
import { parseJson } from '../request/json.js';
import { headersOf, queryOf } from '../request/parts.js';
import type { OperationRoute, RequestParts } from '../route.js';

/**
 * The way of every operation of the graph: who asks, how often, may they, what do they ask, the graph's answer.
 *
 * @throws {Problem} the first refusal on that way
 */
export async function answerOperation(
  exchange: Exchange,
  route: OperationRoute,
  path: RequestParts['path'],
): Promise<Answer> {
  const { request, services, requestId } = exchange;
  const principal = await authenticated(exchange, route);
  await exchange.count('api', `key:${principal.actor}`);
  requireScope(principal, route.scope);
  const query = queryOf(request.url);
  requireOrganizationsInScope(principal, query['organization_id']);

  const body = route.takesBody ? await readJson(exchange) : undefined;
  const outcome = route.read({ path, query, header: headersOf(request, route.headerNames), body });
  if (outcome.kind === 'invalid') throw invalid(outcome.issues);
  const result = await services.operations.run(route.operationId, outcome.variables, { principal, requestId });
  return route.success(graphAnswer(result));
}

async function authenticated(exchange: Exchange, route: OperationRoute): Promise<Principal> {
  try {
    const principal = await exchange.services.authenticate(route.area, exchange.request.headers.authorization);
    exchange.principal = principal;
    return principal;
  } catch (error) {
    if (error instanceof Problem && error.status === 401) await exchange.countFailedAuthentication();
    throw error;
  }
}

/** Wherever it is sent, an organization outside the allowlist is refused (spec 5.1.4), before anything else is looked at. */
function requireOrganizationsInScope(
  principal: Principal,
  organizationId: RequestParts['query'][string] | undefined,
): void {
  if (organizationId === undefined) return;
  for (const id of [organizationId].flat()) requireOrganization(principal, id);
}

async function readJson({ request, services }: Exchange): Promise<unknown> {
  const body = await readBody(request, services.bodyLimitBytes, ['application/json']);
  return body === undefined ? undefined : parseJson(body.text);
}
