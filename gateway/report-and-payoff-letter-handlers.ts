import type { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { isoDateText } from '../core/contract/date-range.js';
import { issuesFromZod } from '../core/errors/from-zod.js';
import { invalid } from '../core/errors/problem.js';
import { csvHeaders } from '../core/http/csv-headers.js';
import { exchangeOf } from '../core/http/front/routed-host.js';
import { type Streaming, streamResponse } from '../core/http/front/stream-response.js';
import type { Logger } from '../core/logging/logger.js';
import type { OpenListFile } from './list-exports-interface.js';
import type { Caller } from './operation-runner-interface.js';

/** Parameters of a report; its dates are parsed where the report is built. */
export interface ExportRequest {
  readonly organizationId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** For reports of balances. */
  readonly bucket?: string | undefined;
  /** Whether the borrower's name and the loan's numbers are beside the ids; for callers who may export. */
  readonly isNamed?: boolean | undefined;
}

/** A loan's payoff letter. */
export interface PayoffLetterFile {
  /** The day of the quote. */
  readonly on: string;
  readonly pdf: Readable;
}

/** Reports and letters as files, for people with a session and programs with an operator's token: `GET /exports/…`. */
export interface GatewayExports {
  /**
   * The whole range as CSV; its first bytes are available, and the request is recorded.
   *
   * @throws {Problem} as for the report's pages; a later failure destroys the stream.
   */
  csv(code: string, request: ExportRequest, caller: Caller): Promise<Readable>;
  /**
   * The payoff letter of a loan, for a day, by default today. The request is recorded.
   *
   * @throws {Problem} as the graph's `payoffLetter`
   */
  payoffLetter(accountId: string, on: string | undefined, caller: Caller): Promise<PayoffLetterFile>;
  /** A list of the dashboard as a file. */
  readonly listFile: OpenListFile;
  readonly stallMs: number;
}

const reportAsked = z.object({
  query: z.strictObject({
    organization_id: z.string().optional(),
    from: z.string().optional(),
    to: z.string().optional(),
    bucket: z.string().optional(),
    names: z.enum(['true', 'false']).optional(),
  }),
});

/** The caller is authenticated; which rows it may read is decided where the report is built. */
export function exportHandler({ csv, stallMs }: GatewayExports, logger: Logger): RequestHandler {
  return async (request: Request, response: Response): Promise<void> => {
    const { organization_id: organizationId, from, to, bucket, names } = read(reportAsked, request).query;
    const code = String(request.params['code']);
    const isNamed = names === 'true';
    const asked = { organizationId, from, to, bucket, ...(isNamed && { isNamed }) };
    const stream = await csv(code, asked, callerOf(response));
    response.set(csvHeaders([code, from, to, bucket].filter((part) => part !== undefined).join('-')));
    await sendFile(stream, response, { stallMs, logger });
  };
}

const letterAsked = z.object({ query: z.strictObject({ on: isoDateText.optional() }) });

/** The same for a letter: the graph decides which loans the caller may read. */
export function letterHandler({ payoffLetter, stallMs }: GatewayExports, logger: Logger): RequestHandler {
  return async (request: Request, response: Response): Promise<void> => {
    const { on } = read(letterAsked, request).query;
    const accountId = String(request.params['account_id']);
    const letter = await payoffLetter(accountId, on, callerOf(response));
    response.set({
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="payoff-${accountId}-${letter.on}.pdf"`,
    });
    await sendFile(letter.pdf, response, { stallMs, logger });
  };
}

/** @throws {Problem} `validation_failed`, listing all problems */
function read<Asked extends z.ZodType>(asked: Asked, { query }: Request): z.infer<Asked> {
  const parsed = asked.safeParse({ query });
  if (!parsed.success) throw invalid(issuesFromZod({ error: parsed.error, input: { query } }));
  return parsed.data;
}

export function callerOf(response: Response): Caller {
  const { principal, requestId } = exchangeOf(response);
  if (principal === undefined) throw new Error('an export was refused');
  return { principal, requestId };
}

/** @returns whether the whole file was written to the connection */
export async function sendFile(
  stream: Readable,
  response: Response,
  streaming: Omit<Streaming, 'requestId'>,
): Promise<boolean> {
  const exchange = exchangeOf(response);
  response.flushHeaders();
  const outcome = await streamResponse(stream, response, { ...streaming, requestId: exchange.requestId });
  if (outcome === response.statusCode) return true;
  exchange.outcome = outcome;
  return false;
}
