import type { ServerResponse } from 'node:http';
import type { Request } from 'express';
import type { Problem } from '../../errors/problem.js';
import type { Logger } from '../../logging/logger.js';
import { tracedRequest } from '../../telemetry/tracing.js';
import { ClientDisconnected } from './body.js';
import { problemOf } from './problem-of.js';
import { createRequestLog, type SeenRequest } from './request-log.js';
import type { Tarpit } from './tarpit.js';

/** What every host does with every request, however it finds the request's route. */
export interface Front {
  /** Writes a log line, a measurement and a span for a request. @param answer - returns the status for them */
  observe(exchange: FrontExchange, isFromPart: boolean, answer: () => Promise<number>): Promise<void>;
  /**
   * The refusal for a thrown error, after the delay for a client that is refused repeatedly. Undefined: the client has
   * left.
   */
  refusalFor(error: unknown, exchange: FrontExchange, response: ServerResponse): Promise<Problem | undefined>;
}

interface FrontExchange extends SeenRequest {
  readonly request: Request;
  heldMs?: number;
}

export interface FrontServices {
  readonly logger: Logger;
  /** Slows down clients that are refused repeatedly, on a public host. */
  readonly tarpit?: Tarpit;
}

export function createFront({ logger, tarpit }: FrontServices): Front {
  const logRequest = createRequestLog(logger);
  return {
    observe: (exchange, isFromPart, answer) =>
      tracedRequest(exchange, isFromPart, async () => {
        const status = await answer();
        logRequest(exchange, status);
        return status;
      }),
    refusalFor: async (error, exchange, response) => {
      if (error instanceof ClientDisconnected) return undefined;
      const { address, principal, requestId } = exchange;
      const problem = problemOf(error, logger, requestId);
      const isStranger = principal === undefined;
      if (tarpit) exchange.heldMs = await tarpit.pass({ status: problem.status, address, isStranger }, response);
      return response.destroyed ? undefined : problem;
    },
  };
}
