import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { isExportedList, listVariables } from '../core/contract/exported-lists.js';
import { issuesFromZod } from '../core/errors/from-zod.js';
import { invalid, Problem } from '../core/errors/problem.js';
import { csvHeaders } from '../core/http/csv-headers.js';
import type { Logger } from '../core/logging/logger.js';
import { CsvRowCounter } from './csv-row-counter.js';
import { callerOf, type GatewayExports, sendFile } from './report-and-payoff-letter-handlers.js';

/** The variables of the list's document, as JSON. */
const asked = z.object({
  query: z.strictObject({
    variables: z
      .string()
      .max(10_000)
      .transform((text, context): unknown => {
        try {
          return JSON.parse(text);
        } catch {
          context.issues.push({ code: 'custom', message: 'variables is not JSON', input: text });
          return z.NEVER;
        }
      })
      .pipe(listVariables),
  }),
});

/**
 * `GET /exports/lists/{list}`: exactly the rows that the list shows with these variables, in its order. The audit log
 * has an entry before the first byte and one when the download has ended, completely or not.
 */
export function listExportHandler({ listFile, stallMs }: GatewayExports, logger: Logger): RequestHandler {
  return async (request: Request, response: Response): Promise<void> => {
    const list = String(request.params['list']);
    if (!isExportedList(list)) throw new Problem('report_not_found');
    const parsed = asked.safeParse({ query: request.query });
    if (!parsed.success) throw invalid(issuesFromZod({ error: parsed.error, input: { query: request.query } }));
    const file = await listFile(list, parsed.data.query.variables, callerOf(response));
    const counter = new CsvRowCounter();
    response.set(csvHeaders(list));
    const isComplete = await sendFile(file.csv, response, { stallMs, logger, through: counter });
    await file.ended({ isComplete, rows: counter.rows });
  };
}
