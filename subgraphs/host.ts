import { createServer, type Server } from 'node:http';
import express from 'express';
import { z } from 'zod';
import type { InternalTokens } from '../core/auth/internal-token.js';
import { graphContext } from '../core/graphql/context.js';
import type { Execute } from '../core/graphql/executor.js';
import { healthRoutes } from '../core/http/health.js';
import { internalRoute } from '../core/http/internal.js';
import type { Logger } from '../core/logger.js';

const graphRequest = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).optional(),
  operationName: z.string().optional(),
});

export interface SubgraphHostSource {
  readonly execute: Execute;
  readonly tokens: InternalTokens;
  readonly isReady: () => Promise<boolean>;
  readonly logger: Logger;
}

/** One subgraph over HTTP, for the gateway only: nobody without a signed principal gets in. */
export function createSubgraphHost({ execute, tokens, isReady, logger }: SubgraphHostSource): Server {
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
  return createServer(app);
}
