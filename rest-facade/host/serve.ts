import type { Request, Response } from 'express';
import { Problem } from '../../core/errors/problem.js';
import { ClientGone } from '../../core/http/front/body.js';
import { closeUnread } from '../../core/http/front/close-unread.js';
import { problemOf } from '../../core/http/front/problem-of.js';
import { refusal } from '../../core/http/front/refusal.js';
import { CLIENT_CLOSED_REQUEST, createRequestLog } from '../../core/http/front/request-log.js';
import { namesItsHost, pathOf } from '../../core/http/front/target.js';
import { tracedRequest } from '../../core/telemetry/traced.js';
import type { Answer } from '../answer/answer.js';
import { streamAnswer, writeAnswer } from '../answer/write.js';
import { Exchange } from '../request/exchange.js';
import type { RouteTable } from '../request/route-table.js';
import type { RequestParts, Route } from '../route.js';
import { answerOperation, refuseOperation } from './answer-operation.js';
import type { FacadeServices } from './services.js';

/**
 * Answers every request of a host: never throws, never leaves one unanswered.
 *
 * @param unrouted - the refusal of every path that no route has
 */
export function createHandler(
  table: RouteTable,
  services: FacadeServices,
  unrouted: Problem = new Problem('route_not_found'),
) {
  const logRequest = createRequestLog(services.logger);
  return async (request: Request, response: Response): Promise<void> => {
    const exchange = new Exchange(request, services);
    const respond = async (): Promise<number> => {
      try {
        return await written(response, exchange, await answerOf(exchange, table, unrouted));
      } catch (error) {
        if (error instanceof ClientGone) return CLIENT_CLOSED_REQUEST;
        return refused(response, exchange, refusal(problemOf(error, services.logger, exchange.requestId)));
      }
    };
    await tracedRequest(exchange, false, async () => {
      const status = await respond();
      logRequest(exchange, status);
      return status;
    });
  };
}

/** Writes a refusal, late where its address has had too many. */
async function refused(response: Response, exchange: Exchange, answer: Answer): Promise<number> {
  const { services, address, principal } = exchange;
  const isStranger = principal === undefined;
  exchange.heldMs = await services.tarpit.pass({ status: answer.status, address, isStranger }, response);
  return response.destroyed ? CLIENT_CLOSED_REQUEST : written(response, exchange, answer);
}

/** Writes the answer, and returns the status that the log, the metrics and the trace show. */
async function written(response: Response, exchange: Exchange, answer: Answer): Promise<number> {
  closeUnread(exchange.request, response);
  if (answer.stream !== undefined) {
    const stream = typeof answer.stream === 'function' ? await answer.stream() : answer.stream;
    return streamAnswer(response, exchange, { ...answer, stream });
  }
  await writeAnswer(response, exchange, answer);
  return answer.status;
}

async function answerOf(exchange: Exchange, table: RouteTable, unrouted: Problem): Promise<Answer> {
  const { method, url } = exchange.request;
  const match = table.match(method, pathOf(url));
  if (match.kind !== 'route') await exchange.countAddress(); // routes say themselves how they are counted
  if (!namesItsHost(exchange.request)) throw new Problem('malformed_request');
  switch (match.kind) {
    case 'no_route':
      throw unrouted;
    case 'unreadable':
      throw new Problem('malformed_request');
    case 'other_method':
      return otherMethod(method, match.allow);
    case 'route':
      exchange.route = match.route;
      return answerRoute(exchange, match.route, match.path);
  }
}

function answerRoute(exchange: Exchange, route: Route, path: RequestParts['path']): Answer | Promise<Answer> {
  switch (route.kind) {
    case 'local':
      return route.answer(exchange, path);
    case 'refused':
      return refuseOperation(exchange, route);
    case 'operation':
      return answerOperation(exchange, route, path);
  }
}

function otherMethod(method: string, allow: string): Answer {
  if (method === 'OPTIONS') return { status: 204, headers: { Allow: allow } };
  return { ...refusal(new Problem('method_not_allowed')), headers: { Allow: allow } };
}
