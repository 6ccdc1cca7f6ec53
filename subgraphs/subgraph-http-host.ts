import { z } from 'zod';
import type { TokenVerifier } from '../core/auth/internal-token.js';
import { listVariables } from '../core/contract/exported-lists.js';
import type { ExportList } from '../core/db/sorted-lists/list-exporter.js';
import { FILE_CHARSETS } from '../core/files/charset.js';
import { graphContext } from '../core/graphql/context.js';
import type { Execute } from '../core/graphql/executor.js';
import type { HttpHost } from '../core/http/front/http-host.js';
import { createRoutedHost, type HostRoute } from '../core/http/front/routed-host.js';
import { healthRoutes } from '../core/http/health.js';
import { type InternalParts, internalRoute } from '../core/http/internal-route.js';
import { internalStream } from '../core/http/internal-stream.js';
import { internalUpload } from '../core/http/internal-upload.js';
import type { Logger } from '../core/logging/logger.js';
import { FILE_FORMATS } from '../ledger/boarding/read-file.js';
import type { ExportReport } from './reporting/csv-exports.js';
import type { TakeBoarding } from './servicing/ledger-api/boarding/boarding-uploads.js';

const graphRequest = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).optional(),
  operationName: z.string().optional(),
});

const exportRequest = z.object({
  organizationId: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  bucket: z.string().optional(),
  isNamed: z.boolean().optional(),
});

const listRequest = z.object({ variables: listVariables });

const boardingRequest = z.object({
  organizationId: z.string(),
  loanSystemCode: z.string().optional(),
  isDryRun: z.boolean(),
  /** Earlier versions of the facade send neither `skipsInvalid` nor `isStrict`. */
  skipsInvalid: z.boolean().optional(),
  isStrict: z.boolean().optional(),
  idempotencyKey: z.string(),
  format: z.enum(FILE_FORMATS),
  /** A facade of an earlier version accepts only UTF-8. */
  charset: z.enum(FILE_CHARSETS).optional(),
});

export interface SubgraphHostSource {
  readonly execute: Execute;
  readonly tokens: TokenVerifier;
  readonly isReady: () => Promise<boolean>;
  readonly logger: Logger;
  /** The reporting subgraph's download streams, which are not GraphQL. */
  /** The servicing subgraph's portfolio upload. */
  readonly boardings?: TakeBoarding;
  readonly exports?: { readonly csv: ExportReport; readonly stallMs: number };
  /** The subgraph's lists as files. */
  readonly lists?: { readonly csv: ExportList; readonly stallMs: number };
}

/** One subgraph over HTTP, for the gateway only: requests without a signed principal are rejected. */
export function createSubgraphHost({
  execute,
  tokens,
  isReady,
  logger,
  exports,
  lists,
  boardings,
}: SubgraphHostSource): HttpHost {
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
    ...(lists === undefined ? [] : [listRoute(parts, lists)]),
    ...(boardings === undefined ? [] : boardingRoutes(parts, boardings)),
  ];
  return createRoutedHost({ routes, logger, parts: tokens });
}

/**
 * The second path accepts strict boardings and non-UTF-8 files. Earlier versions lack it, so they reject these
 * instead of ignoring the option.
 */
function boardingRoutes(parts: InternalParts, take: TakeBoarding): readonly HostRoute[] {
  const handlers = internalUpload(parts, 'x-boarding', boardingRequest, ({ principal, requestId, body }, bytes) =>
    take({ ...principal, requestId }, body, bytes),
  );
  const paths = ['/boardings', '/boardings/strict-or-in-charset'] as const;
  return paths.map((path) => ({ method: 'POST', path, handlers }));
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

function listRoute(parts: InternalParts, { csv, stallMs }: NonNullable<SubgraphHostSource['lists']>): HostRoute {
  return {
    method: 'POST',
    path: '/exports/lists/{list}',
    handlers: internalStream({ ...parts, stallMs }, listRequest, ({ principal, path, body }) =>
      csv(principal, String(path['list']), body.variables),
    ),
  };
}
