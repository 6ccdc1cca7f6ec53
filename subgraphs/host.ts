import { z } from 'zod';
import type { InternalTokens } from '../core/auth/internal-token.js';
import { graphContext } from '../core/graphql/context.js';
import type { Execute } from '../core/graphql/executor.js';
import { createHttpHost, type HttpHost } from '../core/http/front/http-host.js';
import { createRoutedHandler, type HostRoute } from '../core/http/front/routed.js';
import { healthRoutes } from '../core/http/health.js';
import { type InternalParts, internalRoute } from '../core/http/internal.js';
import { internalStream } from '../core/http/internal-stream.js';
import type { Logger } from '../core/logger.js';
import type { ExportReport } from './reporting/exports.js';

const graphRequest = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).optional(),
  operationName: z.string().optional(),
});

const exportRequest = z.object({ from: z.string().optional(), to: z.string().optional() });

export interface SubgraphHostSource {
  readonly execute: Execute;
  readonly tokens: InternalTokens;
  readonly isReady: () => Promise<boolean>;
  readonly logger: Logger;
  /** The reporting subgraph's, the one route that is not GraphQL. */
  readonly exports?: { readonly csv: ExportReport; readonly stallMs: number };
}

/** One subgraph over HTTP, for the gateway only: nobody without a signed principal gets in. */
export function createSubgraphHost({ execute, tokens, isReady, logger, exports }: SubgraphHostSource): HttpHost {
  const parts = { tokens, logger };
  const graph: HostRoute = {
    method: 'POST',
    path: '/graphql',
    handlers: internalRoute(parts, graphRequest, ({ principal, requestId, body }) => {
      const { query, variables, operationName } = body;
      return execute(
        { query, ...(variables && { variables }), ...(operationName !== undefined && { operationName }) },
        graphContext(principal, requestId),
      );
    }),
  };
  const routes = [
    ...healthRoutes(isReady, tokens),
    graph,
    ...(exports === undefined ? [] : [exportRoute(parts, exports)]),
  ];
  return createHttpHost({ handler: createRoutedHandler({ routes, logger, parts: tokens }) });
}

function exportRoute(parts: InternalParts, { csv, stallMs }: NonNullable<SubgraphHostSource['exports']>): HostRoute {
  return {
    method: 'POST',
    path: '/exports/{code}',
    handlers: internalStream({ ...parts, stallMs }, exportRequest, ({ principal, path, body }) => {
      return csv(principal, String(path['code']), body);
    }),
  };
}
