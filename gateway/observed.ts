import type { ApolloServerPlugin } from '@apollo/server';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from '../core/logger.js';
import { graphOperations, httpRequests } from '../core/telemetry/metrics.js';
import { tracedRequest, traceNote } from '../core/telemetry/traced.js';
import type { Caller, GraphCaller } from './operation.js';

const ROUTE = '/graphql';

/** One line, one measurement and one span per request of people's and programs' own documents; of what they ask, nothing. */
export function observedRequests(logger: Logger) {
  const lines = logger.child({}, { redact: [] }); // made of the fields below and no others
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    void tracedRequest('request', request.headers, () => {
      traceNote({ 'http.route': ROUTE, 'http.request.method': request.method });
      next();
      return closed;
    });
    void closed.then(() => {
      const milliseconds = performance.now() - startedAt;
      const caller: Partial<Caller> | undefined = response.locals['caller'];
      const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST;
      httpRequests.observe({ method: request.method, route: ROUTE, status }, milliseconds / 1_000);
      lines.info(
        {
          request_id: response.getHeader('x-request-id') ?? null,
          method: request.method,
          route: ROUTE,
          status,
          ms: Math.round(milliseconds * 100) / 100,
          key_prefix: caller?.principal?.actor ?? null,
          organization_ids: caller?.principal?.organizationIds ?? null,
        },
        'request',
      );
    });
  };
}

const CLIENT_CLOSED_REQUEST = 499;

/** Documents that are not ours count together: their names are their senders'. */
export const observedDocuments: ApolloServerPlugin<GraphCaller> = {
  async requestDidStart({ contextValue }) {
    if (contextValue.isPrepared === true) return;
    const startedAt = performance.now();
    return {
      async willSendResponse({ response: { body } }) {
        const refused = body.kind === 'single' && body.singleResult.errors !== undefined;
        const labels = { operation: 'document', outcome: refused ? 'refused' : 'ok' };
        graphOperations.observe(labels, (performance.now() - startedAt) / 1_000);
      },
    };
  },
};
