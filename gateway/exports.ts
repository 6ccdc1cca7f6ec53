import type { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { issuesFromZod } from '../core/errors/from-zod.js';
import { invalid } from '../core/errors/problem.js';
import { csvHeaders } from '../core/http/csv-headers.js';
import { exchangeOf } from '../core/http/front/routed.js';
import { streamed } from '../core/http/front/streamed.js';
import type { Logger } from '../core/logger.js';
import type { Caller } from './operation.js';

/** What of a report is wanted; its dates are read where the report is. */
export interface ExportRequest {
  readonly organizationId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Of balances. */
  readonly bucket?: string | undefined;
}

/** Reports as files, for people with a session and programs with an operator's token: `GET /exports/{code}`. */
export interface GatewayExports {
  /**
   * The whole range as CSV; its first bytes are there, and that it was asked for is on record.
   *
   * @throws {Problem} as the report's pages; what fails later destroys the stream.
   */
  csv(code: string, request: ExportRequest, caller: Caller): Promise<Readable>;
  readonly stallMs: number;
}

const asked = z.object({
  query: z.strictObject({
    organization_id: z.string().optional(),
    from: z.string().optional(),
    to: z.string().optional(),
    bucket: z.string().optional(),
  }),
});

/** Whoever comes here was let in: what they may read of it is decided where the report is. */
export function exportHandler({ csv, stallMs }: GatewayExports, logger: Logger): RequestHandler {
  return async (request: Request, response: Response): Promise<void> => {
    const parsed = asked.safeParse({ query: request.query });
    if (!parsed.success) throw invalid(issuesFromZod({ error: parsed.error, input: { query: request.query } }));
    const { organization_id: organizationId, from, to, bucket } = parsed.data.query;
    const exchange = exchangeOf(response);
    const { principal, requestId } = exchange;
    if (principal === undefined) throw new Error('an export was not admitted');
    const code = String(request.params['code']);
    const stream = await csv(code, { organizationId, from, to, bucket }, { principal, requestId });
    response.set(csvHeaders([code, from, to, bucket].filter((part) => part !== undefined).join('-')));
    response.flushHeaders();
    const outcome = await streamed(stream, response, { stallMs, logger, requestId });
    if (outcome !== response.statusCode) exchange.outcome = outcome;
  };
}
