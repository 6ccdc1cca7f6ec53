import type { Request, Response } from 'express';
import { Problem } from '../../core/errors/problem.js';
import { closeUnread } from '../../core/http/front/close-unread-connection.js';
import { createFront } from '../../core/http/front/observe-and-refuse.js';
import { refusal } from '../../core/http/front/refusal.js';
import { CLIENT_CLOSED_REQUEST } from '../../core/http/front/request-log.js';
import { namesItsHost, pathOf } from '../../core/http/front/request-target.js';
import type { Tarpit } from '../../core/http/front/tarpit.js';
import type { Answer } from '../answer/answer.js';
import { type StreamServices, streamAnswer, writeAnswer } from '../answer/write-answer.js';
import { Exchange, type RequestLimits } from '../request/http-exchange.js';
import type { RequestParts } from '../request/request-parts.js';
import type { Placed, RouteTable } from '../request/route-table.js';

/** Dependencies of every host of the facade, whatever its routes. */
export interface HostServices extends StreamServices {
  readonly rateLimits: RequestLimits;
  /** Slows down clients that are refused repeatedly. */
  readonly tarpit: Tarpit;
}

/** Handles a request that matches a route. */
export type AnswerRoute<R extends Placed> = (
  exchange: Exchange,
  route: R,
  path: RequestParts['path'],
) => Answer | Promise<Answer>;

/**
 * Answers every request of a host: never throws, never leaves a request unanswered.
 *
 * @param unrouted - the refusal for paths without a route
 */
export function createHandler<R extends Placed>(
  table: RouteTable<R>,
  services: HostServices,
  answerRoute: AnswerRoute<R>,
  unrouted: Problem = new Problem('route_not_found'),
) {
  const front = createFront(services);
  return (request: Request, response: Response): Promise<void> => {
    const exchange = new Exchange(request, services.rateLimits);
    return front.observe(exchange, false, async () => {
      try {
        return await written(response, exchange, services, await answerOf(exchange, table, answerRoute, unrouted));
      } catch (error) {
        const problem = await front.refusalFor(error, exchange, response);
        if (problem === undefined) return CLIENT_CLOSED_REQUEST;
        return written(response, exchange, services, refusal(problem));
      }
    });
  };
}

/** Writes the response, and returns the status for the log, the metrics and the trace. */
async function written(
  response: Response,
  exchange: Exchange,
  services: HostServices,
  answer: Answer,
): Promise<number> {
  closeUnread(exchange.request, response);
  if (answer.stream !== undefined) {
    const stream = typeof answer.stream === 'function' ? await answer.stream() : answer.stream;
    return streamAnswer(response, exchange, { ...answer, stream }, services);
  }
  await writeAnswer(response, exchange, answer);
  return answer.status;
}

async function answerOf<R extends Placed>(
  exchange: Exchange,
  table: RouteTable<R>,
  answerRoute: AnswerRoute<R>,
  unrouted: Problem,
): Promise<Answer> {
  const { method, url } = exchange.request;
  const match = table.match(method, pathOf(url));
  if (match.kind !== 'route') await exchange.countAddress(); // routes define how they are counted
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

function otherMethod(method: string, allow: string): Answer {
  if (method === 'OPTIONS') return { status: 204, headers: { Allow: allow } };
  return { ...refusal(new Problem('method_not_allowed')), headers: { Allow: allow } };
}
