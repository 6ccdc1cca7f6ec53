import { z } from 'zod';
import { type Principal, requireOrganization, requireScope, within } from '../../core/auth/principal.js';
import type { Scope } from '../../core/auth/scopes.js';
import { issuesFromZod } from '../../core/errors/from-zod.js';
import { invalid, Problem } from '../../core/errors/problem.js';
import { refuseCardData } from '../../core/http/card-data.js';
import { isOfType, type MediaType, readBody, readCsv } from '../../core/http/front/body.js';
import { MOST_VALUES, parseJson } from '../../core/http/front/json.js';
import type { Answer } from '../answer/answer.js';
import { graphAnswer } from '../answer/from-graph.js';
import { bodyLimitOf } from '../request/body-limit.js';
import type { Exchange } from '../request/exchange.js';
import { organizationQuery } from '../request/list-query.js';
import { headersOf, queryOf } from '../request/parts.js';
import type { OperationRoute, RefusedRoute, RequestParts } from '../route.js';
import { answerCsv, CSV, prefersCsv } from './answer-csv.js';
import { answerFile } from './answer-file.js';
import { invalidRequest } from './invalid-request.js';

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
  // Not a part of what was sent is looked at before it is known who sent it.
  const caller = await admitted(exchange, route);
  const query = queryOf(request.url);
  const principal = allowed(caller, route, query);

  if (route.csv !== undefined && prefersCsv(request))
    return answerCsv(exchange, route, route.csv.code, { principal, path, query });
  if (route.csvFile !== undefined && prefersCsv(request))
    return answerFile(exchange, route, route.csvFile, { principal, path, query });

  const { body, isCsv } = route.takesBody ? await readOf(exchange, route) : { body: undefined, isCsv: false };
  const reader = isCsv && route.csvBody !== undefined ? route.csvBody : route;
  const outcome = await reader.read({ path, query, header: headersOf(request, route.headerNames), body });
  if (outcome.kind === 'invalid') throw invalidRequest(route, outcome.issues);
  const result = await services.operations.run(route.operationId, outcome.variables, { principal, requestId });
  return route.success(graphAnswer(result));
}

interface Admission {
  readonly area: OperationRoute['area'];
  /** Null: whoever is let in may. */
  readonly scope: Scope | null;
}

/**
 * Who asks, within the organization that they name, and allowed to ask this.
 *
 * @throws {Problem} the first refusal
 */
export async function callerOf(exchange: Exchange, route: Admission): Promise<Principal> {
  const caller = await admitted(exchange, route);
  return allowed(caller, route, queryOf(exchange.request.url));
}

function allowed(caller: Principal, { scope }: Pick<Admission, 'scope'>, query: RequestParts['query']): Principal {
  const principal = withinNamedOrganization(caller, query['organization_id']);
  if (scope !== null) requireScope(principal, scope);
  return principal;
}

/** The way of an operation that is refused: who asks, how often, of which organization; what they send is not looked at. */
export async function refuseOperation(exchange: Exchange, route: RefusedRoute): Promise<never> {
  const caller = await admitted(exchange, route);
  withinNamedOrganization(caller, queryOf(exchange.request.url)['organization_id']);
  throw new Problem(route.problem);
}

/** Who asks, and whether there is room. */
async function admitted(exchange: Exchange, route: Pick<OperationRoute, 'area'>): Promise<Principal> {
  const principal = await authenticated(exchange, route);
  await exchange.count('api', `key:${principal.actor}`);
  return principal;
}

async function authenticated(exchange: Exchange, route: Pick<OperationRoute, 'area'>): Promise<Principal> {
  try {
    const { authorization } = exchange.request.headers;
    const principal = await exchange.services.authenticate(route.area, authorization, exchange.isAddressLimited);
    exchange.principal = principal;
    return principal;
  } catch (error) {
    if (error instanceof Problem && error.status === 401) await exchange.countFailedAuthentication();
    throw error;
  }
}

/**
 * Wherever it is sent, an organization outside the allowlist is refused, before anything else is looked
 * at; one inside is all that this request sees. More than one narrows to nothing that anybody could mean.
 *
 * @throws {Problem} `organization_out_of_scope`, `validation_failed`
 */
function withinNamedOrganization(
  principal: Principal,
  organizationId: RequestParts['query'][string] | undefined,
): Principal {
  if (organizationId === undefined) return principal;
  if (typeof organizationId === 'string') return within(principal, organizationId);
  for (const id of organizationId) requireOrganization(principal, id);
  const input = { query: { organization_id: organizationId } };
  const { error } = named.safeParse(input);
  if (error === undefined) throw new Error('an organization was named more than once, and nothing is wrong with that');
  throw invalid(issuesFromZod({ error, input }));
}

const named = z.object({ query: organizationQuery });

const JSON_TYPE = 'application/json';

/** A body as it is sent: what JSON says, or the text of CSV. */
async function readOf(
  { request, services }: Exchange,
  route: OperationRoute,
): Promise<{ readonly body: unknown; readonly isCsv: boolean }> {
  const { limits } = route;
  const limitBytes = limits?.bytes ?? Math.min(bodyLimitOf(route), services.bodyLimitBytes);
  const mostValues = limits?.values ?? MOST_VALUES;
  const accepted: readonly MediaType[] = route.csvBody === undefined ? [JSON_TYPE] : [JSON_TYPE, CSV];
  if (route.csvBody !== undefined && isOfType(request, CSV)) {
    return { body: await readCsv(request, limitBytes, accepted), isCsv: true };
  }
  const body = await readBody(request, limitBytes, accepted, mostValues);
  if (body === undefined) return { body: undefined, isCsv: false };
  const parsed = parseJson(body.text, mostValues);
  refuseCardData(parsed);
  return { body: parsed, isCsv: false };
}
