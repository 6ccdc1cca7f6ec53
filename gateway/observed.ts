import type { ApolloServerPlugin } from '@apollo/server';
import type { NextFunction, Request, Response } from 'express';
import type { GraphQLFormattedError, OperationDefinitionNode } from 'graphql';
import type { Principal } from '../core/auth/principal.js';
import type { Logger } from '../core/logger.js';
import { graphOperations, httpRequests } from '../core/telemetry/metrics.js';
import { tracedRequest, traceNote } from '../core/telemetry/traced.js';
import type { Caller, GraphCaller, RequestNotes } from './operation.js';

const ROUTE = '/graphql';

/**
 * One line, one measurement and one span per request of people's and programs' own documents: who asked, for which root fields,
 * and with which errors, for a refusal is a 200 here; of arguments and answers, nothing.
 */
export function observedRequests(logger: Logger) {
  const lines = logger.child({}, { redact: [] }); // made of the fields below and no others
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    const notes: RequestNotes = { fields: [], codes: [] };
    response.locals['notes'] = notes;
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
          ...whoOf(caller?.principal),
          fields: notes.fields,
          error_codes: notes.codes,
        },
        'request',
      );
    });
  };
}

function whoOf(principal: Principal | undefined) {
  const isOperator = principal?.kind === 'operator';
  return {
    key_prefix: isOperator ? null : (principal?.actor ?? null),
    operator: isOperator ? principal.actor : null,
    role: principal?.role ?? null,
    organization_ids: principal?.organizationIds ?? null,
  };
}

const CLIENT_CLOSED_REQUEST = 499;

/** Documents that are not ours count together: their names are their senders'. */
export const observedDocuments: ApolloServerPlugin<GraphCaller> = {
  async requestDidStart({ contextValue }) {
    if (contextValue.isPrepared === true) return;
    const startedAt = performance.now();
    return {
      async didResolveOperation({ operation }) {
        contextValue.notes?.fields.push(...new Set(rootFieldsOf(operation)));
      },
      async willSendResponse({ response: { body } }) {
        const errors = body.kind === 'single' ? body.singleResult.errors : undefined;
        contextValue.notes?.codes.push(...new Set((errors ?? []).map(codeOf)));
        const labels = { operation: 'document', outcome: errors === undefined ? 'ok' : 'refused' };
        graphOperations.observe(labels, (performance.now() - startedAt) / 1_000);
      },
    };
  },
};

function rootFieldsOf(operation: OperationDefinitionNode | undefined): readonly string[] {
  return (operation?.selectionSet.selections ?? []).flatMap((selection) =>
    selection.kind === 'Field' ? [selection.name.value] : [],
  );
}

function codeOf({ extensions }: GraphQLFormattedError): string {
  return String(extensions?.['code'] ?? 'unknown');
}
