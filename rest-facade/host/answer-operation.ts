import { Problem } from '../../core/errors/problem.js';
import { refuseCardData } from '../../core/http/card-data-by-member-name.js';
import { isOfType, type MediaType, readBody, readCsv } from '../../core/http/front/body.js';
import { MOST_VALUES, parseJson } from '../../core/http/front/json.js';
import type { OperationRunner } from '../../gateway/operation-runner-interface.js';
import type { Answer } from '../answer/answer.js';
import { graphAnswer } from '../answer/graph-answer.js';
import { admitted, allowed, type CallerServices, callerOf } from '../request/authenticate-caller.js';
import { bodyLimitOf } from '../request/body-limit.js';
import type { Exchange } from '../request/http-exchange.js';
import { headersOf, queryOf, type RequestParts } from '../request/request-parts.js';
import type { OperationRoute, RefusedRoute } from '../route.js';
import { answerFile } from './answer-list-as-csv-file.js';
import { answerCsv, CSV, prefersCsv } from './answer-report-as-csv.js';
import { invalidRequest } from './invalid-request.js';
import type { ReportExports } from './report-exports-interface.js';

/** What routes that run a graph operation need. */
export interface OperationServices extends CallerServices {
  readonly operations: OperationRunner;
  readonly exports: ReportExports;
  /** Largest request body, in bytes. */
  readonly bodyLimitBytes: number;
}

/**
 * Handles every operation of the graph: authentication, rate limit, authorization, validation, execution.
 *
 * @throws {Problem} the first refusal
 */
export async function answerOperation(
  exchange: Exchange,
  services: OperationServices,
  route: OperationRoute,
  path: RequestParts['path'],
): Promise<Answer> {
  const { request, requestId } = exchange;
  // No part of the request is examined before its sender is authenticated.
  const caller = await admitted(exchange, services, route);
  const query = queryOf(request.url);
  const principal = allowed(caller, route, query);

  if (route.csv !== undefined && prefersCsv(request))
    return answerCsv(exchange, services, route, route.csv.code, { principal, path, query });
  if (route.csvFile !== undefined && prefersCsv(request))
    return answerFile(exchange, services, route, route.csvFile, { principal, path, query });

  const { body, isCsv } = route.takesBody ? await readOf(exchange, services, route) : { body: undefined, isCsv: false };
  const reader = isCsv && route.csvBody !== undefined ? route.csvBody : route;
  const outcome = await reader.read({ path, query, header: headersOf(request, route.headerNames), body });
  if (outcome.kind === 'invalid') throw invalidRequest(route, outcome.issues);
  const result = await services.operations.run(route.operationId, outcome.variables, { principal, requestId });
  return route.success(graphAnswer(result));
}

/**
 * Handles an operation that is always refused: authenticates, counts and checks the organization, without reading the
 * body.
 */
export async function refuseOperation(
  exchange: Exchange,
  services: CallerServices,
  { area, problem }: RefusedRoute,
): Promise<never> {
  await callerOf(exchange, services, { area, scope: null });
  throw new Problem(problem);
}

const JSON_TYPE = 'application/json';

/** The body as received: parsed JSON, or the text of CSV. */
async function readOf(
  { request }: Exchange,
  { bodyLimitBytes }: OperationServices,
  route: OperationRoute,
): Promise<{ readonly body: unknown; readonly isCsv: boolean }> {
  const { limits } = route;
  const limitBytes = limits?.bytes ?? Math.min(bodyLimitOf(route), bodyLimitBytes);
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
