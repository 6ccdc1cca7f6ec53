import { createServer, type Server } from 'node:http';
import express from 'express';
import { z } from 'zod';
import type { InternalTokens } from '../core/auth/internal-token.js';
import { REPORT_CODES } from '../core/contract/report.js';
import { Problem } from '../core/errors/problem.js';
import { graphContext } from '../core/graphql/context.js';
import type { Execute } from '../core/graphql/executor.js';
import { healthRoutes } from '../core/http/health.js';
import { internalRoute } from '../core/http/internal.js';
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
  /** The reporting subgraph's, the one route that is not GraphQL (DESIGN 7). */
  readonly exports?: { readonly csv: ExportReport; readonly stallMs: number };
}

/** One subgraph over HTTP, for the gateway only: nobody without a signed principal gets in. */
export function createSubgraphHost({ execute, tokens, isReady, logger, exports }: SubgraphHostSource): Server {
  const app = express().disable('x-powered-by').disable('etag');
  app.use(healthRoutes(isReady));
  app.post(
    '/graphql',
    ...internalRoute(
      { tokens, logger },
      graphRequest,
      ({ principal, requestId, body: { query, variables, operationName } }) =>
        execute(
          { query, ...(variables && { variables }), ...(operationName !== undefined && { operationName }) },
          graphContext(principal, requestId),
        ),
    ),
  );
  if (exports !== undefined) {
    app.post(
      '/exports/:code',
      ...internalStream({ tokens, logger, stallMs: exports.stallMs }, exportRequest, ({ principal, path, body }) => {
        const code = REPORT_CODES.find((known) => known === path['code']);
        if (code === undefined) throw new Problem('report_not_found');
        return exports.csv(principal, code, body);
      }),
    );
  }
  return createServer(app);
}
